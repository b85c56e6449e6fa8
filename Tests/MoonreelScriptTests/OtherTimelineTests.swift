// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelRender
import Testing

@testable import MoonreelScript

/// Tracks have the same numbers in every timeline: whoever names one of another timeline is told.
@Suite struct OtherTimelineTests {
  private static let preamble = """
    local mr = require "moonreel"
    local function line()
      local made = mr.timeline()
      return made, made:add_track "video":insert(mr.source.test_card { size = { 8, 4 } }, { 0, 2 }),
        made:add_track "audio":insert(mr.source.tone {}, { 0, 2 })
    end
    local here, picture, sound = line()
    local there, other, noise = line()
    local options = { size = { 8, 4 }, fps = 10 }
    local from
    local function look(one)
      options.instructions = { one }
      return mr.video_composition(from or options, from and options)
    end

    """

  private static let looks = [
    "look { layers = { TRACK } }", "look { layers = { mr.layer_instruction(TRACK):opacity(0.5) } }",
    "look { passthrough = TRACK }", "look { layers = { TRACK, picture } }",
    "look { sources = { TRACK }, compositor = function(r) return r:frame(picture) end }",
    "look { layers = { picture }, metadata_tracks = { TRACK } }",
    "(function() options.frame_timing = TRACK return look { layers = { picture } } end)()",
    "(function() options.metadata_tracks = { TRACK } return look { layers = { picture } } end)()",
  ]

  private static let mixes = [
    "mr.audio_mix():volume(TRACK, 0.5)", "mr.audio_mix():volume_ramp(TRACK, 0, 1, { 0, 1 })",
    "mr.audio_mix():pitch(TRACK, 'varispeed')",
    "mr.audio_mix():master_volume(0.5):volume(sound, 1):volume(TRACK, 0.5)",
  ]

  private static let films: [(film: String, own: String, stranger: String, answer: String)] =
    looks.map {
      ("return mr.export { here, video = \($0) }", "picture", "other", "'video' of mr.export")
    }
    + looks.map {
      ("from = here\nreturn \($0)", "picture", "other", "mr.video_composition: it names")
    }
    + mixes.map {
      ("return mr.export { here, audio = \($0) }", "sound", "noise", "'audio' of mr.export")
    }

  @Test("is refused, the own is not", arguments: films)
  func named(_ film: String, _ own: String, _ stranger: String, _ answer: String) {
    let mine = Runs.script(Self.preamble + film.replacing("TRACK", with: own))
    #expect(!mine.message.contains("another timeline"), "\(mine.message)")
    let outcome = Runs.script(Self.preamble + film.replacing("TRACK", with: stranger))
    #expect(outcome.message.contains(answer), "\(film): \(outcome.message)")
    #expect(outcome.message.contains("of another timeline; name the tracks of the timeline that"))
  }

  @Test(
    "a compositor that asks for it is told",
    arguments: [
      "frame", "upright_frame", "fitted_frame", "natural_size", "source_time", "metadata",
    ])
  func requests(_ method: String) throws {
    for before in ["", "from = here\n"] {
      for (track, isRefused) in [("picture", false), ("other", true)] {
        let outcome = Runs.script(
          Self.preamble + before + """
            local film = look {
              sources = { picture },
              compositor = function(r) local asked = r:\(method)(\(track)) return r:frame(picture) end,
            }
            return mr.export { here, video = film }
            """)
        let message: String
        do {
          let target = FrameTarget(size: PixelSize(8, 4), format: .rgba, color: .srgb)
          _ = try outcome.frame(at: 0.5, on: target)
          message = outcome.message
        } catch let error as MoonreelError { message = error.message }
        #expect(message.contains("is one of another timeline") == isRefused, "\(track): \(message)")
      }
    }
  }

  @Test("a composition has no tracks that a script could name") func compositions() {
    let outcome = Runs.script(
      Self.preamble + """
        local show = mr.composition(options)
        show:add { source = mr.source.test_card { size = { 8, 4 } }, duration = 1 }
        return mr.export { show, audio = mr.audio_mix():volume(sound, 0) }
        """)
    #expect(outcome.message.contains("a composition's sound is set by 'audio' of its layers"))
  }
}
