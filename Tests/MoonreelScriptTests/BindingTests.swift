// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelModel
import Testing

@testable import MoonreelScript

/// What scripts build, as values of the model.
@Suite struct BindingTests {
  private static let preamble = """
    local mr = require "moonreel"
    local clip = mr.source.test_card { size = { 320, 180 }, duration = 5 }
    local tone = mr.source.tone { duration = 5 }
    local timeline = mr.timeline { fps = 25 }
    local video, audio = timeline:add_track "video", timeline:add_track "audio"

    """

  private func request(_ script: String) throws -> ExportRequest {
    let outcome = Runs.script(Self.preamble + script)
    return try #require(outcome.result, "\(outcome.message)").request
  }

  private func ranges(_ track: Track) -> [String] {
    track.segments.map {
      $0.isEmpty ? "\($0.targetRange) empty" : "\($0.targetRange) \($0.sourceRange)"
    }
  }

  private func seconds(_ number: Double) throws -> Time { try Time(seconds: number) }

  @Test func editsOfTracks() throws {
    let timeline = try request(
      """
      video:insert(clip, { 0, 4 }, 0):insert(clip, { from = 1, duration = 1 })
      video:insert_empty { 2, 3 }
      video:remove { 0, 1 }
      video:retime({ 0, 1 }, 0.5)
      audio:insert_all { { tone, { 0, 1 } }, { range = { 0, 1 } }, { tone, { 2, 3 } } }
      return timeline
      """
    ).timeline
    #expect(
      ranges(timeline.tracks[0]) == [
        "[0.000 s, 0.500 s) [1.000 s, 2.000 s)", "[0.500 s, 1.500 s) empty",
        "[1.500 s, 3.500 s) [2.000 s, 4.000 s)", "[3.500 s, 4.500 s) [1.000 s, 2.000 s)",
      ])
    #expect(
      ranges(timeline.tracks[1]) == [
        "[0.000 s, 1.000 s) [0.000 s, 1.000 s)", "[1.000 s, 2.000 s) empty",
        "[2.000 s, 3.000 s) [2.000 s, 3.000 s)",
      ])
  }

  @Test func editsOfTimelines() throws {
    let timeline = try request(
      """
      timeline:insert(mr.asset(mr.samples.clips[1]), { 0, 2 }):insert(mr.asset(mr.samples.clips[2]), { 1, 3 }, 1)
      timeline:retime({ 0, 1 }, 2):reverse { 0, 1 }
      local other = mr.timeline()
      other:insert(timeline, { 0, 1 })
      other:add_track("video"):insert(timeline, { 0, 2 }, 0)
      return other
      """
    ).timeline
    #expect(timeline.tracks.count == 3)
    #expect(timeline.tracks[0].segments[0].isReversed)
    #expect(timeline.tracks[0].duration == Time(wholeSeconds: 1))
    guard case .timeline(let nested) = timeline.tracks[2].segments[0].source else {
      Issue.record("the third track holds the timeline itself")
      return
    }
    #expect(nested.duration == Time(wholeSeconds: 5))
  }

  @Test func framesAndTimecodesCountAtTheReceiver() throws {
    let timeline = try request(
      """
      video:insert(clip, { mr.frames(5), "00:00:02:00" }, "00:00:01:05")
      return timeline
      """
    ).timeline
    #expect(
      ranges(timeline.tracks[0]) == [
        "[0.000 s, 1.200 s) empty", "[1.200 s, 3.000 s) [0.200 s, 2.000 s)",
      ])
    let dropped = try request(
      """
      local ntsc = mr.timeline { fps = 29.97 }
      ntsc:add_track("video"):insert(mr.source.test_card { size = { 8, 8 } }, { 0, 1 }, "00:01:00;02")
      return ntsc
      """
    ).timeline
    #expect(
      dropped.tracks[0].segments[1].targetRange.start == (try FrameRate(29.97)).time(ofFrame: 1800))
  }

  @Test func layerTimesCountAtTheComposition() throws {
    let composition = try #require(
      try request(
        """
        video:insert(clip, { 0, 4 }, 0)
        local layer = mr.layer_instruction(video):opacity_ramp(1, 0, { mr.frames(30), mr.frames(60) })
        local look = mr.video_composition { size = { 320, 180 }, fps = 60,
          instructions = { { range = { 0, 4 }, layers = { layer } } } }
        return mr.export { timeline, video = look }
        """
      ).videoComposition)
    let layer = composition.instructions[0].layerInstructions[0]
    #expect(layer.opacity(at: try seconds(0.5)) == 1)
    #expect(layer.opacity(at: try seconds(0.75)) == 0.5)
    #expect(layer.opacity(at: try seconds(1)) == 0)
  }

  @Test func videoCompositions() throws {
    let composition = try #require(
      try request(
        """
        video:insert(clip, { 0, 4 }, 0)
        local layer = mr.layer_instruction(video)
          :transform(mr.transform.scale(2):translate(10, 20), 0)
          :transform_ramp(mr.transform.identity(), mr.transform.rotate(90), { 1, 2 })
          :crop({ 0, 0, 160, 90 }, 0):crop_ramp({ 0, 0, 160, 90 }, { 0, 0, 320, 180 }, { 2, 3 })
          :opacity(0.25, 3)
        local look = mr.video_composition { size = { 640, 360 }, fps = "30000/1001", scale = 0.5,
          background = "#ff0000", color = "bt601_625", seed = 9, frame_timing = video,
          instructions = {
            { range = { 0, 2 }, layers = { layer } },
            { range = { 2, 4 }, passthrough = video, background = { 0, 1, 0, 0.5 }, post_processing = false } } }
        return mr.export { timeline, video = look }
        """
      ).videoComposition)
    #expect(composition.renderSize == PixelSize(640, 360))
    #expect(composition.frameRate == (try FrameRate(30000, 1001)))
    #expect(composition.renderScale == 0.5)
    #expect(composition.color == .untagged(height: 576))
    #expect(composition.seed == 9)
    #expect(composition.sourceTrackIDForFrameTiming == TrackID(1))
    let (first, second) = (composition.instructions[0], composition.instructions[1])
    #expect(first.backgroundColor == Color(1, 0, 0))
    #expect(first.layerInstructions.map(\.trackID) == [TrackID(1)])
    let layer = first.layerInstructions[0]
    let map = AffineTransform(a: 2, b: 0, c: 0, d: 2, tx: 10, ty: 20)
    #expect(layer.transform(at: .zero) == map)
    #expect(layer.transform(at: Time(wholeSeconds: 2)) == AffineTransform(rotationDegrees: 90))
    let frame = Size(320, 180)
    #expect(
      layer.crop(at: try seconds(2.5), in: frame) == Rect(x: 0, y: 0, width: 240, height: 135))
    #expect(layer.opacity(at: Time(wholeSeconds: 4)) == 0.25)
    #expect(second.passthroughTrackID == TrackID(1))
    #expect(second.backgroundColor == Color(0, 1, 0, 0.5))
    #expect(!second.enablePostProcessing)
  }

  @Test func automaticCompositionsAreTheModelsOwn() throws {
    let made = try request(
      """
      video:insert(clip, { 0, 2 }, 0)
      timeline:add_track("video"):insert(clip, { 0, 1 }, 1)
      return mr.video_composition(timeline, { size = { 640, 640 }, background = "white" })
      """)
    let expected = VideoComposition.automaticInstructions(
      for: made.timeline, size: PixelSize(640, 640))
    let composition = try #require(made.videoComposition)
    #expect(composition.instructions.map(\.timeRange) == expected.map(\.timeRange))
    #expect(composition.instructions.allSatisfy { $0.backgroundColor == .white })
    #expect(composition.frameRate == (try FrameRate(25)))
  }

  @Test func audioMixes() throws {
    let mix = try #require(
      try request(
        """
        audio:insert(tone, { 0, 4 }, 0)
        local mix = mr.audio_mix():volume(audio, 0.5):volume_ramp(audio, 0.5, 1, { 1, 3 })
          :pitch(audio, "varispeed"):master_volume(0.25)
        assert(mix:volume_at(audio, 2) == 0.75)
        return mr.export { timeline, audio = mix }
        """
      ).audioMix)
    let parameters = try #require(mix.parameters(for: TrackID(2)))
    #expect(parameters.volume(at: .zero) == 0.5)
    #expect(parameters.volume(at: Time(wholeSeconds: 2)) == 0.75)
    #expect(parameters.timePitchAlgorithm == .varispeed)
    #expect(mix.master?.volume(at: .zero) == 0.25)
  }

  @Test func exports() throws {
    let request = try request(
      """
      video:insert(clip, { 0, 4 }, 0)
      return mr.export { timeline, preset = "720p", container = "mov", video_codec = "prores422",
        audio_codec = "pcm24", quality = 0.5, video_bit_rate = 2e6, video_options = { tune = "film", bf = 2 },
        alpha = true, chroma = "4:2:2", bit_depth = 10, sample_rate = 44100, channels = "mono", scale = 0.5, range = { "00:00:01:00", 3 },
        metadata = { title = "A", year = 2024 }, metadata_filter = "for_sharing", optimize_for_network = false,
        file_length_limit = 1e6, passthrough = "automatic", pitch = "time_domain", loudness = { target = "podcast", true_peak = -1.5 }, size = { 100, 50 }, fps = 10,
        render_quality = "best", chapters = { { range = { 0, 1 }, title = "One" } }, include_audio = false }
      """)
    #expect(request.preset?.name == "720p")
    #expect(request.output.container == .mov)
    #expect(request.output.videoCodec == .prores422)
    #expect(request.output.audioCodec == .pcm24)
    #expect(request.output.quality == 0.5)
    #expect(request.output.videoBitRate == 2_000_000)
    #expect(request.output.videoOptions == ["tune": "film", "bf": "2"])
    #expect(request.output.hasAlpha == true)
    #expect(request.output.chroma == .yuv422)
    #expect(request.output.bitDepth == 10)
    #expect(request.output.channelLayout == .mono)
    #expect(request.output.chapters == [Chapter(range: try TimeRange(seconds: 0, 1), title: "One")])
    #expect(!request.output.includesAudio && request.output.includesVideo)
    #expect(request.timeRange == (try TimeRange(seconds: 1, 3)))
    #expect(request.metadata == ["title": "A", "year": "2024"])
    #expect(request.metadataFilter == .forSharing)
    #expect(request.passthrough == .automatic)
    #expect(request.timePitchAlgorithm == .timeDomain)
    #expect(request.loudness == (try LoudnessTarget(integrated: -16, truePeak: -1.5)))
    #expect(request.renderQuality.rawValue == "best")
    #expect(request.videoComposition?.renderSize == PixelSize(100, 50))
    #expect(request.videoComposition?.frameRate == (try FrameRate(10)))
  }

  @Test(arguments: [
    ("-14", -14.0), ("'broadcast'", -23), ("'streaming'", -14), ("{ target = -18 }", -18),
  ])
  func loudness(_ given: String, _ answer: Double) throws {
    let request = try request(
      "video:insert(clip, { 0, 4 }, 0)\nreturn mr.export { timeline, loudness = \(given) }")
    #expect(request.loudness == (try LoudnessTarget(integrated: answer)))
  }

  @Test func hdrIsKeptOrMapped() throws {
    let made = try request(
      "video:insert(clip, { 0, 4 }, 0)\nreturn mr.export { timeline, hdr = 'keep' }")
    #expect(made.hdr == .keep && made.videoComposition == nil)
    let mapped = try request(
      "video:insert(clip, { 0, 4 }, 0)\nreturn mr.export { timeline, hdr = 'tone_map', fps = 10 }")
    #expect(mapped.hdr == .toneMap && mapped.videoComposition?.color == .bt709)
    let composition = try #require(
      try request(
        """
        video:insert(clip, { 0, 4 }, 0)
        return mr.export { timeline, video = mr.video_composition(timeline, { hdr = "keep", hdr_metadata = {
          mastering_display = { primaries = { { 0.708, 0.292 }, { 0.17, 0.797 }, { 0.131, 0.046 } },
            min_luminance = 0.005, max_luminance = 1000 },
          content_light = { max_content = 900, max_average = 300 } } }) }
        """
      ).videoComposition)
    // The clip is no HDR one: there is nothing to keep.
    #expect(composition.color == .bt709)
    let hdr = try #require(composition.hdrMetadata)
    #expect(hdr.contentLight == .init(maxContent: 900, maxAverage: 300))
    #expect(
      hdr.masteringDisplay
        == .init(
          primaries: [SIMD2(0.708, 0.292), SIMD2(0.17, 0.797), SIMD2(0.131, 0.046)],
          white: SIMD2(0.3127, 0.329), minLuminance: 0.005, maxLuminance: 1000))
  }

  @Test(arguments: [
    ("mr.export { timeline, hdr = 'kept' }", "did you mean 'keep'?"),
    (
      "mr.export { timeline, hdr = 'keep', video = mr.video_composition(timeline, {}) }",
      "what is exported says it; give 'hdr' or 'color' there"
    ),
    ("mr.video_composition(timeline, { hdr = 'keep', color = 'bt2020_pq' })", "give one of them"),
    ("mr.video_composition { size = { 4, 4 }, hdr = 'keep' }", "needs a timeline"),
    ("mr.video_composition(timeline, { hdr_metadata = {} })", "'content_light' or both"),
    (
      "mr.video_composition(timeline, { hdr_metadata = { mastering_display = {} } })",
      "needs 'primaries'"
    ),
  ])
  func hdrMistakesAreTold(_ call: String, _ sentence: String) {
    let script = "video:insert(clip, { 0, 4 }, 0)\nreturn \(call)"
    let message = Runs.script(Self.preamble + script).message
    #expect(message.contains(sentence), "\(message)")
  }

  @Test func resultsOfEveryKind() throws {
    #expect(try request("return timeline").timeline.tracks.count == 2)
    #expect(
      try request("return mr.asset(mr.samples.clips[3])").timeline.duration == Time(wholeSeconds: 4)
    )
    let still = try request("return mr.image.test_card { size = { 64, 36 } }")
    #expect(still.timeline.naturalSize == PixelSize(64, 36))
    #expect(still.timeline.duration == (try FrameRate(30)).frameDuration)
  }

  @Test func tracksAndTimelinesReadBack() throws {
    let lines = Runs.output(
      Self.preamble + """
        video:insert(clip, { 0, 4 }, 1)
        video.enabled, video.language, video.preferred_volume = false, "deu", 0.5
        video.preferred_transform = mr.transform.rotate(90)
        timeline.natural_size = { 10, 20 }
        print(timeline.duration, #timeline.tracks, timeline:track(1).kind, timeline:track(9))
        print(video.enabled, video.language, video.preferred_volume, video.preferred_transform)
        print(#video.segments, video.segments[1].is_empty, video.segments[2].source_range[2])
        print(video:segment_at(2).range[1], video:segment_at(99), timeline:compatible_track(tone).id)
        print(timeline.natural_size[1], timeline.natural_size[2], timeline.fps)
        """)
    #expect(
      lines == [
        "5.0\t2\tvideo\tnil", "false\tdeu\t0.5\ttransform { 0, 1, -1, 0, 0, 0 }", "2\ttrue\t4.0",
        "1.0\tnil\t2", "10\t20\t25.0",
      ])
  }

  @Test func numbersOfPicturesAreRoundedOnce() throws {
    let lines = Runs.output(
      "local mr = require 'moonreel' local c = mr.color { 0.1, 0.2, 0.3 }.rgba print(c[1] == 0.1, c[4]) "
        + "print(mr.transform.translate(0.1, 0).tx == 0.1)")
    #expect(lines == ["false\t1.0", "false"])
    #expect(Double(Float(0.1)) != 0.1)
  }
}
