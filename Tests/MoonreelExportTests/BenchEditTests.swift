// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import MoonreelMedia
import MoonreelModel
import MoonreelRender
import Testing

@testable import MoonreelExport

/// The edits that the benchmark times, judged by pixels: drawn frames against what the ffmpeg command
/// line decodes. The clips are not part of the repository; without them these tests are skipped.
@Suite(.enabled(if: Workspace.hasShared("bench/media/A.mp4"), "the benchmark's clips are absent"))
struct BenchEditTests {
  private static let size = PixelSize(1920, 1080)
  private let workspace: Workspace
  private let rate: FrameRate

  init() throws {
    workspace = try Workspace()
    rate = try FrameRate(30)
  }

  private func path(_ name: String) -> String {
    Workspace.sharedFolder + "/bench/media/\(name).mp4"
  }

  private func clip(_ name: String) throws -> Asset {
    try Asset.load(path: path(name), gate: workspace.gate)
  }

  /// Frames of a clip as ffmpeg decodes them, by index.
  private func decoded(_ name: String, _ frames: [Int]) throws -> [Int: [UInt8]] {
    let ordered = Set(frames).sorted()
    guard !ordered.isEmpty else { return [:] }
    let choice = ordered.map { "eq(n,\($0))" }.joined(separator: "+")
    let data = try Tool.run(
      "ffmpeg",
      ["-v", "error", "-i", path(name), "-map", "0:v:0", "-vf", "select='\(choice)'"]
        + ["-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt", "yuv420p", "-"])
    let bytes = Self.size.width * Self.size.height * 3 / 2
    #expect(data.count == bytes * ordered.count)
    return Dictionary(
      uniqueKeysWithValues: ordered.enumerated().map { place, frame in
        (frame, [UInt8](data[place * bytes..<(place + 1) * bytes]))
      })
  }

  /// Frames of `timeline` as they go to the encoder.
  private func drawn(
    _ timeline: Timeline, _ frames: [Int], _ look: VideoComposition? = nil
  ) throws -> [[UInt8]] {
    let reader = CompositionReader(timeline: timeline, composition: look, gate: workspace.gate)
    let renderer = PictureRenderer()
    let target = FrameTarget(size: Self.size, format: .yuv420(), color: .bt709)
    return try frames.map { frame in
      let image = try reader.image(at: rate.time(ofFrame: Int64(frame)))
      return Self.bytes(of: try renderer.render(image, to: target))
    }
  }

  private static func bytes(of frame: FrameBuffer) -> [UInt8] {
    var bytes: [UInt8] = []
    for plane in frame.planes {
      for row in 0..<plane.size.height {
        bytes += UnsafeRawBufferPointer(
          start: plane.base + row * plane.strideBytes, count: plane.size.width)
      }
    }
    return bytes
  }

  /// Decibels between two frames; infinite where they are equal.
  private func psnr(_ first: [UInt8], _ second: [UInt8]) -> Double {
    guard first.count == second.count else { return 0 }
    var sum = 0
    for index in first.indices {
      let difference = Int(first[index]) - Int(second[index])
      sum += difference * difference
    }
    return sum == 0 ? .infinity : 10 * log10(255 * 255 * Double(first.count) / Double(sum))
  }

  private func frameCount(_ timeline: Timeline, _ look: VideoComposition? = nil) throws -> Int64 {
    try ExportJob(
      ExportRequest(timeline: timeline, videoComposition: look), path: "out.mp4",
      gate: FileGate(folders: [])
    ).frameCount
  }

  @Test func e1ConcatPassesFramesOn() throws {
    var timeline = Timeline()
    for name in ["A", "B", "C"] {
      try timeline.insert(TimeRange(seconds: 0, 10), of: clip(name), at: nil)
    }
    #expect(try frameCount(timeline) == 900)
    let own = [0, 1, 150, 299]
    for (place, name) in ["A", "B", "C"].enumerated() {
      let reference = try decoded(name, own)
      let frames = try drawn(timeline, own.map { $0 + place * 300 })
      for (frame, picture) in zip(own, frames) {
        #expect(picture == reference[frame], "\(name), frame \(frame)")
      }
    }
  }

  @Test func e2CrossfadeMixesCodeValues() throws {
    var timeline = Timeline()
    let tracks = [timeline.addTrack(.video), timeline.addTrack(.video)]
    for (place, name) in ["A", "B", "C"].enumerated() {
      let source = try #require(clip(name).video)
      let start = try Time(seconds: Double(place) * 9)
      try timeline.updateTrack(tracks[place % 2]) { track in
        try track.insert(TimeRange(seconds: 0, 10), of: .asset(source), at: start)
      }
    }
    var top = LayerInstruction(trackID: tracks[1])
    top.setOpacity(0, at: .zero)
    top.addOpacityRamp(from: 0, to: 1, in: try TimeRange(seconds: 9, 10))
    top.addOpacityRamp(from: 1, to: 0, in: try TimeRange(seconds: 18, 19))
    var bottom = LayerInstruction(trackID: tracks[0])
    bottom.addOpacityRamp(from: 1, to: 0, in: try TimeRange(seconds: 27, 28))
    var instruction = VideoInstruction(timeRange: try TimeRange(seconds: 0, 28))
    instruction.layerInstructions = [top, bottom]
    let look = VideoComposition(
      renderSize: Self.size, frameRate: rate, instructions: [instruction])
    #expect(try frameCount(timeline, look) == 840)

    // (output frame, clip below, its frame, clip above, its frame, share of the one above)
    let cases: [(Int, String, Int, String?, Int, Double)] = [
      (10, "A", 10, nil, 0, 0), (270, "A", 270, "B", 0, 0), (279, "A", 279, "B", 9, 0.3),
      (299, "A", 299, "B", 29, 29.0 / 30), (555, "C", 15, "B", 285, 0.5),
      (700, "C", 160, nil, 0, 0), (825, "C", 285, "black", 0, 0.5),
    ]
    var references: [String: [Int: [UInt8]]] = [:]
    for name in ["A", "B", "C"] {
      let frames = cases.filter { $0.1 == name }.map(\.2) + cases.filter { $0.3 == name }.map(\.4)
      references[name] = try decoded(name, frames)
    }
    let pictures = try drawn(timeline, cases.map(\.0), look)
    for (edit, picture) in zip(cases, pictures) {
      var expected = references[edit.1]?[edit.2] ?? []
      if let above = edit.3 {
        expected = mix(expected, references[above]?[edit.4], share: edit.5)
      }
      #expect(psnr(picture, expected) >= 45, "frame \(edit.0): \(psnr(picture, expected)) dB")
    }
  }

  /// `share` of `above` (black where there is none) and the rest of `below`, in code values.
  private func mix(_ below: [UInt8], _ above: [UInt8]?, share: Double) -> [UInt8] {
    let luma = Self.size.width * Self.size.height
    return below.indices.map { index in
      let other = above.map { Double($0[index]) } ?? (index < luma ? 16 : 128)
      return UInt8((Double(below[index]) * (1 - share) + other * share).rounded())
    }
  }

  @Test func e5SpeedTakesEveryOtherFrame() throws {
    var timeline = Timeline()
    try timeline.insert(TimeRange(seconds: 0, 10), of: clip("A"), at: nil)
    try timeline.retime(TimeRange(seconds: 0, 10), to: Time(wholeSeconds: 5))
    #expect(try frameCount(timeline) == 150)
    let frames = [0, 1, 2, 74, 149]
    let reference = try decoded("A", frames.map { $0 * 2 })
    for (frame, picture) in zip(frames, try drawn(timeline, frames)) {
      #expect(picture == reference[frame * 2], "frame \(frame)")
    }
  }

  @Test func e6TrimKeepsFrames() throws {
    var timeline = Timeline()
    try timeline.insert(TimeRange(seconds: 0, 7), of: clip("A"), at: nil)
    #expect(try frameCount(timeline) == 210)
    let frames = [0, 100, 209]
    let reference = try decoded("A", frames)
    for (frame, picture) in zip(frames, try drawn(timeline, frames)) {
      #expect(picture == reference[frame], "frame \(frame)")
    }
  }

  /// Copied, though the seventh second does not end at a key frame: the same pictures and sound.
  @Test func e6CopiesExactly() throws {
    var timeline = Timeline()
    try timeline.insert(TimeRange(seconds: 0, 7), of: clip("A"), at: nil)
    var request = ExportRequest(timeline: timeline)
    request.preset = .passthrough
    let file = try export(request, to: "e6.mp4", in: workspace)
    #expect(file.video?.frames == 210)
    #expect(file.video?.duration == 7 && file.audio?.duration == 7 && file.duration == 7)
    let source = try Tool.run("ffmpeg", ["-v", "error", "-i", path("A")] + Self.hashes)
    let copy = try Tool.run("ffmpeg", ["-v", "error", "-i", file.path] + Self.hashes)
    #expect(!copy.isEmpty && copy == source)
    #expect(try file.samples().prefix(336_000) == Measured(path("A")).samples().prefix(336_000))
    let video = try #require(Asset.load(path: file.path, gate: workspace.gate).video)
    #expect(video.timeRange == (try TimeRange(seconds: 0, 7)))
  }

  private static let hashes = ["-map", "0:v", "-t", "7", "-f", "framemd5", "-"]

  /// The whole way at a quarter of the size: every frame arrives, sound and pictures end together.
  @Test func e1ExportsWhole() throws {
    var timeline = Timeline()
    for name in ["A", "B", "C"] {
      try timeline.insert(TimeRange(seconds: 8, 10), of: clip(name), at: nil)
    }
    var request = ExportRequest(timeline: timeline)
    request.scale = 0.125
    request.output.videoOptions = ["preset": "ultrafast"]
    let file = try export(request, to: "e1.mp4", in: workspace)
    #expect(file.video?.frames == 180)
    #expect(abs((file.audio?.duration ?? 0) - 6) < 0.001)
  }
}
