// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelModel
import Testing

@testable import MoonreelExport

@Suite struct PresetTests {
  @Test func presetsHaveNamesOfTheirOwnAndSayWhatTheyDo() {
    let names = ExportPreset.all.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(ExportPreset.all.allSatisfy { !$0.summary.isEmpty && !$0.containers.isEmpty })
  }

  @Test func anUnknownPresetNamesTheNearest() {
    let error = #expect(throws: MoonreelError.self) { try ExportPreset.named("1080") }
    #expect(error?.message.contains("did you mean '1080p'") == true)
  }

  @Test(arguments: [
    ("a.mp4", Container.mp4), ("a.b/clip.MOV", .mov), ("x.webm", .webm), ("frames/", .png),
    ("frame_%04d.png", .png), ("/dev/null", .mp4), ("song.opus", .opus),
    ("-", .mkv),
  ])
  func theEndingNamesTheContainer(_ path: String, _ container: Container) throws {
    let request = ExportRequest(timeline: Timeline())
    #expect(try request.container(forPath: path) == container)
  }

  @Test(arguments: ["clip", "clip.xyz", "a.mp4/clip"])
  func otherEndingsAreErrors(_ path: String) {
    let request = ExportRequest(timeline: Timeline())
    let error = #expect(throws: MoonreelError.self) { try request.container(forPath: path) }
    #expect(error?.message.contains("Cannot tell the kind of file") == true)
  }

  struct Sized: Sendable, CustomTestStringConvertible {
    var preset: String?
    var size: PixelSize
    var scale = 1.0
    var expected: PixelSize
    var testDescription: String { "\(preset ?? "none") of \(size) at \(scale)" }
  }

  @Test(arguments: [
    Sized(preset: nil, size: PixelSize(1920, 1080), expected: PixelSize(1920, 1080)),
    Sized(preset: "720p", size: PixelSize(1920, 1080), expected: PixelSize(1280, 720)),
    Sized(preset: "720p", size: PixelSize(1080, 1920), expected: PixelSize(720, 1280)),
    Sized(preset: "1080p", size: PixelSize(640, 360), expected: PixelSize(640, 360)),
    Sized(preset: "480p", size: PixelSize(1920, 1080), expected: PixelSize(640, 360)),
    Sized(preset: nil, size: PixelSize(1280, 720), scale: 0.3, expected: PixelSize(384, 216)),
    Sized(preset: nil, size: PixelSize(100, 60), scale: 0.33, expected: PixelSize(34, 20)),
  ])
  func sizesFitThePreset(_ sized: Sized) throws {
    let timeline = try Timeline.of(GraySource(naturalSize: sized.size), seconds: 1)
    var request = ExportRequest(timeline: timeline)
    request.preset = try sized.preset.map { try ExportPreset.named($0) }
    request.scale = sized.scale
    #expect(try request.settings(forPath: "a.mp4").video?.size == sized.expected)
  }

  @Test(
    "films for players that take no more than a profile and a level",
    arguments: ["m4v-480p", "m4v-720p"])
  func playersOfTheirTime(_ name: String) throws {
    let workspace = try Workspace()
    let source = GraySource(naturalSize: PixelSize(1920, 1080))
    var request = ExportRequest(
      timeline: try .of(source, seconds: 0.2, audio: LevelSource()))
    request.preset = try .named(name)
    let file = try export(request, to: "film.m4v", in: workspace)
    #expect(file.video?.codec == "h264" && file.audio?.codec == "aac")
    #expect(file.video?.tags["profile"] == "Main")
    #expect(file.video?.width == (name == "m4v-480p" ? 640 : 1280))
  }

  @Test("alpha in HEVC is written where the encoder can, else refused with what to use")
  func hevcAlpha()
    throws
  {
    let workspace = try Workspace()
    var request = ExportRequest(timeline: try .of(GraySource(), seconds: 0.2))
    request.preset = try .named("hevc-alpha")
    guard !VideoCodec.hevc.canHaveAlpha else {
      let file = try export(request, to: "a.mov", in: workspace)
      #expect(file.video?.codec == "hevc")
      return
    }
    let error = #expect(throws: MoonreelError.self) { try request.settings(forPath: "a.mov") }
    #expect(
      error?.message.contains("Use 'prores4444' for editors, or 'webm-alpha' for browsers") == true)
    #expect(try !ExportPreset.named("hevc-alpha").isAvailable)
    #expect(!ExportPreset.compatible(with: request).map(\.name).contains("hevc-alpha"))
    request.output.hasAlpha = false
    #expect(try request.settings(forPath: "a.mov").video?.format == .yuv420())
  }

  @Test func whatIsSaidOverrulesThePreset() throws {
    var request = ExportRequest(
      timeline: try .of(GraySource(), seconds: 1, audio: LevelSource()))
    request.preset = try .named("highest")
    request.output.quality = 0.9
    request.output.videoOptions = ["preset": "veryfast"]
    request.output.audioBitRate = 96_000
    let settings = try request.settings(forPath: "a.mp4")
    #expect(settings.video?.codec == .h264)
    #expect(settings.video?.quality == 0.9)
    #expect(settings.video?.options["preset"] == "veryfast")
    #expect(settings.audio?.bitRate == 96_000)
  }

  @Test func filesHoldOnlyWhatThereIs() throws {
    let silent = ExportRequest(timeline: try .of(GraySource(), seconds: 1))
    #expect(try silent.settings(forPath: "a.mp4").audio == nil)
    var request = ExportRequest(
      timeline: try .of(GraySource(), seconds: 1, audio: LevelSource()))
    #expect(try request.settings(forPath: "a.wav").video == nil)
    request.output.includesVideo = false
    #expect(try request.settings(forPath: "a.mp4").video == nil)
    let error = #expect(throws: MoonreelError.self) { try silent.settings(forPath: "a.wav") }
    #expect(error?.message.contains("has only pictures") == true)
  }

  @Test func metadataPassesItsFilter() {
    let tags = [
      "title": "A", "location": "+48", "creation_time": "2024", "com.apple.quicktime.make": "x",
    ]
    #expect(MetadataFilter.all.apply(to: tags) == tags)
    #expect(MetadataFilter.none.apply(to: tags).isEmpty)
    #expect(MetadataFilter.forSharing.apply(to: tags) == ["title": "A"])
    #expect(MetadataFilter.only(["location"]).apply(to: tags) == ["location": "+48"])
  }

  @Test func compatibilityFollowsTheTimeline() throws {
    let sound = Timeline()
    #expect(ExportPreset.compatible(with: ExportRequest(timeline: sound)).isEmpty)
    let pictures = ExportRequest(timeline: try .of(GraySource(), seconds: 1))
    let names = ExportPreset.compatible(with: pictures).map(\.name)
    #expect(names.contains("1080p"))
    #expect(!names.contains("mp3"), "there is no sound")
    #expect(!names.contains("passthrough"), "there is no file")
  }

  @Test(arguments: [0.0, -1, 17, .nan])
  func scalesOutOfRangeAreErrors(_ scale: Double) throws {
    var request = ExportRequest(timeline: try .of(GraySource(), seconds: 1))
    request.scale = scale
    #expect(throws: MoonreelError.self) {
      try ExportSession(request, outputPath: "a.mp4", gate: .unrestricted)
    }
  }
}
