// SPDX-License-Identifier: MIT

import Dispatch
import MoonreelAuthor
import MoonreelCore
import MoonreelExport
import MoonreelMedia

/// Renders the rows of a batch, a process each, several at once. A row that fails stops no other.
final class BatchRunner: Sendable {
  private struct State {
    var report: BatchReport
    var next = 0
    /// How far the rows are that are being rendered.
    var shares: [Int: Double] = [:]
    /// Why the report could not be written; said once.
    var reportError: (any Error)?
  }

  private let state: Locked<State>
  private let files: BatchFiles
  private let words: [String]
  private let display: BatchDisplay
  /// Where the parameters of each row are written for its process.
  private let scratch: ScratchFolder

  /// - Parameter words: what a process is called with besides the output and the parameters.
  init(
    _ report: BatchReport, files: BatchFiles, scratch: ScratchFolder, words: [String],
    display: BatchDisplay
  ) {
    (self.files, self.words, self.display) = (files, words, display)
    self.scratch = scratch
    state = Locked(State(report: report))
  }

  /// Renders what has no result yet, `count` at once, and writes the report after every row.
  ///
  /// - Throws: `MoonreelError` where the report cannot be written, or no thread be started.
  func run(count: Int) throws -> BatchReport {
    try write()
    let threads = DispatchGroup()
    for index in 0..<count {
      threads.enter()
      do {
        try FilmThread.start { [self] in
          work()
          threads.leave()
        }
      } catch {
        // Fewer threads only take longer.
        threads.leave()
        if index == 0 { throw error }
      }
    }
    threads.wait()
    display.finish()
    return try state.withLock { state in
      if let error = state.reportError { throw error }
      return state.report
    }
  }

  private func work() {
    while let row = nextRow() {
      let result = result(of: row)
      state.withLock { state in
        state.report.results[row.number] = result
        state.shares[row.number] = nil
      }
      display.told(row, result)
      do { try write() } catch { state.withLock { $0.reportError = error } }
      show()
    }
  }

  private func nextRow() -> BatchRow? {
    state.withLock { state in
      while state.next < state.report.rows.count {
        let row = state.report.rows[state.next]
        state.next += 1
        if state.report.results[row.number] == nil { return row }
      }
      return nil
    }
  }

  private func result(of row: BatchRow) -> BatchResult {
    guard !Interruption.flag.isCancelled else { return BatchResult(status: .stopped) }
    guard row.problem == nil, let output = row.output else {
      return BatchResult(status: .failed, message: row.problem)
    }
    let began = ContinuousClock.now
    var result: BatchResult
    do { result = try rendered(row, output) } catch {
      result = BatchResult(status: .failed, message: MoonreelError.sentence(of: error))
    }
    result.seconds = (ContinuousClock.now - began).seconds
    return result
  }

  private func rendered(_ row: BatchRow, _ output: String) throws -> BatchResult {
    try files.prepare(output)
    let parameters = try scratch.write(
      JSONValue.object(row.values).compactText, to: "\(row.number).json")
    defer { scratch.remove("\(row.number).json") }
    var (result, said) = (BatchResult(status: .failed), MoonreelError?.none)
    let process = ChildProcess(
      words: [
        "render", "--params", parameters, "--output", output, "--yes", "--json-progress",
        "--output-root", files.folder,
      ] + words)
    let end = try process.run(stopping: Interruption.flag) { line in
      switch RenderEvent(line: line) {
      case nil, .warning: break
      case .progress(let how): progress(row, how.fraction)
      case .done(let frames, let reused, let bytes, let inputs):
        (result.frames, result.bytes, result.inputs) = (frames, bytes, inputs)
        result.framesReused = reused
        result.stamp = FileStamp(output)
        files.note(inputs.map(\.path))
      case .error(let error): said = error
      }
    }
    if end.code == 0 {
      result.status = .done
    } else if Interruption.flag.isCancelled {
      result.status = .stopped
    } else {
      (result.message, result.ownLines) = (said?.message ?? end.message, said?.ownLineCount ?? 0)
    }
    return result
  }

  private func progress(_ row: BatchRow, _ share: Double) {
    state.withLock { $0.shares[row.number] = share }
    show()
  }

  private func show() {
    let (report, shares) = state.withLock { ($0.report, $0.shares) }
    display.show(report, shares)
  }

  private func write() throws {
    try state.withLock { try $0.report.write(to: files.report, gate: files.reportGate) }
  }
}
