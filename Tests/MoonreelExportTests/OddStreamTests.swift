// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelModel
import Testing

@testable import MoonreelExport

/// Streams that change midway, begin late, or carry no pictures.
@Suite struct OddStreamTests {
  /// One second of one colour (ffmpeg's name) as a bare or transport stream.
  private func second(
    _ path: String, _ color: String, _ size: String, codec: [String], offset: Int
  ) throws {
    try Tool.ffmpeg(
      ["-f", "lavfi", "-i", "color=\(color):s=\(size):r=25,format=yuv420p", "-frames:v", "25"]
        + codec + ["-output_ts_offset", "\(offset)", path])
  }

  /// The colour of one pixel of the picture at `time`: red, green and blue from 0 to 255.
  private func pixel(_ x: Int, _ y: Int, _ generator: StillGenerator, at time: Double) throws
    -> [Int]
  {
    let frame = try generator.still(at: try Time(seconds: time)).frame
    let row = frame.planes[0].base + y * frame.planes[0].strideBytes
    let bytes = row.assumingMemoryBound(to: UInt8.self)
    return (0..<3).map { Int(bytes[x * 4 + $0]) }
  }

  struct Change: Sendable, CustomTestStringConvertible {
    var ending: String
    var codec: [String]
    var testDescription: String { ending }
  }

  /// Red in 64x32, then green in 32x64: fitted into the first size, 16x32 in the middle, with what lies
  /// behind at its sides.
  @Test(arguments: [
    Change(ending: "h264", codec: ["-c:v", "libx264", "-bf", "2", "-g", "12"]),
    Change(ending: "ts", codec: ["-c:v", "libx264", "-bf", "2", "-g", "12"]),
    Change(ending: "ts", codec: ["-c:v", "mpeg2video", "-bf", "2", "-g", "12"]),
  ])
  func aNewSizeMidwayIsFittedIntoTheFirst(_ change: Change) throws {
    let workspace = try Workspace()
    let (first, second) = ("a.\(change.ending)", "b.\(change.ending)")
    try self.second(workspace.path(first), "red", "64x32", codec: change.codec, offset: 0)
    try self.second(workspace.path(second), "lime", "32x64", codec: change.codec, offset: 1)
    let whole = workspace.path("c.\(change.ending)")
    try Tool.run("sh", ["-c", "cat \(workspace.path(first)) \(workspace.path(second)) > \(whole)"])
    let timeline = try Timeline.of(file: whole, gate: workspace.gate)
    #expect(timeline.naturalSize == PixelSize(64, 32))
    let generator = try StillGenerator(timeline: timeline, gate: workspace.gate)
    // Forwards, back over the change, and forwards again.
    for time in [0.2, 1.3, 0.5, 1.7] {
      let (middle, side) = (
        try pixel(32, 16, generator, at: time), try pixel(4, 16, generator, at: time)
      )
      if time < 1 {
        #expect(
          middle[0] > 240 && middle[1] < 12 && side == middle, "at \(time): \(middle), \(side)")
      } else {
        #expect(middle[0] < 12 && middle[1] > 240, "at \(time): \(middle)")
        #expect(side.allSatisfy { $0 < 12 }, "at \(time): \(side)")
      }
    }
    let file = try export(ExportRequest(timeline: timeline), to: "out.mp4", in: workspace)
    // The stamps of the second MPEG-2 stream begin on the first one's last frame.
    #expect(file.video?.frames == (try Measured(whole).video?.frames))
    #expect((file.video?.width, file.video?.height) == (64, 32))
  }

  /// Opus from 0 s, pictures from 7 ms on, as such files often are: two of them joined show no black.
  @Test func picturesThatBeginLateAreJoinedWithoutAGap() throws {
    let workspace = try Workspace()
    let path = workspace.path("late.webm")
    let (pictures, sound) = (workspace.path("pictures.webm"), workspace.path("sound.webm"))
    try Tool.ffmpeg(
      ["-f", "lavfi", "-i", "color=white:s=64x32:r=25:d=1,format=yuv420p", "-c:v", "libvpx-vp9"]
        + [pictures])
    try Tool.ffmpeg(["-f", "lavfi", "-i", "sine=d=1", "-c:a", "libopus", sound])
    // Packets that are copied keep their stamps in every version of FFmpeg.
    try Tool.ffmpeg(["-itsoffset", "0.007", "-i", pictures, "-i", sound, "-c", "copy", path])
    let asset = try Asset.load(path: path, gate: workspace.gate)
    #expect(asset.video?.timeRange.start == (try Time(seconds: 0.007)))
    var timeline = Timeline()
    for _ in 0..<2 { try timeline.insert(TimeRange(seconds: 0, 1), of: asset, at: nil) }
    var request = ExportRequest(timeline: timeline)
    request.preset = try .named("ffv1")
    let grays = try export(request, to: "out.mkv", in: workspace).grays()
    #expect(grays.count == 50)
    #expect(grays.allSatisfy { $0 > 225 }, "\(grays)")
  }

  /// The timecode track of a MOV file and the text track of an MP4 file, cut like any other track.
  @Test func dataAndTextGoAlongAsTimedSegments() throws {
    let workspace = try Workspace()
    try Tool.ffmpeg(
      ["-f", "lavfi", "-i", "color=gray:s=64x32:r=25:d=2", "-timecode", "01:00:00:00"]
        + ["-c:v", "libx264", workspace.path("a.mov")])
    let clip = try Asset.load(path: workspace.path("a.mov"), gate: workspace.gate)
    let data = try #require(clip.tracks(.metadata).first)
    #expect(data.codecName == "tmcd")
    let samples = try TimedTextReader(track: data, gate: workspace.gate)
      .samples(in: data.timeRange)
    #expect(samples.first?.fields["frame"] == "90000")
    var timeline = Timeline()
    try timeline.insert(TimeRange(seconds: 0.5, 1.5), of: clip, at: nil)
    let track = try #require(timeline.tracks(.metadata).first)
    #expect(track.segments.map(\.sourceRange) == [try TimeRange(seconds: 0.5, 1.5)])
    var look = VideoComposition(propertiesOf: timeline)
    look.sourceMetadataTrackIDs = [track.id]
    let reader = CompositionReader(
      timeline: timeline, composition: look, gate: workspace.gate)
    let request = try reader.request(for: ReadingContext(time: Time(seconds: 0.2)))
    #expect(request?.metadata[track.id] == ["kind": "tmcd", "frame": "90000"])
  }

  @Test func textTracksOfMoviesAreCutAndMoved() throws {
    let workspace = try Workspace()
    let text =
      "1\n00:00:00,500 --> 00:00:01,000\nhello\n\n2\n00:00:01,200 --> 00:00:01,700\nworld\n"
    try Tool.run("sh", ["-c", "printf '\(text)' > \(workspace.path("a.srt"))"])
    try Tool.ffmpeg(
      ["-f", "lavfi", "-i", "color=gray:s=64x32:r=25:d=2", "-i", workspace.path("a.srt")]
        + ["-c:v", "libx264", "-c:s", "mov_text", workspace.path("a.mp4")])
    let clip = try Asset.load(path: workspace.path("a.mp4"), gate: workspace.gate)
    let track = try #require(clip.tracks(.subtitle).first)
    let samples = try TimedTextReader(track: track, gate: workspace.gate)
      .samples(in: TimeRange(seconds: 0, 2)).filter { $0.text?.isEmpty == false }
    #expect(samples.map(\.text) == ["hello", "world"])
    #expect(
      samples.map(\.range) == [try TimeRange(seconds: 0.5, 1), try TimeRange(seconds: 1.2, 1.7)])
    var timeline = Timeline()
    try timeline.insert(TimeRange(seconds: 0.25, 1.25), of: clip, at: nil)
    let id = try #require(timeline.tracks(.subtitle).first).id
    try timeline.updateTrack(id) {
      try $0.retime(TimeRange(seconds: 0, 1), to: Time(seconds: 2))
    }
    let segment = try #require(timeline[id]?.segments.first)
    #expect(segment.sourceTime(at: try Time(seconds: 0.5)) == (try Time(seconds: 0.5)))
    #expect(segment.targetRange == (try TimeRange(seconds: 0, 2)))
  }

  /// A still of AVIF; one of HEIC where this machine can make one (libav cannot).
  @Test(arguments: ["avif", "heic"])
  func stillsOfVideoCodecsAreStills(_ ending: String) throws {
    let workspace = try Workspace()
    let path = workspace.path("a.\(ending)")
    let source = ["-f", "lavfi", "-i", "color=red:s=64x32", "-frames:v", "1"]
    do {
      if ending == "avif" {
        try Tool.ffmpeg(source + ["-c:v", "libaom-av1", "-still-picture", "1", path])
      } else {
        try Tool.ffmpeg(source + [workspace.path("a.png")])
        try Tool.run("heif-enc", ["-o", path, workspace.path("a.png")])
      }
    } catch {
      print("stills of \(ending): no program here makes one; not tested")
      return
    }
    let asset = try Asset.load(path: path, gate: workspace.gate)
    let video = try #require(asset.video)
    #expect(video.video?.isStillImage == true)
    #expect(video.video?.naturalSize == PixelSize(64, 32))
    var timeline = Timeline()
    let id = timeline.addTrack(.video)
    try timeline.updateTrack(id) {
      try $0.insert(TimeRange(seconds: 0, 3), of: .asset(video), at: nil)
    }
    let generator = try StillGenerator(timeline: timeline, gate: workspace.gate)
    for time in [0, 1.5, 2.9] {
      let color = try pixel(32, 16, generator, at: time)
      #expect(color[0] > 235 && color[1] < 20 && color[2] < 20, "\(color)")
    }
  }
}
