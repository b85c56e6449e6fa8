// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelMedia

/// Exports, one after the other.
final class ExportJobs: Sendable {
  enum Stage: String, Sendable {
    case waiting, running, done, failed, cancelled
  }

  struct Job: Sendable {
    var id: Int
    var path: String
    var preset: String?
    var stage = Stage.waiting
    /// 0…1.
    var done = 0.0
    /// How it ended.
    var sentence: String?
    let cancellation = CancellationFlag()

    var json: JSONValue {
      .members([
        "id": .int(id), "path": .string(path), "preset": .optional(preset),
        "state": .string(stage.rawValue), "done": .number((done * 1000).rounded() / 1000),
        "sentence": .optional(sentence),
      ])
    }
  }

  /// The most jobs that are waiting or remembered.
  static let limit = 50

  private let queue: WorkQueue
  private let jobs = Locked<(next: Int, list: [Job])>((1, []))
  private let listener = Locked<(@Sendable ([Job]) -> Void)?>(nil)

  init() throws { queue = try WorkQueue() }

  /// All of them, the oldest first.
  var list: [Job] { jobs.withLock { $0.list } }

  /// Calls `body` whenever one changes.
  func onChange(_ body: @escaping @Sendable ([Job]) -> Void) { listener.withLock { $0 = body } }

  /// Exports `request` to `path` when its turn comes.
  ///
  /// - Throws: `MoonreelError`: `limitExceeded` where too many wait, and all that keeps it from being exported and is known
  ///   before.
  func add(_ request: ExportRequest, to path: String, preset: String?, gate: FileGate) throws {
    _ = try ExportSession(request, outputPath: path, gate: gate).replacedFiles()
    let job = try jobs.withLock { jobs -> Job in
      if jobs.list.count >= Self.limit,
        let old = jobs.list.firstIndex(where: { $0.stage != .waiting && $0.stage != .running })
      {
        jobs.list.remove(at: old)
      }
      guard jobs.list.count < Self.limit else {
        throw MoonreelError(
          .limitExceeded, "\(Self.limit) exports wait already: let some of them end.")
      }
      let job = Job(id: jobs.next, path: path, preset: preset)
      jobs.next += 1
      jobs.list.append(job)
      return job
    }
    tell()
    queue.add { [self] in run(job, request, gate) }
  }

  /// Ends job `id`, or keeps it from beginning.
  func cancel(_ id: Int) {
    list.first { $0.id == id }?.cancellation.cancel()
    change(id) { job in
      if job.stage == .waiting { (job.stage, job.sentence) = (.cancelled, nil) }
    }
  }

  func stop() {
    for job in list { job.cancellation.cancel() }
    queue.stop()
  }

  private func run(_ job: Job, _ request: ExportRequest, _ gate: FileGate) {
    guard !job.cancellation.isCancelled else { return }
    change(job.id) { $0.stage = .running }
    do {
      let session = try ExportSession(
        request, outputPath: job.path, gate: gate, cancellation: job.cancellation)
      let summary = try session.run { [weak self] progress in
        self?.change(job.id) { $0.done = progress.fraction }
      }
      change(job.id) { job in
        (job.stage, job.done) = (.done, 1)
        job.sentence = "\(summary.frames) frames, \(summary.duration), \(summary.bytes) bytes."
      }
    } catch {
      let isCancelled = job.cancellation.isCancelled
      change(job.id) { job in
        job.stage = isCancelled ? .cancelled : .failed
        job.sentence = isCancelled ? nil : MoonreelError.sentence(of: error)
      }
    }
  }

  private func change(_ id: Int, _ body: (inout Job) -> Void) {
    jobs.withLock { jobs in
      if let index = jobs.list.firstIndex(where: { $0.id == id }) { body(&jobs.list[index]) }
    }
    tell()
  }

  private func tell() { listener.withLock { $0 }?(list) }
}
