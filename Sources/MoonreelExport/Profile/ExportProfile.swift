// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore

/// Where the CPU time of an export went, by stage.
///
/// Work on Moonreel's own threads is measured by each thread's CPU clock around it; the threads that
/// decoders and encoders start for themselves are known by the name they inherit and read from the
/// system's accounts (`/proc/self/task`) ten times a second and before they end.
///
/// For example:
///
///     let profile = ExportProfile()
///     _ = try session.run(profile: profile)
///     print(profile.text)
public final class ExportProfile: Sendable {
  /// What CPU time is spent on.
  public enum Stage: String, Hashable, Sendable, CaseIterable {
    /// Reading and decoding pictures and sound.
    case decode
    /// Finding out what is to be drawn, the script's callbacks included.
    case compose
    /// Drawing pixels.
    case draw
    /// Mixing sound: resampling, volumes, changes of speed.
    case mix
    /// Encoding pictures and sound.
    case encode
    /// Putting packets into the file.
    case mux
    /// All the rest: starting, running the script, probing files, waking and waiting.
    case other
  }

  private struct State {
    var nanoseconds: [Stage: Int64] = [:]
    var threads: [Int32: ThreadAccount] = [:]
    /// Threads that measure themselves.
    var own: Set<Int32> = []
    var isRunning = false
  }

  private let state = Locked(State())

  /// A profile of nothing yet.
  public init() {}

  /// CPU seconds by stage so far. ``Stage/other`` is what remains of the whole process.
  public var seconds: [Stage: Double] {
    let known = state.withLock { state in
      state.threads.values.reduce(into: state.nanoseconds) {
        $0[$1.stage, default: 0] += $1.nanoseconds
      }
    }
    var result = known.mapValues { Double($0) / 1e9 }
    result[.other] = max(0, Self.processSeconds - result.values.reduce(0, +))
    return result
  }

  /// The share of what lies between decoding and encoding (``Stage/compose``, ``Stage/draw`` and
  /// ``Stage/mix``) in all CPU time, 0…1.
  public var shareInBetween: Double {
    let seconds = seconds
    let between = [Stage.compose, .draw, .mix].reduce(0) { $0 + (seconds[$1] ?? 0) }
    return between / max(seconds.values.reduce(0, +), 1e-9)
  }

  /// A table with a line for each stage, without a line break at the end.
  public var text: String {
    let seconds = seconds
    let total = max(seconds.values.reduce(0, +), 1e-9)
    func line(_ name: String, _ value: Double) -> String {
      let name = name + String(repeating: " ", count: max(1, 11 - name.count))
      return name + Self.padded(Self.fixed(value, 2), 8)
        + Self.padded(Self.fixed(100 * value / total, 1), 8)
    }
    let lines = Stage.allCases.map { line($0.rawValue, seconds[$0] ?? 0) }
    let share = Self.fixed(100 * shareInBetween, 1)
    return
      (["stage         CPU s       %"] + lines + [line("all", total)]
      + ["compose, draw and mix: \(share) % of all"]).joined(separator: "\n")
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  private static func fixed(_ value: Double, _ places: Int) -> String {
    let unit = places == 1 ? 10 : 100
    let whole = Int(limiting: (value * Double(unit)).rounded())
    let rest = String(whole % unit)
    return "\(whole / unit)." + String(repeating: "0", count: places - rest.count) + rest
  }

  private static var processSeconds: Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
  }

  // MARK: Measuring

  /// Runs `body` and counts this thread's CPU time as `stage`, no longer as `outer`.
  func measure<Result>(_ stage: Stage, within outer: Stage? = nil, _ body: () throws -> Result)
    rethrows -> Result
  {
    let start = ThreadClock.nanoseconds
    defer { add(ThreadClock.nanoseconds - start, to: stage, from: outer) }
    return try body()
  }

  /// Counts `nanoseconds` as `stage`, no longer as `outer`.
  func add(_ nanoseconds: Int64, to stage: Stage, from outer: Stage? = nil) {
    state.withLock { state in
      state.nanoseconds[stage, default: 0] += nanoseconds
      if let outer { state.nanoseconds[outer, default: 0] -= nanoseconds }
    }
  }

  /// Runs `body`, whose new threads belong to `stage`.
  func startingThreads<Result>(of stage: Stage, _ body: () throws -> Result) rethrows -> Result {
    try ThreadAccount.withName(of: stage, body)
  }

  /// Says that the calling thread measures what it does.
  func ownsThread() {
    let id = ThreadAccount.currentID
    state.withLock { state in
      state.own.insert(id)
      state.threads[id] = nil
    }
  }

  /// Reads the system's accounts of all threads; called before threads end, too.
  func sample() {
    let accounts = ThreadAccount.all()
    state.withLock { state in
      for account in accounts where !state.own.contains(account.id) {
        state.threads[account.id] = account
      }
    }
  }

  /// Reads the accounts ten times a second while `body` runs.
  func sampling<Result>(_ body: () throws -> Result) rethrows -> Result {
    state.withLock { $0.isRunning = true }
    // Without it the accounts of short-lived threads are less complete, no more.
    let thread = try? StageThread { [self] in
      ownsThread()
      while state.withLock({ $0.isRunning }) {
        sample()
        usleep(100_000)
      }
    }
    ownsThread()
    defer {
      sample()
      state.withLock { $0.isRunning = false }
      thread?.join()
    }
    return try body()
  }
}

extension ExportProfile? {
  /// Runs `body`, measured where there is a profile.
  func measure<Result>(
    _ stage: ExportProfile.Stage, within outer: ExportProfile.Stage? = nil,
    _ body: () throws -> Result
  ) rethrows -> Result {
    guard let self else { return try body() }
    return try self.measure(stage, within: outer, body)
  }

  /// Runs `body`, whose new threads belong to `stage` where there is a profile.
  func startingThreads<Result>(of stage: ExportProfile.Stage, _ body: () throws -> Result) rethrows
    -> Result
  {
    guard let self else { return try body() }
    return try self.startingThreads(of: stage, body)
  }
}
