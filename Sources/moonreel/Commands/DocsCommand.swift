// SPDX-License-Identifier: MIT

import ArgumentParser
import MoonreelAuthor
import MoonreelCore

/// `moonreel docs plugins`: the reference of a folder of plugins, or of Moonreel's own library.
struct DocsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "docs",
    abstract: "Write the reference of a folder's plugins, or of Moonreel's own Lua library.",
    discussion: """
      It is made from what plugins declare (their options with kinds, limits and defaults) and from the comments in \
      their files: LuaCATS annotations and the words at their heads. It is written as Markdown and as one page of \
      HTML that is searched with '/' and needs no network. Each plugin that can be seen has a picture, a transition \
      half done.

      Examples:
        moonreel docs plugins
        moonreel docs plugins -o plugins/docs --format markdown
        moonreel docs plugins --no-pictures
        moonreel docs --library -o reference
      """)

  /// What is written.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case both, markdown, html
  }

  @Argument(help: "The folder of the plugins.", completion: .directory)
  var folder: String?

  @Flag(help: "Document Moonreel's own library instead.")
  var library = false

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The folder to write (default: 'docs' in the folder of the plugins).", valueName: "folder"),
    completion: .directory)
  var output: String?

  @Option(
    help: ArgumentHelp(
      "both (default), markdown (reference.md) or html (reference.html).", valueName: "kind"))
  var format: Format = .both

  @Flag(help: "Leave out the pictures of the plugins.")
  var noPictures = false

  @OptionGroup var plugins: PluginArguments

  func validate() throws {
    guard (folder == nil) == library else {
      throw ValidationError(
        library
          ? "--library is Moonreel's own library: leave the folder out."
          : "Name the folder of the plugins, or say --library.")
    }
    guard !library || !noPictures else {
      throw ValidationError("--no-pictures is for plugins: the library's pages have none.")
    }
    guard !library || output != nil else {
      throw ValidationError("Say with -o which folder the library's reference is written to.")
    }
  }

  func run() throws {
    guard let folder else {
      let target = output ?? "."
      try write(try LibraryReference().files(format), to: target, below: target)
      return
    }
    let target = output ?? FilePath.join(folder, "docs")
    let named = output ?? folder
    let found = try plugins.plugins(in: folder, writing: target, below: named)
    let drawn = noPictures ? PluginPictures.Drawn() : try pictures(of: found, folder, target, named)
    let reference = try PluginReference(found, pictures: drawn.paths)
    try write(reference.files(format), to: target, below: named, besides: drawn.paths.count)
    let problems = found.problems + drawn.problems
    for problem in problems { Report.error(problem) }
    if !problems.isEmpty { throw CommandFailure(status: .script) }
  }

  private func pictures(
    of found: PluginFolder, _ folder: String, _ target: String, _ named: String
  ) throws -> PluginPictures.Drawn {
    let line = ProgressNote()
    defer { line.clear() }
    return try PluginPictures().write(
      found, to: target, below: named, options: plugins.options(in: folder)
    ) { line.show($0) }
  }

  private func write(
    _ files: [String: String], to target: String, below named: String, besides pictures: Int = 0
  ) throws {
    try TextOutput.write(files, to: target, below: named)
    let count = files.count + pictures
    try Terminal.print("\(count) \(count == 1 ? "file is" : "files are") in \(target)")
  }
}

extension LibraryReference {
  fileprivate func files(_ format: DocsCommand.Format) -> [String: String] {
    let page = ["reference.html": html]
    return switch format {
    case .both: markdownFiles.merging(page) { first, _ in first }
    case .markdown: markdownFiles
    case .html: page
    }
  }
}

extension PluginReference {
  fileprivate func files(_ format: DocsCommand.Format) -> [String: String] {
    switch format {
    case .both: ["reference.md": markdownText, "reference.html": html]
    case .markdown: ["reference.md": markdownText]
    case .html: ["reference.html": html]
    }
  }
}
