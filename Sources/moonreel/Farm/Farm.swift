// SPDX-License-Identifier: MIT

@preconcurrency import Glibc
import MoonreelCore
import MoonreelExport

/// The tasks of a film while they go on: what they say themselves and what their engine says of them, put together.
struct Farm {
  /// How a task is.
  enum Status: Equatable {
    /// It waits; why, where the engine says so.
    case waiting(String?)
    case running
    case done
    /// It failed for good, with its exit code and why.
    case failed(Int32, String)
  }

  /// What has happened to a task.
  enum News: Equatable {
    case changed(FarmTask, Status)
    /// It failed, for the reason that is told, and is tried again.
    case again(FarmTask, String)
  }

  let folder: FarmFolder
  let parts: Int
  private(set) var statuses: [FarmTask: Status]
  private var logs: [FarmTask: TaskLog]
  private var progress: PartsProgress
  private var known: [FarmTask: EngineState]?
  /// Tasks that the engine has given up, or knows nothing of, since it first did.
  private var doubted: [FarmTask: Doubt] = [:]

  /// How long a shared folder may be behind the machine that writes to it.
  static let patience = Duration.seconds(20)

  init(_ folder: FarmFolder, parts: Int) {
    (self.folder, self.parts) = (folder, parts)
    let tasks = (1...parts).map(FarmTask.part) + [.join]
    statuses = Dictionary(uniqueKeysWithValues: tasks.map { ($0, .waiting(nil)) })
    logs = Dictionary(uniqueKeysWithValues: tasks.map { ($0, TaskLog()) })
    progress = PartsProgress(count: parts)
  }

  /// The tasks in order, the join last.
  var tasks: [FarmTask] { (1...parts).map(FarmTask.part) + [.join] }

  func status(_ task: FarmTask) -> Status { statuses[task] ?? .waiting(nil) }

  /// How many parts are of a status.
  func count(_ isOne: (Status) -> Bool) -> Int {
    statuses.count { $0.key != .join && isOne($0.value) }
  }

  /// A task that the engine no longer has among those that wait and run, and what it had said by then.
  private struct Doubt {
    var position: off_t
    var since: ContinuousClock.Instant
  }

  /// What the join warned of. It renders again what others could only conceal, so it warns of everything.
  var warnings: [String] { logs[.join]?.warnings ?? [] }

  /// What the join said at its end.
  var summary: [JSONValue.Member]? { logs[.join]?.summary }

  /// How far the parts are, or the join once it runs.
  var how: ExportProgress? {
    status(.join) == .running ? logs[.join]?.progress : progress.sum
  }

  /// Looks at what tasks have written, and takes over what the engine says, where it was asked now.
  ///
  /// - Parameter states: ``RenderEngine/states(of:)``; `nil` where it was not asked, or could not be.
  /// - Returns: what is new, in order.
  mutating func update(_ states: [FarmTask: EngineState]?, now: ContinuousClock.Instant) -> [News] {
    if let states { known = states }
    var news: [News] = []
    for task in tasks where !isOver(task) {
      let failures = logs[task]?.failures.count ?? 0
      let lines = folder.file("\(task.word).jsonl")
      logs[task]?.read(lines)
      guard let log = logs[task] else { continue }
      news += log.failures.dropFirst(failures).map { .again(task, reason(task, log, $0)) }
      let status = status(of: task, log, wasAsked: states != nil, now: now)
      if case .part(let number) = task {
        if let how = log.progress { progress.note(how, of: number - 1) }
        if status == .done { progress.finish(number - 1) }
      }
      guard status != statuses[task] else { continue }
      statuses[task] = status
      news.append(.changed(task, status))
    }
    return news
  }

  private func isOver(_ task: FarmTask) -> Bool {
    switch status(task) {
    case .done, .failed: true
    case .waiting, .running: false
    }
  }

  private mutating func status(
    of task: FarmTask, _ log: TaskLog, wasAsked: Bool, now: ContinuousClock.Instant
  ) -> Status {
    if case .ended(let code) = log.state { return ended(task, log, code) }
    let state = known?[task]
    switch state {
    case .waiting(let reason)?:
      doubted[task] = nil
      return log.state == .running && !wasAsked ? .running : .waiting(reason)
    case .running?:
      doubted[task] = nil
      return .running
    case .done?: return .done
    case .failed?, nil:
      // The engine calls it failed, or has no such task (any more), and the task has not said how it ended. One that
      // is put back may look like that for a moment, so it has failed when it says no more for a while.
      if wasAsked, isGivenUp(task, log, now) {
        guard case .failed(let reason)? = state else {
          return failed(task, log, "it is gone, and nobody says why")
        }
        return failed(task, log, reason)
      }
      return log.state == .running ? .running : self.status(task)
    }
  }

  /// Whether the engine has not known of a task's running, and the task has said nothing, for a while.
  private mutating func isGivenUp(
    _ task: FarmTask, _ log: TaskLog, _ now: ContinuousClock.Instant
  ) -> Bool {
    var doubt = doubted[task] ?? Doubt(position: log.position, since: now)
    if doubt.position != log.position { doubt = Doubt(position: log.position, since: now) }
    doubted[task] = doubt
    return now - doubt.since > Self.patience
  }

  private func ended(_ task: FarmTask, _ log: TaskLog, _ code: Int32) -> Status {
    guard code != 0 else { return .done }
    return .failed(code, reason(task, log, code))
  }

  private func reason(_ task: FarmTask, _ log: TaskLog, _ code: Int32) -> String {
    log.reason(code, remarks: folder.file("\(task.word).log"))
  }

  /// A task that the engine gave up; what the task said last tells more.
  private func failed(_ task: FarmTask, _ log: TaskLog, _ reason: String) -> Status {
    if case .again(let code) = log.state {
      return .failed(
        code, self.reason(task, log, code) + " (the engine did not try it again: \(reason))")
    }
    let place = log.host.map { " on \($0)" } ?? ""
    return .failed(
      ExitStatus.program.rawValue,
      log.state == .silent
        ? "the engine could not run it (\(reason)); is '\(folder.path)' to be found on its machines?"
        : "the engine ended it\(place) (\(reason))")
  }
}
