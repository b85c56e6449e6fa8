// SPDX-License-Identifier: MIT

import MoonreelAuthor
import MoonreelCore

/// What `bench` has measured, for people and for programs.
struct CostReport {
  /// Those of one plugin stand together, its defaults first.
  let rows: [PluginBench.Row]
  let faults: [MoonreelError]
  let size: PixelSize

  /// So many times the defaults' cost is a cliff; below a millisecond nobody falls.
  private static let cliff = 3.0

  /// Plugins, the dearest first.
  private var entries: [(usual: PluginBench.Row, others: [PluginBench.Row])] {
    var entries: [(usual: PluginBench.Row, others: [PluginBench.Row])] = []
    for row in rows {
      if row.change == nil {
        entries.append((row, []))
      } else if !entries.isEmpty {
        entries[entries.count - 1].others.append(row)
      }
    }
    return entries.sorted { $0.usual.cost.milliseconds > $1.usual.cost.milliseconds }
  }

  /// A table, then the cliffs.
  var lines: [String] {
    let entries = entries
    guard !entries.isEmpty else { return ["Nothing could be measured."] }
    let width = max(6, entries.map(\.usual.plugin.count).max() ?? 0)
    let head = [
      "ms of one core for a frame of \(size.width)x\(size.height) (of sound: for a second)",
      Self.padded("plugin", width) + "   default    worst  dearest option",
    ]
    let lines = entries.map { usual, others in
      var line =
        Self.padded(usual.plugin, width) + Self.number(usual.cost.milliseconds, 10)
        + Self.number(usual.cost.worst, 9)
      if let dearest = others.max(by: { $0.cost.milliseconds < $1.cost.milliseconds }),
        let change = dearest.change
      {
        line += Self.number(dearest.cost.milliseconds, 9) + " \(change.option) = \(change.value)"
      }
      return line
    }
    return head + lines + cliffs
  }

  private var cliffs: [String] {
    entries.flatMap { usual, others in
      others.filter { $0.cost.milliseconds > Self.cliff * max(usual.cost.milliseconds, 1) }.map {
        row in
        let change = row.change.map { "\($0.option) = \($0.value)" } ?? ""
        return "cliff: \(row.plugin) with \(change): \(Self.number(row.cost.milliseconds, 0)) ms, "
          + "defaults \(Self.number(usual.cost.milliseconds, 0)) ms"
      }
    }
  }

  var json: JSONValue {
    .fields([
      "width": .int(size.width), "height": .int(size.height),
      "plugins": .array(
        rows.map { row in
          .fields([
            "name": .string(row.plugin), "kind": .string(row.kind.rawValue),
            "option": .optional(row.change?.option), "value": .optional(row.change?.value),
            "milliseconds": .number(Numbers.rounded(row.cost.milliseconds)),
            "worst": .number(Numbers.rounded(row.cost.worst)),
          ])
        }),
      "problems": .array(faults.map { .string($0.description) }),
    ])
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private static func number(_ value: Double, _ width: Int) -> String {
    let text = Numbers.fixed(value, decimals: 2)
    return String(repeating: " ", count: max(0, width - text.count)) + text
  }
}
