// SPDX-License-Identifier: MIT

import ArgumentParser
import MoonreelCore
import MoonreelRender

/// `moonreel plugins`: the LV2 plugins that scripts may use with `--allow-plugins`.
struct PluginsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plugins",
    abstract: "List the LV2 plugins of this machine, with their controls.",
    discussion: """
      Scripts use them as effects for sound, where --allow-plugins is given: \
      mr.audio.lv2 { uri = "…", controls = { … } }. Listing them runs none of their code.

      Examples:
        moonreel plugins
        moonreel plugins reverb delay
        moonreel plugins --json
      """)

  @Argument(help: "Only those with one of these words in their address or name.")
  var words: [String] = []

  @Flag(help: "Print one JSON document.")
  var json = false

  func run() throws {
    let plugins = try PluginLibrary.uris().map(PluginLibrary.plugin).filter(isWanted)
    try Terminal.print(json ? PluginText.json(plugins).prettyText : PluginText.text(plugins))
  }

  private func isWanted(_ plugin: SoundPlugin) -> Bool {
    let text = "\(plugin.uri) \(plugin.name)".lowercased()
    return words.isEmpty || words.contains { text.contains($0.lowercased()) }
  }
}
