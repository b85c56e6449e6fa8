// SPDX-License-Identifier: MIT

// scaling: how long an export would take on other numbers of cores, from what its stages cost.
//
//   scaling frames=300 lines=1080 decoders=0-1,0.2-0.7 decode=S compose=S draw=S mix=S encode=S
//           mux=S other=S [one=WALL] [single=WALL] [double=WALL] [span=FRAMES] [x264=THREADS] [seek=FRAMES]
//
// Stages are CPU seconds as `moonreel render --profile` prints them. `decoders` says for which share
// of the film each decoder runs; without it, decoding is that of stills. `one`, `single` and `double`
// are measured wall seconds: on one core, and on two with --threads 1 and 2.
//
// The simulation has the threads of a real export (RenderPipeline.swift and x264's own): they take
// turns of a millisecond on the cores, hand frames over in queues of two, and wait as the real ones
// do. All frames cost the same. Memory and caches that cores share are left out.
//
// A second table is of exports by spans (--jobs): as many processes as are given, each with a pipeline of its
// own, an encoder of `x264` threads for each span of `span` frames, and `seek` frames that each decoder goes
// through before a span.

import Glibc

// MARK: One pass

/// An export in one pass.
struct OnePass {
  let (costs, cores): (Costs, Int)
  let machine: Machine
  private let pipeline: Pipeline

  /// - Parameters:
  ///   - cores: that there are to run on.
  ///   - seen: that the program counts; it makes as many threads as suit them.
  init(_ costs: Costs, cores: Int, seen: Int, threads: Int) {
    (self.costs, self.cores) = (costs, cores)
    machine = Machine(cores: cores)
    pipeline = Pipeline(
      costs, 0..<costs.frames, seen: seen, threads: threads, x264Threads: X264.threads(cores: seen),
      on: machine)
    machine.workers.append(Sound(costs, beside: pipeline, on: machine))
  }

  /// The wall seconds.
  func run() -> Double {
    let wall = machine.run()
    precondition(pipeline.isDone, "the simulation stopped after \(pipeline.encoded) frames")
    // The program starts with one thread.
    return wall + start
  }

  private var start: Double { costs.stage["other"] ?? 0 }

  /// Cores that were busy on average.
  func busy(_ wall: Double) -> Double { (machine.worked + start) / wall }

  /// What most of the time passed with, and its share.
  func bound(_ wall: Double) -> String {
    if busy(wall) > 0.94 * Double(cores) { return "the cores" }
    let stages = pipeline.workers.filter { !($0 is Helper) && !($0 is FrameThread) }
    var shares = stages.map { ($0.stage, $0.active / (wall - start)) }
    let held = stages.reduce(0) { $0 + $1.heldUp }
    shares.append(("x264's frames", held / (wall - start)))
    guard let most = shares.max(by: { $0.1 < $1.1 }) else { return "nothing" }
    var name = most.0
    if name == "decoding and composing" {
      name = costs.each("decode") > costs.each("compose") ? "decoding" : "composing"
    }
    return "\(name), \(Int((100 * most.1).rounded())) %"
  }
}

// MARK: Arguments and tables

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
var rules = Filling.Rules(length: 150, x264Threads: 4, seek: 30)
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
  case "span": rules.length = max(1, Int(value))
  case "x264": rules.x264Threads = max(1, Int(value))
  case "seek": rules.seek = Int(value)
  default: costs.stage[parts[0]] = value
  }
}

let runs = [
  ("one core", 1, 2, 2, "one"), ("2, --threads 1", 2, 2, 1, "single"),
  ("2", 2, 2, 2, "double"), ("4", 4, 4, 4, ""), ("8", 8, 8, 8, ""), ("16", 16, 16, 16, ""),
]
print("cores           measured s  simulated s    off %  frames/s  cores busy  bound by")
for (name, cores, seen, threads, key) in runs {
  let export = OnePass(costs, cores: cores, seen: seen, threads: threads)
  let wall = export.run()
  let known = measured[key]
  let off = known.map { fixed(100 * (wall / $0 - 1), 9, 0) } ?? "        -"
  print(
    name.padding(16) + (known.map { fixed($0, 10) } ?? "         -") + fixed(wall, 13) + off
      + fixed(Double(costs.frames) / wall, 10, 1) + fixed(export.busy(wall), 12, 1) + "  "
      + export.bound(wall))
}

print(
  "\nby spans of \(rules.length) frames, \(rules.x264Threads) threads of x264 each:\n"
    + "cores, jobs     simulated s  frames/s  cores busy")
for cores in [1, 2, 4, 8, 16] {
  var jobs = 1
  while jobs <= cores {
    let filling = Filling(costs, rules, cores: cores, jobs: jobs)
    let wall = filling.run()
    print(
      "\(cores), \(jobs)".padding(14) + fixed(wall, 13) + fixed(Double(costs.frames) / wall, 10, 1)
        + fixed(filling.machine.worked / wall, 12, 1))
    jobs *= 2
  }
}

extension String {
  func padding(_ width: Int) -> String {
    self + String(repeating: " ", count: max(1, width - count))
  }
}
