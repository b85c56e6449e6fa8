// SPDX-License-Identifier: MIT

import ArgumentParser
import MoonreelAuthor
import MoonreelCore
import MoonreelRender
import MoonreelScript

/// `moonreel plugins`: the packages that scripts may require, and the LV2 plugins that they may use with
/// `--allow-plugins`.
struct PluginsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plugins",
    abstract: "List the packages and the LV2 plugins that scripts may use.",
    discussion: """
      Packages are what scripts in the current folder find with require: beside them, in the folders of \
      MOONREEL_PATH, in ~/.local/share/moonreel and where LuaRocks installs. Their modules are run, with the \
      rights of a script, to learn what they make. What hides a package and what is wrong with it is said.

      LV2 plugins are effects for sound, where --allow-plugins is given: \
      mr.audio.lv2 { uri = "…", controls = { … } }. Listing them runs none of their code.

      Examples:
        moonreel plugins
        moonreel plugins --packages lantern
        moonreel plugins --lv2 reverb delay
        moonreel plugins --json
      """)

  @Argument(help: "Only those with one of these words in their name, address or folder.")
  var words: [String] = []

  @Flag(help: "Only packages.")
  var packages = false

  @Flag(help: "Only LV2 plugins.")
  var lv2 = false

  @Flag(help: "Print one JSON document.")
  var json = false

  @OptionGroup(title: "What protects the machine")
  var safety: SafetyArguments

  func run() throws {
    var options = ScriptOptions(path: "plugins.lua")
    options.cancellation = Interruption.flag
    options.print = { _ in }
    options.onTimeout = { sentence in ForcedEnd.end(sentence) }
    try safety.close(
      drawsFiles: packages || !lv2, reading: options.sandboxFolders + PluginLibrary.folders,
      network: .none)
    var found = PluginText()
    if packages || !lv2 { found.packages = listing(options) }
    if lv2 || !packages {
      found.sound = try PluginLibrary.uris().map(PluginLibrary.plugin).filter {
        isWanted("\($0.uri) \($0.name)")
      }
    }
    try Interruption.flag.check()
    if json { try Terminal.print(found.json) } else { try Terminal.print(found.lines) }
  }

  private func listing(_ options: ScriptOptions) -> PackageListing {
    var listing = PackageListing(options: options) { isWanted("\($0.name) \($0.folder)") }
    listing.unusable = listing.unusable.filter { isWanted($0.folder) }
    return listing
  }

  private func isWanted(_ text: String) -> Bool {
    let text = text.lowercased()
    return words.isEmpty || words.contains { text.contains($0.lowercased()) }
  }
}
