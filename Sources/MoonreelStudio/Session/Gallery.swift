// SPDX-License-Identifier: MIT

import CStudioPage
import MoonreelCore
import MoonreelExport
import MoonreelMedia
import MoonreelModel
import MoonreelScript

/// A part of the standard library, each entry drawn with frames of the film that is watched.
enum Gallery: String, CaseIterable {
  case transitions, effects, titles, templates

  /// An entry, for the page.
  struct Entry {
    var name: String
    var doc: String
    var lua: String
  }

  /// How many pictures show how an entry moves.
  static let steps = 8
  /// For how long the script shows each entry.
  private static let seconds = 2.0

  /// All of it, in alphabetical order.
  var entries: [Entry] {
    let folder = "moonreel/\(rawValue)/"
    return StandardLibrary.embedded.filter { $0.key.hasPrefix(folder) && $0.key.hasSuffix(".lua") }
      .map { path, text in
        let name = String(path.dropFirst(folder.count).dropLast(4))
        return Entry(name: name, doc: Self.doc(of: name, in: text), lua: lua(name))
      }
      .sorted { $0.name < $1.name }
  }

  /// What the comment at the head of a file says behind the entry's name.
  private static func doc(of name: String, in text: String) -> String {
    let comment = text.split(separator: "\n").dropFirst().prefix { $0.hasPrefix("-- ") }
      .map { $0.dropFirst(3) }.joined(separator: " ")
    guard comment.hasPrefix("\(name): ") else { return comment }
    return String(comment.dropFirst(name.count + 2))
  }

  /// How a script uses it.
  private func lua(_ name: String) -> String {
    switch self {
    case .transitions:
      """
      local tr = require "moonreel.transitions"
      show:sequence { first, second, overlap = 1, transition = tr.\(name) {} }
      """
    case .effects:
      """
      local fx = require "moonreel.effects"
      show:add { source = clip, effects = { fx.\(name) {} } }
      """
    case .titles:
      """
      local titles = require "moonreel.titles"
      show:add { source = titles.\(name) { text = "Words" }, at = 1, duration = 3 }
      """
    case .templates:
      """
      local templates = require "moonreel.templates"
      show:add { source = templates.\(name) { }, at = 1, duration = 4 }
      """
    }
  }

  /// A film of all entries, each for a while, with these pictures of one size.
  ///
  /// - Throws: `MoonreelError`, whatever the library has to say.
  func film(_ first: FrameBuffer, _ second: FrameBuffer, options: ScriptOptions) throws
    -> FilmReader
  {
    var options = options
    options.text =
      "local samples = (function()\n\(String(cString: mr_gallery_samples()))\nend)()\n"
      + "local pictures = require \"pictures\"\n\(String(cString: mr_gallery_script()))"
    (options.sets, options.paramsFile, options.record) = ([], nil, nil)
    options.values = [
      .init("kind", .string(rawValue)), .init("width", .int(first.size.width)),
      .init("height", .int(first.size.height)),
    ]
    options.pictures = ["first": Image(frame: first), "second": Image(frame: second)]
    let host = try ScriptHost(options: options)
    let result = try host.run()
    return try FilmReader(result.request, outputPath: "gallery.png", gate: host.gate)
  }

  /// The frame that shows step `step` of entry `index`.
  static func frame(entry index: Int, step: Int, in times: FilmFrameTimes) throws -> Int64 {
    let share = (Double(step) + 0.5) / Double(steps)
    return times.frame(at: try Time(seconds: (Double(index) + share) * seconds))
  }
}
