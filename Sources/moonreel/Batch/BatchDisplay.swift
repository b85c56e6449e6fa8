// SPDX-License-Identifier: MIT

import Dispatch
import MoonreelCore

/// Tells of a batch while it goes on: one line for all films that is drawn over, JSON lines, or nothing.
final class BatchDisplay: Sendable {
  private struct State {
    var lastDrawn: UInt64 = 0
    var isLineOpen = false
  }

  private let style: ProgressReporter.Style
  private let began = ContinuousClock.now
  private let state = Locked(State())

  init(_ style: ProgressReporter.Style) { self.style = style }

  /// Draws how far all of it is; `shares`: how far rows are that are being rendered.
  func show(_ report: BatchReport, _ shares: [Int: Double]) {
    guard style == .line else { return }
    state.withLock { state in
      let now = DispatchTime.now().uptimeNanoseconds
      guard now - state.lastDrawn > 100_000_000 else { return }
      (state.lastDrawn, state.isLineOpen) = (now, true)
      Terminal.show(line(report, shares))
    }
  }

  /// `"3 of 12  1 failed  rendering 4: 40 %, 5: 10 %  1:20 left"`.
  func line(_ report: BatchReport, _ shares: [Int: Double]) -> String {
    let total = report.rows.count
    let (kept, done) = (report.count(.kept), report.count(.done))
    var parts = ["\(report.results.count) of \(total)"]
    if report.count(.failed) > 0 { parts.append("\(report.count(.failed)) failed") }
    let running = shares.sorted { $0.key < $1.key }.map { row, share in
      "\(row): \(Int(share * 100)) %"
    }
    if !running.isEmpty { parts.append("rendering " + running.joined(separator: ", ")) }
    let worked = Double(done) + shares.values.reduce(0, +)
    let left = Double(total - kept - report.count(.failed)) - worked
    let seconds = (ContinuousClock.now - began).seconds
    if worked > 0.05 { parts.append(Numbers.clock(seconds / worked * left) + " left") }
    return parts.joined(separator: "  ")
  }

  /// Tells of a row that is over; that one has failed is told also where nothing else is.
  func told(_ row: BatchRow, _ result: BatchResult) {
    switch style {
    case .silent, .line:
      guard result.status == .failed else { return }
      finish()
      Terminal.remark(
        "\(emphasized: "row \(row.number):") \(result.sentence ?? "it failed")")
    case .json:
      let event = JSONValue.fields([
        "event": .string("row"), "row": .int(row.number), "status": .string(result.status.rawValue),
        "output": .optional(row.output), "seconds": .number(Numbers.rounded(result.seconds)),
        "message": .optional(result.message),
      ])
      try? Terminal.print(event, isCompact: true)
    }
  }

  /// Takes the line away.
  func finish() {
    state.withLock { state in
      if state.isLineOpen { Terminal.clearLine() }
      state.isLineOpen = false
    }
  }
}
