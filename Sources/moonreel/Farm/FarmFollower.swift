// SPDX-License-Identifier: MIT

@preconcurrency import Glibc
import MoonreelCore

/// Follows the tasks of a film to their end, and tells of them.
struct FarmFollower {
  let engine: any RenderEngine
  let jobs: [String]
  let reporter: ProgressReporter
  private var told: Set<String> = []
  /// Whether the engine could be asked when it last was.
  private var answers = true

  init(_ engine: any RenderEngine, jobs: [String], reporter: ProgressReporter) {
    (self.engine, self.jobs, self.reporter) = (engine, jobs, reporter)
  }

  /// How often the tasks' files are looked at, in microseconds.
  private static let interval: UInt32 = 250_000

  /// Waits until the film is joined.
  ///
  /// - Throws: `MoonreelError` (`cancelled`) where the program is told to end; the tasks are ended then.
  ///   `CommandFailure` where tasks have failed, which is told by then.
  mutating func follow(_ farm: inout Farm) throws {
    let clock = ContinuousClock()
    var asked = clock.now
    while true {
      let isDue = clock.now - asked > .seconds(engine.interval)
      let states = isDue ? ask() : nil
      if isDue { asked = clock.now }
      for news in farm.update(states, now: clock.now) { tell(news, farm) }
      show(farm)
      if farm.status(.join) == .done { return reporter.finish() }
      if let failure = failure(farm) {
        reporter.finish()
        endTasks()
        Terminal.remark("\(emphasized: "error:") \(failure.sentence)")
        reporter.event(.fields(["event": .string("error"), "message": .string(failure.sentence)]))
        throw CommandFailure(status: failure.status)
      }
      guard !Interruption.flag.isCancelled else {
        reporter.finish()
        endTasks()
        throw CancellationFlag.error
      }
      usleep(Self.interval)
    }
  }

  /// What the engine says of the tasks now; what is in the way is told once until it answers again.
  private mutating func ask() -> [FarmTask: EngineState]? {
    do {
      let states = try engine.states(of: jobs)
      answers = true
      return states
    } catch {
      // A question that Ctrl-C ends is no news.
      if answers, !Interruption.flag.isCancelled {
        answers = false
        warn("\(error.message) The tasks may go on meanwhile, and it is asked again.")
      }
      return nil
    }
  }

  private func endTasks() {
    do { try engine.cancel(jobs) } catch { warn(error.message) }
  }

  private func warn(_ sentence: String) {
    reporter.finish()
    Report.warning(sentence)
    reporter.event(.fields(["event": .string("warning"), "message": .string(sentence)]))
  }

  /// Once nothing goes on any more and the film cannot be joined: why.
  private func failure(_ farm: Farm) -> (sentence: String, status: ExitStatus)? {
    var (failed, code) = ([FarmTask](), Int32?.none)
    for task in farm.tasks {
      switch farm.status(task) {
      case .done: break
      case .waiting, .running: if task != .join { return nil }
      case .failed(let its, _):
        if task == .join, !failed.isEmpty { continue }
        failed.append(task)
        code = code ?? its
      }
    }
    guard let code else { return nil }
    let what =
      failed == [.join]
      ? "The parts are rendered, and joining them failed"
      : "\(failed.count) of \(farm.parts) parts failed (\(Self.list(failed)))"
    return (
      "\(what). What is rendered stays in '\(farm.folder.path)': the same command goes on from there.",
      ExitStatus(rawValue: code) ?? .program
    )
  }

  /// `"1 to 5, 7"`.
  static func list(_ tasks: [FarmTask]) -> String {
    var ranges: [ClosedRange<Int>] = []
    for case .part(let number) in tasks {
      if let last = ranges.last, last.upperBound == number - 1 {
        ranges[ranges.count - 1] = last.lowerBound...number
      } else {
        ranges.append(number...number)
      }
    }
    return ranges.map {
      $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound) to \($0.upperBound)"
    }.joined(separator: ", ")
  }

  private mutating func tell(_ news: Farm.News, _ farm: Farm) {
    switch news {
    case .again(let task, let sentence):
      remark("warning: \(task.name) failed and is tried again: \(sentence)", "again " + sentence)
      event(task, "again", sentence)
    case .changed(let task, .failed(_, let sentence)):
      // Without all parts an engine gives up the join; that is no news.
      guard task != .join || farm.count({ $0 == .done }) == farm.parts else { return }
      remark("\(emphasized: "\(task.name):") \(sentence)", sentence)
      event(task, "failed", sentence)
    case .changed(let task, .done): event(task, "done", nil)
    case .changed(let task, .running): event(task, "running", nil)
    case .changed(_, .waiting): break
    }
  }

  /// Tells `line` where nothing was told of another task for the same `reason`.
  private mutating func remark(_ line: TerminalLine, _ reason: String) {
    guard told.insert(reason).inserted else { return }
    reporter.finish()
    Terminal.remark(line)
  }

  private func event(_ task: FarmTask, _ status: String, _ message: String?) {
    reporter.event(
      .fields([
        "event": .string("task"), "task": .string(task.word), "status": .string(status),
        "message": .optional(message),
      ]))
  }

  private func show(_ farm: Farm) {
    let isJoining = farm.status(.join) == .running
    let (done, running) = (farm.count { $0 == .done }, farm.count { $0 == .running })
    var note = isJoining ? "joining" : "\(done) of \(farm.parts) parts, \(running) now"
    if !isJoining, running == 0, let reason = Self.reason(farm) { note += " (\(reason))" }
    if let how = farm.how {
      reporter.update(how, note: note)
    } else {
      reporter.wait(note)
    }
  }

  /// Why nothing runs, as the engine says.
  private static func reason(_ farm: Farm) -> String? {
    for task in farm.tasks {
      if case .waiting(let reason?) = farm.status(task) { return reason }
    }
    return nil
  }
}
