// SPDX-License-Identifier: MIT

import Foundation
import MoonreelAuthor
import MoonreelCore
import MoonreelScript

/// Measures the standard library: every entry at 1920x1080 over real footage, at its defaults and at the ends of its
/// options, where cliffs hide.
///
/// A script makes one film for each row (`scripts/gallery.d/entry.lua`); how its frames are measured says `FrameCost`.
struct LibraryBench {
  private let script: String
  private let media: String
  private let json: String?
  private let onlyDefaults: Bool
  private let rounds: Int
  private let words: Words

  init(_ arguments: ArraySlice<String>) throws {
    var words = try Words(arguments, options: ["--json", "--rounds"], flags: ["--defaults"])
    guard words.words.count >= 2 else { throw BenchError("which script, and which media folder?") }
    (script, media) = (words.words.removeFirst(), words.words.removeFirst())
    (json, onlyDefaults) = (words.values["--json"], words.flags.contains("--defaults"))
    rounds = max(1, words.values["--rounds"].flatMap { Int($0) } ?? 3)
    self.words = words
  }

  func run() throws {
    let rows = try list().filter { words.want($0.entry) && (!onlyDefaults || $0.isDefault) }
    guard !rows.isEmpty else { throw BenchError("nothing in the library is called that") }
    var (measured, faults): ([LibraryRow], [String]) = ([], [])
    for (index, row) in rows.enumerated() {
      do { measured.append(try measure(row)) } catch { faults.append("\(error)") }
      note("\(index + 1)/\(rows.count) \(row.title)")
    }
    note("")
    LibraryReport(measured).print()
    if let json { try LibraryReport.write(measured, to: json) }
    if !faults.isEmpty { throw BenchError(faults.joined(separator: "\n")) }
  }

  /// What there is, as the script says it.
  private func list() throws -> [LibraryRow] {
    let lines = Locked<[String]>([])
    var options = options([:])
    options.print = { line in lines.withLock { $0.append(line) } }
    _ = try ScriptHost(options: options).run()
    return lines.withLock { $0 }.compactMap { LibraryRow(line: $0) }
  }

  private func options(_ sets: [String: String]) -> ScriptOptions {
    var options = ScriptOptions(path: script)
    options.sets = [("media", media)] + sets.map { ($0.key, $0.value) }
    options.allowedFolders = [media]
    options.stdlibOverride = "stdlib"
    return options
  }

  /// `row` with what its frames cost.
  private func measure(_ row: LibraryRow) throws -> LibraryRow {
    let sets = ["kind": row.kind, "name": row.name, "option": row.option, "value": row.value]
    do {
      let host = try ScriptHost(options: options(sets))
      let cost = try FrameCost(of: try host.run().request, gate: host.gate, rounds: rounds)
      var measured = row
      (measured.milliseconds, measured.worst) = (cost.milliseconds, cost.worst)
      return measured
    } catch {
      throw BenchError("\(row.title): \(error)")
    }
  }

  /// One line on the terminal that the next one replaces.
  private func note(_ text: String) {
    guard isatty(2) == 1 else { return }
    FileHandle.standardError.write(Data("\r\u{1b}[K\(text)".utf8))
  }
}
