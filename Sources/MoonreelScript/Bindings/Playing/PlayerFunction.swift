// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelPlayback

/// `mr.player(film, { … })`: what a player would show when.
struct PlayerFunction {
  /// The host lives longer: it owns Lua, and Lua holds the function.
  unowned let host: ScriptHost

  static let names = ["rate", "loop", "at_end", "draw_time"]
  private static let rule = "a film: a composition, a timeline, mr.export { … } or an asset"

  func make(_ call: Call) throws -> PlayerHandle {
    let options = try call[1].options(Self.names, owner: call.name)
    let isList = if case .table = call[0].value { true } else { false }
    let films = isList ? try call[0].items("a film or a list of films") : [call[0]]
    guard (1...PlayerHandle.mostItems).contains(films.count) else {
      throw call[0].expected("a film or a list of at most \(PlayerHandle.mostItems) films")
    }
    let items = try films.map(item)
    let cost = try options["draw_time"].ifGiven { try $0.duration(nil) } ?? .zero
    let handle = try PlayerHandle(host, items, drawTime: cost)
    if let rate = try options["rate"].ifGiven({ try PlayerHandle.rate($0) }) {
      handle.player.defaultRate = rate
    }
    try options["at_end"].ifGiven { handle.player.actionAtItemEnd = try $0.choice() }
    try options["loop"].ifGiven { argument in
      if case .boolean(let isLooped) = argument.value {
        if isLooped { try handle.loop(item: 1, range: nil, count: nil) }
      } else {
        try handle.loop(item: 1, range: try argument.range(handle.frameRate), count: nil)
      }
    }
    return handle
  }

  /// The film that `argument` is, as an item of a player.
  func item(_ argument: Argument) throws -> PlayerItem {
    let request: ExportRequest =
      switch argument.value {
      case .object(let handle as ExportHandle): handle.request
      case .object: try host.request(argument)
      default: throw argument.expected(Self.rule)
      }
    return PlayerItem(request, gate: host.gate, isDrawn: false)
  }
}
