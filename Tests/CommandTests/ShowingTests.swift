// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import moonreel

/// `moonreel gallery`, `moonreel bench` and `moonreel docs` on a folder of plugins.
@Suite("Showing plugins")
struct ShowingTests {
  /// A folder with one plugin of most kinds, and one that cannot be loaded where `isBroken`.
  private func folder(isBroken: Bool = false) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path("plugins"), withIntermediateDirectories: false)
    for (name, text) in Self.plugins { try folder.write("plugins/\(name)", text) }
    if isBroken { try folder.write("plugins/bad.lua", "local x = nil\nreturn x.y") }
    return folder
  }

  private static let plugins = [
    "dim.lua": """
    -- SPDX-License-Identifier: MIT
    -- dim: less light, <softly>.

    ---@class moonreel.DimOptions
    ---@field amount? number  how much less

    return require "moonreel.effect" {
      name = "dim", options = { amount = { "number", default = 0.5, min = 0, max = 1 } },
      draw = function(image, params) return image:gain(1 - params.amount) end,
    }
    """,
    "swap.lua": """
    -- swap: a cut in the middle.
    return require "moonreel.transition" { name = "swap",
      draw = function(from, to, progress) return progress < 0.5 and from or to end }
    """,
    "tag.lua": """
    -- tag: a name in the corner.
    return require "moonreel.template" {
      name = "tag", options = { name = { "string", required = true, sample = "Harbour" } },
      build = function(board, params)
        local words = board:text(params.name, { size = 90 })
        return function() return board:at(words.image, board.left, board.top) end
      end }
    """,
    "quiet.lua": """
    -- quiet: half as loud.
    return require "moonreel.sound_effect" { name = "quiet",
      options = { share = { "moving", default = 0.5 } }, body = function(k) return k.sound * k.share end }
    """,
    "tools.lua": """
    -- tools: numbers that plugins share.
    local tools = {}
    ---Twice as much.
    ---@param number number
    ---@return number
    function tools.double(number) return 2 * number end
    return tools
    """,
  ]

  @Test("a gallery has a file for each plugin and a page with its words and options")
  func gallery() async throws {
    let folder = try folder()
    let made = try await Program.moonreel(
      ["gallery", "plugins", "-o", "site", "--size", "160x90"], in: folder.url)
    #expect(made.code == 0, "\(made.errors)")
    #expect(made.output == "site/index.html: 4 of 4 plugins\n")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path("site")).sorted()
    #expect(files == ["dim.mp4", "index.html", "quiet.opus", "swap.mp4", "tag.mp4"])
    let page = folder.text("site/index.html")
    #expect(page.contains("Less light, &lt;softly&gt;."))
    #expect(page.contains("<td><code>amount</code></td><td><code>number</code></td>"))
    #expect(page.contains("how much less (0 to 1, default 0.5)"))
    #expect(page.contains("show:sequence { first, second, overlap = 1, transition = swap { } }"))
    let probed = try await Program.moonreel(["probe", "site/swap.mp4", "--json"], in: folder.url)
    #expect(probed.output.contains("160") && probed.output.contains("h264"))
  }

  @Test("a plugin that fails is on the page, and the others are drawn")
  func failing() async throws {
    let folder = try folder(isBroken: true)
    try folder.write(
      "plugins/late.lua",
      """
      return require "moonreel.effect" { name = "late", options = {}, draw = function() error "no light" end }
      """)
    let made = try await Program.moonreel(
      ["gallery", "plugins", "-o", "site", "--size", "64x36"], in: folder.url)
    #expect(made.code == moonreel.ExitStatus.script.rawValue)
    #expect(
      made.errors.contains("bad.lua:2:") && made.errors.contains("no light"), "\(made.errors)")
    #expect(made.output == "site/index.html: 4 of 6 plugins\n")
    let page = folder.text("site/index.html")
    #expect(page.contains("bad.lua:2:") && page.contains("no light"))
    #expect(!FileManager.default.fileExists(atPath: folder.path("site/late.mp4")))
  }

  @Test("what is required and cannot be made up is asked for")
  func sample() async throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "pair.lua",
      """
      return require "moonreel.effect" { name = "pair", options = { data = { "table", required = true } },
        draw = function(image) return image end }
      """)
    let made = try await Program.moonreel(["gallery", ".", "-o", "site"], in: folder.url)
    #expect(made.code == moonreel.ExitStatus.script.rawValue)
    #expect(
      made.errors.contains("pair needs 'data', and its rule says no sample"), "\(made.errors)")
  }

  @Test("plugins are shown on pictures of one's own")
  func pictures() async throws {
    let folder = try folder()
    try await folder.write("a.mp4", Clip.card.value)
    let made = try await Program.moonreel(
      ["gallery", "plugins", "swap", "-o", "site", "--size", "64x36", "--picture", "a.mp4"],
      in: folder.url)
    #expect(made.code == 0, "\(made.errors)")
    let missing = try await Program.moonreel(
      ["gallery", "plugins", "swap", "-o", "site", "--picture", "b.mp4"], in: folder.url)
    #expect(missing.code == moonreel.ExitStatus.script.rawValue && missing.errors.contains("b.mp4"))
  }

  @Test("a bench measures defaults and ends, for people and for programs")
  func bench() async throws {
    let folder = try folder()
    let arguments = ["bench", "plugins", "--size", "64x36", "--rounds", "1"]
    let table = try await Program.moonreel(arguments, in: folder.url)
    #expect(table.code == 0, "\(table.errors)")
    for name in ["dim", "swap", "tag", "quiet"] { #expect(table.output.contains("\n\(name) ")) }
    #expect(table.output.contains("frame of 64x36"))
    let json = try await Program.moonreel(arguments + ["dim", "--json"], in: folder.url)
    let read = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
    let rows = try #require(read?["plugins"] as? [[String: Any]])
    #expect(rows.map { $0["option"] as? String } == [nil, "amount", "amount"])
    #expect(rows.map { $0["value"] as? String } == [nil, "0", "1"])
    #expect(rows.allSatisfy { ($0["milliseconds"] as? Double ?? -1) >= 0 })
    let defaults = try await Program.moonreel(
      arguments + ["dim", "--json", "--defaults"], in: folder.url)
    #expect(!defaults.output.contains("amount"))
  }

  @Test("a reference of plugins says what they do, take and are called like")
  func docs() async throws {
    let folder = try folder()
    let made = try await Program.moonreel(["docs", "plugins"], in: folder.url)
    #expect(made.code == 0, "\(made.errors)")
    let text = folder.text("plugins/docs/reference.md")
    #expect(
      text.hasPrefix(
        "# plugins\n\n1 effect, 1 transition, 1 template, 1 sound effect for Moonreel."))
    #expect(
      text.contains(
        "## dim\n\n![dim](pictures/dim.png)\n\nLess light, <softly>.\n\n```lua\nlocal dim = require \"dim\"\n"
      ))
    #expect(text.contains("- `amount?`: `number` – how much less (0 to 1, default 0.5)\n"))
    #expect(text.contains("- `name`: `string`"))
    #expect(text.contains("### tools.double\n\n`tools.double(number)`\n\nTwice as much."))
    #expect(!text.contains("DimOptions"))
    let page = folder.text("plugins/docs/reference.html")
    #expect(page.contains("data-words=\"Less light, &lt;softly&gt;.\""))
    #expect(page.contains("data-name=\"dim\"") && page.contains("Less light, &lt;softly&gt;."))
    #expect(page.contains("<img src=\"pictures/dim.png\" alt=\"dim\""))
    let only = try await Program.moonreel(
      ["docs", "plugins", "-o", "words", "--format", "html", "--no-pictures"], in: folder.url)
    #expect(only.output == "1 file is in words\n")
    #expect(
      try FileManager.default.subpathsOfDirectory(atPath: folder.path("words")) == [
        "reference.html"
      ])
    #expect(!folder.text("words/reference.html").contains("<img"))
  }

  @Test("a reference has a picture of each plugin that is seen, the same every time")
  func docsPictures() async throws {
    let folder = try folder()
    try folder.write(
      "plugins/late.lua",
      """
      return require "moonreel.effect" { name = "late", options = {}, draw = function() error "no light" end }
      """)
    let mode = canSandbox ? "required" : "auto"
    let made = try await Program.moonreel(["docs", "plugins", "--sandbox", mode], in: folder.url)
    #expect(made.code == moonreel.ExitStatus.script.rawValue, "\(made)")
    #expect(
      made.errors.contains("no light") && made.output == "5 files are in plugins/docs\n", "\(made)")
    let place = "plugins/docs/pictures"
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path(place)).sorted()
    #expect(names == ["dim.png", "swap.png", "tag.png"])
    let first = names.map { folder.data("\(place)/\($0)") }
    #expect(
      Set(first).count == 3 && first.allSatisfy { $0.starts(with: [0x89, 0x50, 0x4E, 0x47]) })
    let probed = try await Program.moonreel(
      ["probe", "\(place)/dim.png", "--json"], in: folder.url)
    #expect(probed.output.contains("320") && probed.output.contains("180"), "\(probed)")
    #expect(folder.text("plugins/docs/reference.md").contains("## late\n\n```lua"))
    let again = try await Program.moonreel(["docs", "plugins", "-o", "again"], in: folder.url)
    #expect(again.output == "5 files are in again\n")
    #expect(names.map { folder.data("again/pictures/\($0)") } == first)
  }

  @Test(
    "wrong use is told",
    arguments: [
      (["gallery", "nowhere", "-o", "site"], "there is no such folder", 3),
      (["gallery", "plugins", "zebra", "-o", "site"], "no plugin with 'zebra' in its name", 1),
      (["gallery", "plugins", "-o", "plugins/dim.lua"], "Cannot", 3),
      (["gallery", "plugins", "-o", "site", "--size", "8x8"], "--size is a width and a height", 2),
      (["bench", "plugins", "--rounds", "0"], "--rounds", 2),
      (["docs"], "Name the folder of the plugins", 2),
      (["docs", "plugins", "--library", "-o", "x"], "leave the folder out", 2),
      (["docs", "--library"], "Say with -o", 2),
      (["docs", "--library", "-o", "x", "--no-pictures"], "--no-pictures is for plugins", 2),
      (["docs", "plugins", "--format", "pdf"], "both, markdown or html", 2),
    ])
  func wrong(arguments: [String], sentence: String, code: Int32) async throws {
    let folder = try folder()
    let result = try await Program.moonreel(arguments, in: folder.url)
    #expect(result.code == code && result.errors.contains(sentence), "\(result)")
    #expect(!FileManager.default.fileExists(atPath: folder.path("site")) || code == 1)
  }
}
