// SPDX-License-Identifier: MIT

import Foundation

/// What the rows of the library's bench say, as a table.
struct LibraryReport {
  private struct Entry {
    var name: String
    var usual: LibraryRow
    var others: [LibraryRow]

    /// The option's value that costs most.
    var dearest: LibraryRow? { others.max { $0.milliseconds < $1.milliseconds } }
  }

  private let entries: [Entry]

  init(_ rows: [LibraryRow]) {
    var entries: [Entry] = []
    for row in rows {
      if row.isDefault {
        entries.append(Entry(name: row.entry, usual: row, others: []))
      } else if entries.last?.name == row.entry {
        entries[entries.count - 1].others.append(row)
      }
    }
    self.entries = entries.sorted { $0.usual.milliseconds > $1.usual.milliseconds }
  }

  /// A line for each entry, the dearest first, then what the goals are about: shares, the median, and options that
  /// cost more than three times the default.
  func print() {
    Swift.print("CPU ms a frame of 1920x1080, one core")
    Swift.print(
      Text.padded("entry", 34) + "   default   dearest frame   dearest option" + "")
    for entry in entries {
      var line =
        Text.padded(entry.name, 34) + Text.number(entry.usual.milliseconds, 10, decimals: 2)
        + Text.number(entry.usual.worst, 16, decimals: 2)
      if let dearest = entry.dearest {
        line +=
          Text.number(dearest.milliseconds, 12, decimals: 2)
          + "  \(dearest.option)=\(dearest.value)"
      }
      Swift.print(line)
    }
    let times = entries.map(\.usual.milliseconds)
    let median = times[times.count / 2]
    let quick = times.filter { $0 <= 25 }.count * 100 / times.count
    let slow = times.filter { $0 > 60 }.count
    Swift.print(
      "median \(Text.number(median, 0, decimals: 2)) ms, \(quick) % at most 25 ms, \(slow) above 60 ms"
    )
    for entry in entries {
      for row in entry.others
      where row.milliseconds > 3 * max(entry.usual.milliseconds, 1)
        || row.milliseconds > 60 && entry.usual.milliseconds <= 60
      {
        Swift.print(
          "cliff: \(row.title) \(Text.number(row.milliseconds, 0, decimals: 1)) ms, default "
            + "\(Text.number(entry.usual.milliseconds, 0, decimals: 1)) ms")
      }
    }
  }

  static func write(_ rows: [LibraryRow], to path: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try encoder.encode(rows).write(to: URL(fileURLWithPath: path))
  }

  /// Prints the rows of two files whose cost differs by more than a tenth and half a millisecond, the largest change
  /// first.
  static func compare(_ arguments: ArraySlice<String>) throws {
    guard arguments.count == 2 else { throw BenchError("which two files?") }
    let files = try arguments.map {
      try JSONDecoder().decode(
        [LibraryRow].self, from: try Data(contentsOf: URL(fileURLWithPath: $0)))
    }
    let before = Dictionary(files[0].map { ($0.title, $0.milliseconds) }) { first, _ in first }
    let changes = files[1].compactMap { row -> (row: LibraryRow, was: Double)? in
      guard let was = before[row.title], abs(row.milliseconds - was) > max(0.5, was / 10) else {
        return nil
      }
      return (row, was)
    }
    let worstFirst = changes.sorted {
      $0.row.milliseconds / $0.was > $1.row.milliseconds / $1.was
    }
    for (row, was) in worstFirst {
      Swift.print(
        Text.padded(row.title, 52) + Text.number(was, 10, decimals: 2) + " →"
          + Text.number(row.milliseconds, 10, decimals: 2)
          + Text.number(row.milliseconds / was, 9, decimals: 2))
    }
    Swift.print("\(changes.count) of \(files[1].count) rows changed")
  }
}
