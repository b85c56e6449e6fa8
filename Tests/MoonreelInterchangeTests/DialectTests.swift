// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelScript
import Testing

@testable import MoonreelInterchange

/// The effects that Resolve and Premiere find in a file, number by number.
@Suite("Effects of Resolve and Premiere")
struct DialectTests {
  /// What `program` finds with the first clip of pictures, and with the first of sound.
  private func effects(_ layer: String, _ program: Dialect) throws -> (
    picture: [JSONValue], sound: [JSONValue]
  ) {
    let media = try DemoMedia.made().path
    let film = try Films.run(
      """
      local mr = require "moonreel"
      local show = mr.composition { size = { 160, 90 }, fps = 30 }
      show:add { source = "\(media)/dunes.mp4", duration = 2, \(layer) }
      return show
      """, allowing: [media])
    func found(_ kind: Editorial.Track.Kind) throws -> [JSONValue] {
      for case .track(let track) in try Films.cut(film).timeline.tracks.children
      where track.kind == kind {
        guard case .clip(let clip)? = track.children.first else { continue }
        return clip.properties.effects.compactMap { $0.metadata[program.metadataName] }
      }
      return []
    }
    return (try found(.video), try found(.audio))
  }

  private static let layer = """
    x = { { 0, 80 }, { 1, 125 } }, y = 22.5, scale = 0.5, rotation = 30, opacity = { { 0, 0 }, { 1, 1 } },
    blend = "screen", audio = { volume_db = -6, fade_in = 0.5 }
    """

  /// The parameter `name` of `effects`, by the member that holds the name.
  private func parameter(_ name: String, _ member: String, _ effects: [JSONValue]) throws
    -> JSONValue
  {
    let all = effects.flatMap { $0["Parameters"]?.items ?? [] }
    return try #require(all.first { $0[member]?.text == name }, "\(name)")
  }

  @Test("Resolve gets shares of the frame, upwards and anticlockwise, keyed by frames")
  func resolve() throws {
    let (picture, sound) = try effects(Self.layer, .resolve)
    #expect(picture.map { $0["Effect Name"]?.text ?? "" } == ["Transform", "Composite"])
    func value(_ name: String, of effects: [JSONValue]) throws -> Double? {
      try parameter(name, "Parameter ID", effects)["Parameter Value"]?.double
    }
    let expected: [(name: String, value: Double)] = [
      ("transformationZoomX", 0.5), ("transformationZoomY", 0.5), ("transformationTilt", 0.25),
      ("transformationRotationAngle", -30), ("composite mode", 5),
    ]
    for row in expected { #expect(try value(row.name, of: picture) == row.value, "\(row.name)") }
    let pan = try parameter("transformationPan", "Parameter ID", picture)["Key Frames"]
    #expect(pan?["0"]?["Value"]?.double == 0 && pan?["30"]?["Value"]?.double == 0.28125)
    let opacity = try parameter("opacity", "Parameter ID", picture)["Key Frames"]
    #expect(opacity?["0"]?["Value"]?.double == 0 && opacity?["30"]?["Value"]?.double == 100)
    #expect(try value("volume", of: sound) == -6)
    #expect(try value("faderIn", of: sound) == 15)
    let cropped = try effects("crop = { \"10%\", \"20%\", \"50%\", \"60%\" }", .resolve).picture
    let sides: [(name: String, value: Double)] = [
      ("cropLeft", 0.1), ("cropRight", 0.4), ("cropTop", 0.2), ("cropBottom", 0.2),
    ]
    for side in sides {
      let found = try value(side.name, of: cropped) ?? .nan
      #expect(abs(found - side.value) < 1e-9, "\(side.name) \(found)")
    }
  }

  @Test("Premiere gets shares of the frame from its corner, and percentages, keyed by time")
  func premiere() throws {
    let (picture, sound) = try effects(Self.layer, .premiere)
    #expect(picture.map { $0["MatchName"]?.text ?? "" } == ["AE.ADBE Opacity", "AE.ADBE Motion"])
    #expect(sound.isEmpty)
    let position = try parameter("Position", "DisplayName", picture)["Keyframes"]?.items ?? []
    #expect(position.first?["Value"]?["X"]?.double == 0.5)
    #expect(position.first?["Value"]?["Y"]?.double == 0.25)
    #expect(position.last?["Value"]?["X"]?.double == 0.78125)
    #expect(position.dropFirst().first?["Position"]?["value"]?.double == 30)
    let fixed: [(name: String, value: Double)] = [
      ("Scale", 50), ("Scale Width", 50), ("Rotation", 30),
    ]
    for row in fixed {
      let found = try parameter(row.name, "DisplayName", picture)["StartValue"]?["Value"]
      #expect(found?.double == row.value, "\(row.name)")
    }
    let opacity = try parameter("Opacity", "DisplayName", picture)["Keyframes"]?.items ?? []
    #expect(opacity.map { $0["Value"]?.double } == [0, 100, 100])
  }

  @Test("both lie in one file side by side, and nothing of Final Cut beside them")
  func together() throws {
    for program in [Dialect.resolve, .premiere] {
      #expect(try !effects(Self.layer, program).picture.isEmpty)
    }
    #expect(try effects(Self.layer, .finalCut).picture.isEmpty)
  }
}
