// SPDX-License-Identifier: MIT

import MoonreelAuthor
import MoonreelCore
import MoonreelMedia
import MoonreelScript

/// What became of each row, for people and for the next run.
struct BatchReport {
  let script: String
  let data: String
  let rows: [BatchRow]
  /// By the rows' numbers; none of those that nothing became of yet.
  var results: [Int: BatchResult] = [:]

  /// How many rows there are of `status`.
  func count(_ status: BatchResult.Status) -> Int {
    results.values.count { $0.status == status }
  }

  /// A line for each row.
  var table: [String] {
    let lines = rows.map { row in
      let result = results[row.number]
      let status = result?.status.rawValue ?? "waiting"
      let seconds = result.map { $0.status == .done ? Numbers.tenths($0.seconds) + " s" : "" } ?? ""
      let share = result.flatMap {
        $0.status == .done && $0.frames > 0 ? "\($0.framesReused * 100 / $0.frames) %" : nil
      }
      let what = [row.output ?? "-", result?.sentence ?? ""].filter { !$0.isEmpty }
      return [String(row.number), status, seconds, share ?? "", what.joined(separator: ": ")]
    }
    let all = [["ROW", "STATUS", "TIME", "CACHED", "FILM"]] + lines
    let widths = (0..<4).map { column in all.map { $0[column].count }.max() ?? 0 }
    return all.map { line in
      let cells = zip(line, widths).map { cell, width in
        cell + String(repeating: " ", count: width - cell.count)
      }
      return (cells + [line[4]]).joined(separator: "  ")
    }
  }

  /// `"12 done, 2 kept, 1 failed"`.
  var summary: String {
    let parts = BatchResult.Status.allCases.compactMap { status in
      let count = count(status)
      return count > 0 ? "\(count) \(status.rawValue)" : nil
    }
    return parts.isEmpty ? "nothing was rendered" : parts.joined(separator: ", ")
  }

  /// All of it; the next run with `--resume` reads it.
  var json: JSONValue {
    .members([
      "moonreel": .string(MoonreelRelease.version), "script": .string(script),
      "data": .string(data),
      "rows": .array(rows.map { json($0, results[$0.number]) }),
    ])
  }

  private func json(_ row: BatchRow, _ result: BatchResult?) -> JSONValue {
    .fields([
      "row": .int(row.number), "place": .int(row.place), "output": .optional(row.output),
      "status": .string(result?.status.rawValue ?? "waiting"),
      "seconds": result.map { .number(Numbers.rounded($0.seconds)) } ?? .null,
      "frames": result.map { .integer($0.frames) } ?? .null,
      "frames_reused": result.map { .integer($0.framesReused) } ?? .null,
      "bytes": result.map { .integer($0.bytes) } ?? .null,
      "message": .optional(result?.message), "identity": .string(row.identity),
      "written": result?.stamp?.json ?? .null,
      "inputs": .array(result?.inputs.map(\.json) ?? []),
    ])
  }

  /// Writes it to `path` in one step.
  ///
  /// - Throws: `MoonreelError` (`fileAccess`).
  func write(to path: String, gate: FileGate) throws {
    try TextOutput.write(json.prettyText + "\n", to: path, gate: gate)
  }

  /// Refuses to write a report to `path` where the batch reads that file, or another file than a report is there.
  ///
  /// - Throws: `MoonreelError` (`fileAccess`).
  static func admit(_ path: String, gate: FileGate) throws {
    guard
      let place = try OutputPlaces.replaced(by: path, container: .mp4, gate: gate).first,
      FileStamp(place)?.size != 0, (try? kept(from: place)) == nil
    else { return }
    throw MoonreelError(
      .fileAccess,
      "Cannot write the report to '\(path)': the file that is there is no report of a batch. Name another with --report."
    )
  }

  /// What an earlier run has made that need not be made again, by the rows' identities; nothing where there is no report
  /// at `path`.
  ///
  /// - Throws: `MoonreelError` where there is a file that is no report.
  static func kept(from path: String) throws -> [String: BatchResult] {
    guard let text = try TextFile.read(path) else { return [:] }
    guard case .object(let members)? = try? JSONValue(parsing: text),
      case .array(let rows)? = members.value("rows")
    else {
      throw MoonreelError(
        .invalidArgument,
        "Cannot resume: '\(path)' is no report of a batch. Name another with --report, or leave --resume out."
      )
    }
    var kept: [String: BatchResult] = [:]
    for case .object(let row) in rows {
      guard case .string(let identity)? = row.value("identity"),
        case .string(let word)? = row.value("status"), word == "done" || word == "kept",
        let stamp = row.value("written").flatMap({ FileStamp($0) }), stamp.isUnchanged,
        case .array(let items)? = row.value("inputs")
      else { continue }
      let inputs = items.compactMap { FileStamp($0) }
      guard !inputs.isEmpty, inputs.count == items.count, inputs.allSatisfy(\.isUnchanged) else {
        continue
      }
      kept[identity] = BatchResult(
        status: .kept, frames: Int64(row.value("frames")?.double ?? 0), bytes: stamp.size,
        stamp: stamp, inputs: inputs)
    }
    return kept
  }
}
