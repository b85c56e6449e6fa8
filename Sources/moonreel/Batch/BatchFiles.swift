// SPDX-License-Identifier: MIT

import Glibc
import MoonreelAuthor
import MoonreelCore
import MoonreelMedia
import MoonreelScript

/// The files that a batch writes, held against those that it reads.
struct BatchFiles: Sendable {
  /// The folder that -o names; the names below it come of rows.
  let folder: String
  /// Where the report goes.
  let report: String
  /// Notes what the batch reads: the script, the table, the file of parameters, the files that rows name, and what the
  /// films were made of that are done.
  let gate: FileGate
  /// The gate of the report, which lies below ``folder`` unless it is named.
  let reportGate: FileGate
  /// The real paths of films that are there already.
  private let outputs: Set<String>

  /// The files of the batch of `command`, whose films are those of `plan`.
  init(_ command: BatchCommand, _ pattern: OutputPattern, _ plan: BatchPlan) {
    folder = pattern.folder
    report = command.report ?? FilePath.join(folder, "batch.json")
    gate = FileGate.unrestricted.recording()
    gate.note(command.script.script, as: .script)
    gate.note(command.data, as: .table)
    if let params = command.script.parameters.params { gate.note(params, as: .parameters) }
    outputs = Set(plan.rows.compactMap(\.output).compactMap(Self.real))
    reportGate = command.report == nil ? gate.making(below: folder) : gate
    note(plan.rows.flatMap(\.files))
  }

  /// Notes files that films are made of, but for films that an earlier run of this batch has made: one may be made of
  /// another.
  func note(_ paths: [String]) {
    for path in paths {
      guard let real = Self.real(path), !outputs.contains(real) || !WrittenMark.isPresent(at: real)
      else { continue }
      gate.note(path)
    }
  }

  private static func real(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  /// Makes the folder of the report, and refuses to write it where something else is in its place.
  ///
  /// - Throws: `MoonreelError` (`fileAccess`).
  func prepareReport() throws {
    try TextOutput.makeFolder(
      FilePath.folder(of: report), below: reportGate.writing.namedFolder)
    try BatchReport.admit(report, gate: reportGate)
  }

  /// Makes the folder of the film `output`, and refuses to write it in the place of what the batch reads or of the report.
  ///
  /// - Throws: `MoonreelError`: `fileAccess`; `invalidArgument` where it is the report.
  func prepare(_ output: String) throws {
    try TextOutput.makeFolder(FilePath.folder(of: output), below: folder)
    try OutputPlaces.requireDifferent([report, output], gate: gate)
    let kind = Container(pathExtension: FilePath.pathExtension(of: output)) ?? .mp4
    _ = try OutputPlaces.replaced(by: output, container: kind, gate: gate.making(below: folder))
  }
}
