// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia

extension ExportSession {
  /// Exports on threads of its own while the caller waits without blocking a thread; cancelling the
  /// surrounding task cancels the export.
  ///
  /// - Parameter progress: called about ten times a second and at the end, from any thread.
  /// - Throws: as ``run(progress:)``.
  public func export(
    progress: @escaping @Sendable (ExportProgress) -> Void = { _ in }
  ) async throws -> OutputSummary {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        do {
          try StageThread.detach {
            continuation.resume(with: Result { try self.run(progress: progress) })
          }
        } catch {
          continuation.resume(throwing: error)
        }
      }
    } onCancel: {
      cancellation.cancel()
    }
  }

  /// Exports, giving its progress as a sequence that ends with the export (its failure is thrown from
  /// the sequence); breaking out of the loop cancels it.
  ///
  /// For example: `for try await progress in session.states() { print(progress.fraction) }`
  public func states() -> AsyncThrowingStream<ExportProgress, any Error> {
    AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      continuation.onTermination = { reason in
        if case .cancelled = reason { self.cancellation.cancel() }
      }
      do {
        try StageThread.detach {
          let result = Result { try self.run { continuation.yield($0) } }
          continuation.finish(throwing: result.failure)
        }
      } catch {
        continuation.finish(throwing: error)
      }
    }
  }
}

extension Result {
  fileprivate var failure: Failure? {
    guard case .failure(let error) = self else { return nil }
    return error
  }
}
