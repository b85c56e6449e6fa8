// SPDX-License-Identifier: MIT

// scaling: how long an export would take on other numbers of cores, from what its stages cost.
//
//   scaling frames=300 lines=1080 decoders=0-1,0.2-0.7 decode=S compose=S draw=S mix=S encode=S
//           mux=S other=S [one=WALL] [single=WALL] [double=WALL]
//
// Stages are CPU seconds as `moonreel render --profile` prints them. `decoders` says for which share
// of the film each decoder runs; without it, decoding is that of stills. `one`, `single` and `double`
// are measured wall seconds: on one core, and on two with --threads 1 and 2.
//
// The simulation has the threads of a real export (RenderPipeline.swift and x264's own): they take
// turns of a millisecond on the cores, hand frames over in queues of two, and wait as the real ones
// do. All frames cost the same. Memory and caches that cores share are left out.

import Glibc

// MARK: What is known

/// What an export costs, in CPU seconds.
struct Costs {
  var stage: [String: Double] = [:]
  var frames = 1
  var lines = 1080
  var decoders: [ClosedRange<Double>] = []

  func each(_ name: String) -> Double { (stage[name] ?? 0) / Double(frames) }
  /// How many decoders there are, and which of them run at frame `index`.
  func decoders(at index: Int) -> [Int] {
    let share = (Double(index) + 0.5) / Double(frames)
    return decoders.indices.filter { decoders[$0].contains(share) }
  }
  var decodedFrames: Double {
    decoders.reduce(0) { $0 + ($1.upperBound - $1.lowerBound) } * Double(frames)
  }
}

/// What was found out about x264 (preset veryfast), from its threads' accounts and its sources.
enum X264 {
  /// Shares of the CPU time: finding types and costs of frames in advance, and taking frames in.
  static let lookaheadShare = 0.40, copyShare = 0.06
  /// Frames that it takes before it gives the first one, and that wait for the look-ahead.
  static let delay = 15, waiting = 7
  /// Lines of a picture that are encoded as one step.
  static let step = 64
  /// Every third frame in coding order is one that others lean on; it costs more.
  static func cost(of frame: Int) -> Double { frame % 3 == 0 ? 1.3 : 0.85 }
  static func reference(of frame: Int) -> Int { (frame - 1) / 3 * 3 }
  static func threads(cores: Int) -> Int { max(1, min(cores, 16) * 3 / 2) }
  static func lookaheadThreads(_ threads: Int, lines: Int) -> Int {
    max(1, min(threads / 6, lines / 128))
  }
  /// How far below the row at hand the frame that is leant on must be done.
  static func lag(threads: Int, lines: Int) -> Int {
    let reach = max(16, ((lines + 24) / threads - 24) / 2) + 40
    return (reach + step - 1) / step
  }
}

// MARK: Threads and cores

/// One thread: gives its pieces of work one after the other, or `nil` while it has to wait.
class Worker {
  let stage: String
  unowned let system: System
  var left = 0.0
  var isWaiting = true
  /// Whether others work for it while it waits.
  var isServed = false
  /// Seconds in which it was not waiting for another stage, and seconds on a core.
  var (active, worked) = (0.0, 0.0)

  init(_ stage: String, _ system: System) { (self.stage, self.system) = (stage, system) }
  func next() -> Double? { nil }
}

/// A thread that does what others give it.
final class Helper: Worker {
  private var (given, taken) = ([Double](), 0)
  private(set) var finished = 0
  private var isUnderWay = false
  func give(_ work: Double) {
    given.append(work)
    system.changes += 1
  }
  override func next() -> Double? {
    if isUnderWay {
      (isUnderWay, finished) = (false, finished + 1)
      system.changes += 1
    }
    guard taken < given.count else { return nil }
    (isUnderWay, taken) = (true, taken + 1)
    return given[taken - 1]
  }
}

/// The cores, and the threads that share them.
final class System {
  let (costs, cores, threads): (Costs, Int, Int)
  let x264Threads: Int
  var workers: [Worker] = []
  var clock = 0.0
  /// Grows whenever something happens that another thread may wait for.
  var changes = 0
  var (composed, drawn, lookIn, lookOut, encoded) = (0, 0, 0, 0, 0)
  /// Seconds in which the encoding thread waited for a frame of x264.
  var framesBusy = 0.0
  private var encoder: Encoder?

  /// - Parameters:
  ///   - cores: that there are to run on.
  ///   - seen: that the program counts; it makes as many threads as suit them.
  init(_ costs: Costs, cores: Int, seen: Int, threads: Int) {
    (self.costs, self.cores, self.threads) = (costs, cores, threads)
    x264Threads = X264.threads(cores: seen)
    let encoder = Encoder(self)
    self.encoder = encoder
    let stages = [Composer(self, seen: seen), Drawer(self), Lookahead(self), Sound(self), encoder]
    workers += stages
  }

  func helpers(_ count: Int, _ stage: String) -> [Helper] {
    let helpers = (0..<max(0, count)).map { _ in Helper(stage, self) }
    workers += helpers as [Worker]
    return helpers
  }

  private func wake(_ ready: inout [Worker]) {
    var before = -1
    while before != changes {
      before = changes
      for worker in workers where worker.isWaiting {
        guard let work = worker.next() else { continue }
        (worker.left, worker.isWaiting) = (work, false)
        worker.worked += work
        ready.append(worker)
        changes += 1
      }
    }
  }

  /// Runs until nobody has anything to do; gives the wall seconds.
  func run() -> Double {
    var ready: [Worker] = []
    var running: [(worker: Worker, end: Double)] = []
    while true {
      wake(&ready)
      while running.count < cores, !ready.isEmpty {
        let worker = ready.removeFirst()
        let turn = min(0.001, worker.left)
        worker.left -= turn
        running.append((worker, clock + turn))
      }
      guard let end = running.map(\.end).min() else { break }
      for worker in workers where !worker.isWaiting || worker.isServed {
        worker.active += end - clock
      }
      if let encoder, encoder.isWaiting, encoder.waitsForFrames { framesBusy += end - clock }
      clock = end
      for (worker, until) in running where until <= end {
        if worker.left > 1e-9 { ready.append(worker) } else { worker.isWaiting = true }
      }
      running.removeAll { $0.end <= end }
    }
    precondition(encoded == costs.frames, "the simulation stopped after \(encoded) frames")
    return clock
  }
}

// MARK: The stages

/// The caller's thread: asks for the frames of the files that a frame shows, and composes it.
final class Composer: Worker {
  private var (frame, phase, decoder) = (0, -1, 0)
  /// Two threads for each decoder; none where the caller decodes by itself.
  private var pools: [[Helper]] = []
  private var asked: [Int] = []
  private let decoding: Double

  init(_ system: System, seen: Int) {
    let costs = system.costs
    decoding = (costs.stage["decode"] ?? 0) / max(costs.decodedFrames, 1e-9)
    super.init("decoding and composing", system)
    if seen > 2, costs.decoders.count <= seen {
      pools = costs.decoders.map { _ in system.helpers(2, "decoder") }
      asked = costs.decoders.map { _ in 0 }
    }
  }

  override func next() -> Double? {
    let costs = system.costs
    isServed = false
    if phase < 0 {
      phase = 0
      return costs.stage["other"]
    }
    if frame == costs.frames { return nil }
    let due = costs.decoders(at: frame)
    while phase == 0, decoder < due.count {
      if pools.isEmpty {
        decoder += 1
        return decoding
      }
      guard isDecoded(by: due[decoder]) else {
        isServed = true
        return nil
      }
      decoder += 1
    }
    if phase == 0 {
      phase = 1
      return costs.each("compose") + (costs.decoders.isEmpty ? costs.each("decode") : 0)
    }
    guard system.composed < 2 else { return nil }
    system.composed += 1
    system.changes += 1
    (frame, phase, decoder) = (frame + 1, 0, 0)
    return next()
  }

  /// Whether a decoder of two threads has its next frame. Once it is taken, the pool asks for the one after it at once.
  private func isDecoded(by index: Int) -> Bool {
    ask(index)
    let wanted = asked[index] / 2
    guard pools[index][wanted % 2].finished > wanted / 2 else { return false }
    asked[index] += 1
    ask(index)
    return true
  }

  /// Asks a decoder for its next frame: it has the one after that under way.
  private func ask(_ index: Int) {
    guard asked[index] % 2 == 0 else { return }
    let wanted = asked[index] / 2
    if wanted == 0 { pools[index][0].give(decoding) }
    pools[index][(wanted + 1) % 2].give(decoding)
    asked[index] += 1
  }
}

/// Draws frames one after the other, each in parts side by side: fewer while frames wait for the
/// encoder.
final class Drawer: Worker {
  /// The share that no other thread takes: lowering a picture, and the ends of its passes.
  private let serial = 0.05
  private let others: [Helper]
  private var (phase, given) = (0, 0)
  init(_ system: System) {
    others = system.helpers(system.threads - 1, "drawing")
    super.init("drawing", system)
  }

  override func next() -> Double? {
    isServed = false
    switch phase {
    case 0:
      guard system.composed > 0 else { return nil }
      system.composed -= 1
      system.changes += 1
      phase = 1
      let parts = max(1, system.threads / max(1, system.drawn))
      let work = system.costs.each("draw")
      let part = work * (1 - serial) / Double(parts)
      for other in others.prefix(parts - 1) { other.give(part) }
      given += parts - 1
      return work * serial + part
    case 1:
      isServed = true
      guard others.reduce(0, { $0 + $1.finished }) == given else { return nil }
      (isServed, phase) = (false, 2)
      return next()
    default:
      guard system.drawn < 2 else { return nil }
      system.drawn += 1
      system.changes += 1
      phase = 0
      return next()
    }
  }
}

/// x264's look-ahead: one thread, which others help where there are many.
final class Lookahead: Worker {
  /// The share that its helpers can take: costs of frames, not the choice between them.
  private let shared = 0.85
  private let others: [Helper]
  private var (isUnderWay, given) = (false, 0)
  init(_ system: System) {
    let count = X264.lookaheadThreads(system.x264Threads, lines: system.costs.lines)
    others = system.helpers(count - 1, "look-ahead")
    super.init("x264's look-ahead", system)
  }

  override func next() -> Double? {
    isServed = false
    if isUnderWay {
      isServed = true
      guard others.reduce(0, { $0 + $1.finished }) == given else { return nil }
      (isServed, isUnderWay) = (false, false)
      system.lookOut += 1
      system.changes += 1
    }
    guard system.lookIn > 0 else { return nil }
    system.lookIn -= 1
    system.changes += 1
    isUnderWay = true
    let work = system.costs.each("encode") * X264.lookaheadShare
    let part = work * shared / Double(others.count + 1)
    for other in others { other.give(part) }
    given += others.count
    return work * (1 - shared) + part
  }
}

/// One of x264's threads: encodes a frame from top to bottom, behind the one that it leans on.
final class FrameThread: Worker {
  private unowned let encoder: Encoder
  private(set) var frame: Int?
  private var isUnderWay = false
  private let rows: Int
  init(_ system: System, _ encoder: Encoder) {
    self.encoder = encoder
    rows = (system.costs.lines + X264.step - 1) / X264.step
    super.init("x264's frames", system)
  }

  func begin(_ frame: Int) {
    self.frame = frame
    system.changes += 1
  }

  override func next() -> Double? {
    guard let frame else { return nil }
    if isUnderWay {
      isUnderWay = false
      encoder.done[frame] += 1
      system.changes += 1
      if encoder.done[frame] == rows {
        self.frame = nil
        return nil
      }
    }
    let lag = X264.lag(threads: system.x264Threads, lines: system.costs.lines)
    let needed = min(rows, encoder.done[frame] + 1 + lag)
    if frame > 0, encoder.done[X264.reference(of: frame)] < needed { return nil }
    isUnderWay = true
    let share = 1 - X264.lookaheadShare - X264.copyShare
    return system.costs.each("encode") * share * X264.cost(of: frame) / Double(rows)
  }

  func isDone(_ frame: Int) -> Bool { encoder.done[frame] == rows }
}

/// The encoding thread: gives frames to x264, takes what is done, and writes it.
final class Encoder: Worker {
  var done: [Int]
  private var (phase, taken, started) = (0, 0, 0)
  private var threads: [FrameThread] = []
  /// Whether it waits for a frame of x264.
  private(set) var waitsForFrames = false

  init(_ system: System) {
    done = Array(repeating: 0, count: system.costs.frames)
    super.init("copying and writing", system)
    threads = (0..<system.x264Threads).map { _ in FrameThread(system, self) }
    system.workers += threads as [Worker]
  }

  override func next() -> Double? {
    let frames = system.costs.frames
    waitsForFrames = false
    switch phase {
    case 0:  // a frame of the queue goes to x264, or there are no more
      if taken < frames {
        guard system.drawn > 0 else { return nil }
        system.drawn -= 1
        taken += 1
        system.changes += 1
        phase = 1
        return system.costs.each("encode") * X264.copyShare
      }
      phase = 2
      return started < frames ? next() : nil
    case 1:
      guard system.lookIn < X264.waiting else { return nil }
      system.lookIn += 1
      system.changes += 1
      phase = taken < min(X264.delay, frames) ? 0 : 2
      return next()
    case 2:  // the next frame in coding order begins
      guard system.lookOut > 0, let free = threads.first(where: { $0.frame == nil }) else {
        return nil
      }
      system.lookOut -= 1
      free.begin(started)
      (started, phase) = (started + 1, 3)
      return next()
    case 3:  // and the oldest under way has to be done, at the end all of them
      let oldest = started == frames ? frames - 1 : started - threads.count
      guard oldest < 0 || (system.encoded...oldest).allSatisfy({ threads[0].isDone($0) }) else {
        waitsForFrames = true
        return nil
      }
      let finished = oldest + 1 - system.encoded
      system.encoded = max(system.encoded, oldest + 1)
      system.changes += 1
      phase = started == frames ? 4 : 0
      return system.costs.each("mux") * Double(max(0, finished))
    default: return nil
    }
  }
}

/// Sound, frame by frame of the pictures, never more than two seconds ahead.
final class Sound: Worker {
  private var frame = 0
  init(_ system: System) { super.init("sound", system) }
  override func next() -> Double? {
    guard frame < system.costs.frames, frame <= system.encoded + 60 else { return nil }
    frame += 1
    return system.costs.each("mix")
  }
}

// MARK: Results

extension System {
  /// What most of the time passed with, and its share.
  func bound(wall: Double) -> String {
    let busy = workers.reduce(0) { $0 + $1.worked } / wall
    if busy > 0.94 * Double(cores) { return "the cores" }
    let serial: Set<String> = [
      "decoding and composing", "drawing", "x264's look-ahead", "copying and writing",
    ]
    // The start of the program counts for nobody.
    let start = costs.stage["other"] ?? 0
    var shares = workers.filter { serial.contains($0.stage) && !($0 is Helper) }
      .map { ($0.stage, ($0.active - ($0 is Composer ? start : 0)) / (wall - start)) }
    shares.append(("x264's frames", framesBusy / (wall - start)))
    guard let most = shares.max(by: { $0.1 < $1.1 }) else { return "nothing" }
    var name = most.0
    if name == "decoding and composing" {
      name = costs.each("decode") > costs.each("compose") ? "decoding" : "composing"
    }
    return "\(name), \(Int((100 * most.1).rounded())) %"
  }
}

func fixed(_ value: Double, _ width: Int, _ places: Int = 2) -> String {
  var unit = 1.0
  for _ in 0..<places { unit *= 10 }
  var text = "\((value * unit).rounded() / unit)"
  if places == 0 { text = "\(Int(value.rounded()))" }
  while places > 0, text.split(separator: ".")[1].count < places { text += "0" }
  return String(repeating: " ", count: max(0, width - text.count)) + text
}

func fail(_ message: String) -> Never {
  fputs("scaling: \(message)\n", stderr)
  exit(2)
}

var costs = Costs()
var measured: [String: Double] = [:]
for argument in CommandLine.arguments.dropFirst() {
  let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
  guard parts.count == 2 else { fail("'\(argument)' is not NAME=VALUE") }
  if parts[0] == "decoders" {
    costs.decoders = parts[1].split(separator: ",").map { part in
      let ends = part.split(separator: "-").compactMap { Double($0) }
      guard ends.count == 2, ends[0] <= ends[1] else { fail("'\(part)' is no range") }
      return ends[0]...ends[1]
    }
    continue
  }
  guard let value = Double(parts[1]) else { fail("'\(parts[1])' is not a number") }
  switch parts[0] {
  case "frames": costs.frames = Int(value)
  case "lines": costs.lines = Int(value)
  case "one", "single", "double": measured[parts[0]] = value
  default: costs.stage[parts[0]] = value
  }
}

let runs = [
  ("one core", 1, 2, 2, "one"), ("2, --threads 1", 2, 2, 1, "single"),
  ("2", 2, 2, 2, "double"), ("4", 4, 4, 4, ""), ("8", 8, 8, 8, ""), ("16", 16, 16, 16, ""),
]
print("cores           measured s  simulated s    off %  frames/s  cores busy  bound by")
for (name, cores, seen, threads, key) in runs {
  let system = System(costs, cores: cores, seen: seen, threads: threads)
  let wall = system.run()
  let busy = system.workers.reduce(0) { $0 + $1.worked } / wall
  let known = measured[key]
  let off = known.map { fixed(100 * (wall / $0 - 1), 9, 0) } ?? "        -"
  print(
    name.padding(16) + (known.map { fixed($0, 10) } ?? "         -") + fixed(wall, 13) + off
      + fixed(Double(costs.frames) / wall, 10, 1) + fixed(busy, 12, 1) + "  "
      + system.bound(wall: wall))
}

extension String {
  func padding(_ width: Int) -> String {
    self + String(repeating: " ", count: max(1, width - count))
  }
}
