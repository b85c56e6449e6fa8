// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import MoonreelExport
import MoonreelMedia
import MoonreelScript

/// Small clips under the names that the first film in docs/examples asks for, made once for all tests of the run.
enum DemoMedia {
  static let folderPath = FileManager.default.temporaryDirectory
    .appendingPathComponent("moonreel-cuts-\(UUID().uuidString)").path

  private static let made_: Result<URL, any Error> = Result {
    let folder = URL(fileURLWithPath: folderPath)
    atexit { try? FileManager.default.removeItem(atPath: DemoMedia.folderPath) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let clips = [("dunes.mp4", 1), ("tide.mp4", 2), ("lanterns.mp4", 3)]
    for (name, sample) in clips {
      try write(
        """
        local show = mr.composition { size = { 160, 90 }, fps = 30, duration = 5 }
        show:add { source = mr.samples.clips[\(sample)], duration = 4, audio = true }
        local function level(time) return (math.floor(time * 30 + 0.5) * 3 % 7) / 7 end
        show:add { source = mr.color "white", duration = 5, opacity = level }
        """, to: folder.appendingPathComponent(name).path)
    }
    try write(
      """
      local show = mr.composition { size = { 16, 16 }, fps = 30, duration = 10 }
      show:add { source = mr.source.tone {}, duration = 10 }
      """, to: folder.appendingPathComponent("score.wav").path)
    return folder
  }

  /// The folder with the clips.
  static func made() throws -> URL { try made_.get() }

  private static func write(_ body: String, to path: String) throws {
    let text = "local mr = require \"moonreel\"\n\(body)\nreturn show\n"
    var options = ScriptOptions(path: "clip.lua")
    options.text = text
    let film = try FilmFile(options).load(
      gate: options.filmGate(besides: [folderPath]), warnings: WarningLog())
    _ = try ExportSession(film.result.request, outputPath: path, gate: film.gate).run()
  }

  /// What the example `name` has to be given.
  static func parameters(of name: String, _ media: URL) -> [(String, String)] {
    switch name {
    case "first_light.lua": [("media", media.path)]
    case "guide.lua":
      [("first", media.path + "/dunes.mp4"), ("second", media.path + "/tide.mp4")]
    default: []
    }
  }
}
