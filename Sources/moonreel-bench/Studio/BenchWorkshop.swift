// SPDX-License-Identifier: MIT

import Foundation
import MoonreelMedia
import MoonreelScript
import MoonreelStudio

/// A folder with a film that a studio serves.
struct BenchWorkshop {
  let folder: String
  /// Where the page is.
  var address: String { studio.address }
  private let studio: StudioProgram

  /// A film of a clip under a title, whose size is a parameter.
  init(clip: String) throws {
    try self.init { folder in
      symlink(clip, folder + "/clip.mp4")
      return Self.text("Studio")
    }
  }

  /// A film whose script `make` writes for the folder in which it will lie.
  init(_ make: (String) throws -> String) throws {
    let folder = NSTemporaryDirectory() + "moonreel-bench-\(getpid())"
    self.folder = folder
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Self.save(make(folder), folder)
    studio = try StudioProgram(ListeningSocket(port: 0), path: folder + "/film.lua") { path in
      var options = ScriptOptions(path: path)
      options.allowedFolders = ["/"]
      options.mediaCache = MediaCache(folder: folder + "/cache")
      return FilmFile(options)
    }
  }

  func end() {
    studio.stop()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Saves the film with another title.
  func save(_ title: String) throws { try Self.save(Self.text(title), folder) }

  private static func save(_ text: String, _ folder: String) throws {
    let path = folder + "/film.lua"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path + ".new"))
    guard rename(path + ".new", path) == 0 else { throw BenchError("cannot save \(path)") }
  }

  private static func text(_ title: String) -> String {
    """
    local mr = require "moonreel"
    local p = mr.params { size = { "number", default = 120, min = 20, max = 400 } }
    local clip = mr.asset "clip.mp4"
    local show = mr.composition { size = { 1920, 1080 }, fps = 30 }
    show:add { source = clip, duration = clip.duration }
    show:add { source = mr.text { text = "\(title)", size = p.size, fill = "white" } }
    return show
    """
  }
}
