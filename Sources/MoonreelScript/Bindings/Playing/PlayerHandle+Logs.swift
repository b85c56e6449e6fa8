// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelPlayback

// What is there of the film that is played, what became of its frames, and what went wrong.
extension PlayerHandle {
  static func addLogs(_ type: inout TypeBuilder<PlayerHandle>) {
    type.property("loaded_time_ranges") { handle in
      .list((handle.player.currentItem?.loadedTimeRanges ?? []).map(LuaValue.range))
    }
    type.property("forward_buffer") { handle in
      .seconds(handle.player.currentItem?.forwardBuffer(at: handle.player.currentTime) ?? .zero)
    }
    type.property("counts") { $0.counts }
    type.property("error_log") { handle in
      .list(
        handle.items.enumerated().flatMap { index, item in
          item.errorLog.map { entry in
            .record([
              ("item", .count(index + 1)), ("time", .seconds(entry.time)),
              ("message", .string(entry.error.message)),
            ])
          }
        })
    }
  }

  private var counts: LuaValue {
    let logs = items.map(\.accessLog)
    func sum(_ count: (AccessLog) -> Int) -> LuaValue {
      .count(logs.reduce(0) { $0 + count($1) })
    }
    // All items share a gate, and the first one is there since the player is.
    let network = logs[0].network
    return .record([
      ("shown", sum(\.shown)), ("late", sum(\.late)), ("dropped", sum(\.droppedCount)),
      ("stalls", sum(\.stalls)), ("seeks", sum(\.seeks)),
      (
        "stall_reasons",
        .record(
          StallReason.allCases.map { reason in
            (SnakeCase.text(reason.rawValue), sum { $0.stallReasons[reason] ?? 0 })
          })
      ),
      ("requests", .count(network.requests)), ("bytes", .integer(network.bytes)),
      ("repetitions", .count(network.repetitions)),
    ])
  }
}
