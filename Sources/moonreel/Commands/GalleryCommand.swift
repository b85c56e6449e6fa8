// SPDX-License-Identifier: MIT

import ArgumentParser
import MoonreelAuthor
import MoonreelCore

/// `moonreel gallery plugins -o site`: the plugins of a folder as moving pictures and a page.
struct GalleryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gallery",
    abstract: "Draw every plugin of a folder: moving pictures and one page that shows them.",
    discussion: """
      Each effect, transition, title, template, chart and shader becomes a short MP4 file, each sound effect one to \
      listen to; index.html shows them with their words, options and how they are called. Options that a plugin \
      requires are made up, or come from the 'sample' of their rules (docs/guides/showing.md). A plugin that fails \
      is on the page with its error, and the command ends with 1.

      Examples:
        moonreel gallery plugins -o gallery
        moonreel gallery plugins glow -o gallery --size 640x360
        moonreel gallery plugins -o gallery --picture a.mp4 --picture b.mp4
      """)

  @Argument(help: "The folder of the plugins.", completion: .directory)
  var folder: String

  @Argument(help: "Only plugins with one of these words in their names.")
  var words: [String] = []

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The folder to write; it is made where there is none.", valueName: "folder"),
    completion: .directory)
  var output: String

  @OptionGroup var pictures: PicturesArguments

  @OptionGroup var plugins: PluginArguments

  @Option(help: ArgumentHelp("The size of the pictures (default 320x180).", valueName: "size"))
  var size: SizeArgument?

  func run() throws {
    var gallery = PluginGallery()
    gallery.pictures = pictures.files
    if let size { gallery.size = try size.whole("--size") }
    let found = try plugins.plugins(
      in: folder, named: words, reading: pictures.files, writing: output)
    let line = ProgressNote()
    let cards = try gallery.write(found, to: output, options: plugins.options(in: folder)) {
      line.show($0)
    }
    line.clear()
    let failed = cards.compactMap(\.problem) + found.problems
    for problem in failed { Report.error(problem) }
    let page = FilePath.join(output, PluginGallery.page)
    try Terminal.print(
      "\(page): \(cards.count { $0.preview != nil }) of \(cards.count + found.problems.count) plugins"
    )
    if !failed.isEmpty { throw CommandFailure(status: .script) }
  }
}
