// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelScript

/// The reference of a folder of plugins: what they do, take and are called like, and what its other modules declare.
public struct PluginReference: Sendable {
  let markdown: ReferenceMarkdown
  private let title: String

  /// What is to be said of the plugins and the annotated modules of `folder`.
  ///
  /// - Parameter pictures: paths of pictures by the names of the plugins' modules, as ``PluginPictures`` gives them.
  /// - Throws: `MoonreelError` (`fileAccess`) where a file cannot be read.
  public init(_ folder: PluginFolder, pictures: [String: String] = [:]) throws {
    title = FilePath.name(of: folder.path)
    var reader = AnnotationReader()
    for module in folder.modules {
      let text = try TextFile.read(module.file) ?? ""
      reader.read(text, path: FilePath.name(of: module.file), as: .module(module.name))
    }
    let plugins = Dictionary(folder.plugins.map { ($0.module, $0) }) { first, _ in first }
    let files = Set(folder.plugins.map { FilePath.name(of: $0.file) })
    let entries = reader.reference.entries.compactMap { entry -> Reference.Entry? in
      if let plugin = plugins[entry.name] {
        return Self.entry(entry, of: plugin, picture: pictures[entry.name])
      }
      // The options of a plugin stand with it.
      let isOptions = files.contains(entry.file) && entry.name.hasSuffix("Options")
      let saysNothing = entry.words.isEmpty && entry.functions.isEmpty && entry.fields.isEmpty
      return isOptions || saysNothing ? nil : entry
    }
    // Plugins whose files say nothing have names and options all the same.
    let silent = folder.plugins.filter { plugin in !entries.contains { $0.name == plugin.module } }
      .map { plugin in
        let entry = Reference.Entry(name: plugin.module, file: FilePath.name(of: plugin.file))
        return Self.entry(entry, of: plugin, picture: pictures[plugin.module])
      }
    let plan = ReferencePlan.Page(
      name: "reference", title: title, about: Self.about(folder.plugins))
    markdown = ReferenceMarkdown(
      pages: [.init(plan: plan, entries: entries + silent)], origin: "Made by `moonreel docs`.")
  }

  private static func about(_ plugins: [Plugin]) -> String {
    let counts = PluginKind.allCases.compactMap { kind -> String? in
      let count = plugins.count { $0.kind == kind }
      return count == 0 ? nil : "\(count) \(kind.words)\(count == 1 ? "" : "s")"
    }
    return counts.isEmpty
      ? "Modules for Moonreel." : counts.joined(separator: ", ") + " for Moonreel."
  }

  private static func entry(
    _ entry: Reference.Entry, of plugin: Plugin, picture: String?
  ) -> Reference.Entry {
    var entry = entry
    let shown = picture.map { "![\(plugin.name)](\($0))\n\n" } ?? ""
    entry.words =
      shown + words(of: plugin, in: plugin.module, head: entry.words, listsOptions: false)
    entry.fields = plugin.describedOptions.map { option in
      .init(
        role: .named(option.name + (option.isRequired ? "" : "?")), type: option.type,
        words: option.words)
    }
    return entry
  }

  /// What is said of a plugin, in Markdown.
  static func words(
    of plugin: Plugin, in module: String, head: String? = nil, listsOptions: Bool = true
  ) -> String {
    let said = head.flatMap { $0.isEmpty ? nil : $0 } ?? plugin.summary
    var parts = (said.isEmpty ? [] : [said]) + ["```lua\n\(plugin.usage)\n```"]
    let options = plugin.describedOptions
    if listsOptions, !options.isEmpty {
      parts.append(
        options.map { option in
          let words = option.words.isEmpty ? "" : " – " + option.words
          return
            "- `\(option.name)\(option.isRequired ? "" : "?")`: `\(option.type.replacing("moonreel.", with: ""))`\(words)"
        }.joined(separator: "\n"))
    }
    return parts.joined(separator: "\n\n")
  }

  /// The page of Markdown.
  public var markdownText: String { markdown.text(of: markdown.pages[0]) }

  /// The page of HTML.
  public var html: String { ReferenceHTML(title: title, markdown: markdown).text() }
}
