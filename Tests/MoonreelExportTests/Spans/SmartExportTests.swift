// SPDX-License-Identifier: MIT

import Foundation
import MediaTools
import MoonreelCore
import MoonreelMedia
import MoonreelModel
import Testing

@testable import MoonreelExport

/// Exports that copy what is a clip's own.
@Suite struct SmartExportTests {
  let workspace: Workspace
  static let size = PixelSize(160, 96)

  init() throws { workspace = try Workspace() }

  static let x264 =
    "-c:v libx264 -preset veryfast -crf 20 -g 25 -sc_threshold 0 -bf 2 -pix_fmt yuv420p"

  /// A clip of `frames` frames that all differ, and a tone, with colours as films of their size have them.
  func clip(
    _ name: String, _ options: String = Self.x264, frames: Int = 100, rate: String = "25",
    picture: String = "testsrc2"
  ) throws -> Asset {
    try Tool.ffmpeg(
      ["-f", "lavfi", "-i", "\(picture)=s=160x96:r=\(rate)", "-f", "lavfi"]
        + ["-i", "sine=r=48000", "-frames:v", "\(frames)", "-shortest"]
        + [
          "-vf",
          "scale=out_color_matrix=bt709,setparams=color_primaries=bt709:color_trc=bt709:colorspace=bt709:range=tv",
        ]
        + [
          "-color_primaries", "bt709", "-color_trc", "bt709", "-colorspace", "bt709",
          "-color_range", "tv",
        ]
        + options.split(separator: " ").map(String.init)
        + (name.hasSuffix("mkv") || name.hasSuffix("mov")
          ? ["-c:a", "pcm_s16le"] : ["-c:a", "aac"])
        + [workspace.path(name)])
    return try Asset.load(path: workspace.path(name), gate: workspace.gate)
  }

  func timeline(_ pieces: [(Asset, Int, Int)]) throws -> Timeline {
    var timeline = Timeline()
    for (asset, first, end) in pieces {
      let range = try TimeRange(seconds: Double(first) / 25, Double(end) / 25)
      try timeline.insert(range, of: asset, at: nil)
    }
    return timeline
  }

  func request(_ timeline: Timeline, _ codec: VideoCodec = .h264) -> ExportRequest {
    var request = ExportRequest(timeline: timeline)
    request.output.videoCodec = codec
    return request
  }

  /// What was written, and which of its frames were copied.
  struct Written {
    var file: Measured
    var copied: [Range<Int>]
    var reasons: [String]
    var copiesSound = false
    var spanCount: Int?
  }

  /// - Parameter isKept: whether what is encoded is cut as for a cache.
  func export(
    _ request: ExportRequest, to name: String, isKept: Bool = false
  ) throws -> Written {
    var request = request
    request.copiesUntouched = request.copiesUntouched ?? .asked
    if isKept { request.spans = SpanOptions(cache: nil) }
    let path = workspace.path(name)
    let summary = try ExportSession(request, outputPath: path, gate: workspace.gate).run()
    var written = Written(file: try Measured(path), copied: [], reasons: [])
    written.copiesSound = summary.copies?.copiesSound == true
    written.spanCount = summary.spans?.spans
    for stretch in try #require(summary.copies).stretches {
      switch stretch {
      case .copied(let range, _):
        let ends = [range.start, range.end].map { Int(($0.seconds * 25).rounded()) }
        written.copied.append(ends[0]..<ends[1])
      case .encoded(_, let reason): written.reasons.append(reason)
      }
    }
    try expectSound(path, frames: Int(summary.frames))
    return written
  }

  /// The file decodes without a word of complaint, its frames are shown when they are due, and none is decoded before the
  /// one before it.
  private func expectSound(_ path: String, frames: Int) throws {
    let complaints = try Tool.run(
      "sh", ["-c", "ffmpeg -v warning -i '\(path)' -map 0:v -f null - 2>&1"])
    #expect(complaints.isEmpty, "\(String(decoding: complaints, as: UTF8.self))")
    func times(_ entry: String) throws -> [Double] {
      let text = try Tool.run(
        "ffprobe",
        [
          "-v", "error", "-select_streams", "v", "-show_entries", "packet=\(entry)", "-of",
          "csv=p=0", path,
        ])
      return String(decoding: text, as: UTF8.self).split { $0 == "\n" || $0 == "," }
        .compactMap { Double($0) }
    }
    let shown = try times("pts_time").sorted()
    let start = try #require(shown.first)
    #expect(shown.count == frames)
    for (index, time) in shown.enumerated() {
      // Matroska counts in milliseconds.
      #expect(abs(time - start - Double(index) / 25) <= 0.0006, "frame \(index) at \(time)")
    }
    let decoded = try times("dts_time")
    #expect(zip(decoded, decoded.dropFirst()).allSatisfy { $0 < $1 }, "\(decoded)")
  }

  /// Pictures are compared as a whole: nobody wants to read their samples.
  func expectSame(_ found: [[UInt8]], _ wanted: [[UInt8]], at first: Int = 0) {
    let different = zip(found, wanted).enumerated().filter { $1.0 != $1.1 }.map {
      $0.offset + first
    }
    #expect(found.count == wanted.count && different.isEmpty, "frames \(different)")
  }

  // MARK: What is copied

  @Test(arguments: ["a.mp4", "a.mov", "a.mkv", "a.ts"]) func joinedClipsAreCopied(_ name: String)
    throws
  {
    let (first, second) = (try clip("one.mp4"), try clip("two.mp4", picture: "testsrc"))
    let written = try export(
      request(timeline([(first, 0, 100), (second, 0, 100), (first, 50, 100)])), to: name)
    #expect(written.copied == [0..<100, 100..<200, 200..<250])
    let sources = try [first, second].map { try Measured($0.path).pictures() }
    let expected = sources[0] + sources[1] + sources[0][50...]
    expectSame(try written.file.pictures(), expected)
  }

  /// Beginnings between key frames and ends that need later frames are encoded, the rest is the clip's to the bit.
  @Test(arguments: ["a.mp4", "a.mkv", "a.ts"]) func trimsAreEncodedAtTheirEnds(_ name: String)
    throws
  {
    let asset = try clip("one.mp4", Self.x264 + " -x264-params b-adapt=0:b-pyramid=0")
    let written = try export(request(timeline([(asset, 10, 88), (asset, 3, 74)])), to: name)
    #expect(written.copied == [15..<78, 100..<147])
    #expect(written.reasons.count == 3)
    let (source, pictures) = (try Measured(asset.path).pictures(), try written.file.pictures())
    let order = Array(10..<88) + Array(3..<74)
    #expect(pictures.count == order.count)
    for (index, frame) in order.enumerated() {
      if written.copied.contains(where: { $0.contains(index) }) {
        expectSame([pictures[index]], [source[frame]], at: index)
      } else {
        let distance = zip(pictures[index], source[frame]).reduce(0) {
          $0 + abs(Int($1.0) - Int($1.1))
        }
        #expect(distance < pictures[index].count * 6, "frame \(index) is another: \(distance)")
      }
    }
  }

  /// The packets themselves are the clip's.
  @Test func packetsAreTheClips() throws {
    let asset = try clip("one.mp4")
    let written = try export(request(timeline([(asset, 20, 100)])), to: "a.mp4")
    #expect(written.copied == [5..<80])
    func sums(_ path: String) throws -> [Substring] {
      let text = try Tool.ffmpeg(["-i", path, "-map", "0:v", "-c", "copy", "-f", "framemd5", "-"])
      return String(decoding: text, as: UTF8.self).split(separator: "\n").filter {
        !$0.hasPrefix("#")
      }
      .compactMap { $0.split(separator: ",").last }
    }
    #expect(try Array(sums(written.file.path).suffix(75)) == Array(sums(asset.path).suffix(75)))
  }

  /// A film of layers whose only layer is a clip is that clip; what lies over it for a while is encoded.
  @Test func layersAreCopiedWhereOneIsSeen() throws {
    let asset = try clip("one.mp4")
    let rate = try FrameRate(25)
    func range(_ first: Int64, _ end: Int64) -> TimeRange {
      TimeRange(start: rate.time(ofFrame: first), end: rate.time(ofFrame: end))
    }
    var show = Composition(size: Self.size, frameRate: rate)
    show.add(
      Layer(.media(video: .asset(try #require(asset.video)), audio: nil), over: range(0, 100)))
    show.add(Layer(.media(video: .custom(GraySource()), audio: nil), over: range(30, 45)))
    var request = try ExportRequest(show)
    request.output.videoCodec = .h264
    let written = try export(request, to: "a.mp4")
    #expect(written.copied.first?.lowerBound == 0 && written.copied.last == 50..<100)
    #expect(written.reasons == ["several pictures lie over one another"])
    let (source, pictures) = (try Measured(asset.path).pictures(), try written.file.pictures())
    for frame in written.copied.joined() {
      expectSame([pictures[frame]], [source[frame]], at: frame)
    }
    let isCovered = pictures[35] != source[35]
    #expect(isCovered)
  }

  @Test(arguments: [
    ("-c:v mjpeg -q:v 3 -pix_fmt yuvj444p", "one.mov", VideoCodec.jpeg, "a.mov", [Range<Int>]()),
    (
      "-c:v prores_ks -profile:v standard -vendor apl0 -pix_fmt yuv422p10le", "one.mov", .prores422,
      "a.mov", [0..<53]
    ),
    (
      "-c:v mpeg2video -g 10 -bf 0 -qscale 3 -pix_fmt yuv420p", "one.mkv", .mpeg2, "a.mkv", [3..<53]
    ),
    (
      "-c:v libx265 -preset ultrafast -pix_fmt yuv420p -x265-params log-level=none:keyint=25:open-gop=0",
      "one.mp4", .hevc, "a.mp4", []
    ),
    (
      "-c:v libvpx-vp9 -cpu-used 8 -deadline realtime -keyint_min 25 -g 25 -pix_fmt yuv420p",
      "one.mkv", .vp9, "a.mkv", [18..<53]
    ),
    (
      "-c:v libvpx-vp9 -cpu-used 5 -keyint_min 25 -g 25 -lag-in-frames 20 -auto-alt-ref 1 -pix_fmt yuv420p",
      "one.mp4", .vp9, "a.mp4", [18..<53]
    ),
    (
      "-c:v libvpx -cpu-used 8 -deadline realtime -keyint_min 25 -g 25 -auto-alt-ref 0 -pix_fmt yuv420p",
      "one.mkv", .vp8, "a.mkv", [18..<53]
    ),
  ])
  func otherCodecs(
    _ options: String, _ clipName: String, _ codec: VideoCodec, _ name: String,
    _ copied: [Range<Int>]
  ) throws {
    let asset = try clip(clipName, options)
    let written = try export(request(timeline([(asset, 7, 60)]), codec), to: name)
    #expect(written.copied == copied, "\(written.reasons)")
    let format = codec == .prores422 ? "yuv422p10le" : "yuv420p"
    let (source, pictures) = (
      try Measured(asset.path).pictures(format), try written.file.pictures(format)
    )
    for frame in copied.joined() { expectSame([pictures[frame]], [source[frame + 7]], at: frame) }
  }

  /// Where nothing has to be encoded, nobody has to go together with an encoder.
  @Test func hevcIsCopiedAsAWhole() throws {
    let asset = try clip(
      "one.mp4",
      "-c:v libx265 -preset ultrafast -pix_fmt yuv420p -tag:v hvc1 "
        + "-x265-params log-level=none:keyint=25:min-keyint=25:scenecut=0:open-gop=0:bframes=0")
    let written = try export(
      request(timeline([(asset, 25, 100), (asset, 0, 50)]), .hevc), to: "a.mp4")
    #expect(written.copied == [0..<75, 75..<125], "\(written.reasons)")
    let source = try Measured(asset.path).pictures()
    expectSame(try written.file.pictures(), Array(source[25...] + source[..<50]))
  }

  // MARK: What is not

  @Test func whatIsNotTheClipsOwnIsEncoded() throws {
    let asset = try clip("one.mp4")
    var slow = request(try timeline([(asset, 0, 50)]))
    slow.videoComposition = .automatic(slow.timeline, size: Self.size, rate: try FrameRate(50))
    var small = request(try timeline([(asset, 0, 50)]))
    small.scale = 0.5
    var large = request(try timeline([(asset, 0, 50)]))
    large.videoComposition = .automatic(
      large.timeline, size: PixelSize(320, 192), rate: try FrameRate(25))
    for (request, reason) in [(small, "written at another size"), (large, "scaled")] {
      let written = try export(request, to: "a.mp4")
      #expect(written.copied.isEmpty)
      #expect(written.reasons.first?.contains(reason) == true, "\(written.reasons)")
    }
    (slow.spans, slow.copiesUntouched) = (SpanOptions(cache: nil), .asked)
    let summary = try ExportSession(slow, outputPath: workspace.path("b.mp4"), gate: workspace.gate)
      .run()
    #expect(summary.copies?.copiedDuration == .zero)
  }

  /// A bit rate is reached over the whole film: it is rendered as a whole, with a warning.
  @Test func settingsWithoutSpansCopyNothing() throws {
    let asset = try clip("one.mp4")
    var request = request(try timeline([(asset, 0, 50)]))
    request.output.videoBitRate = 200_000
    (request.spans, request.copiesUntouched) = (SpanOptions(cache: nil), .asked)
    let warnings = WarningLog()
    let summary = try ExportSession(
      request, outputPath: workspace.path("a.mp4"), gate: workspace.gate, warnings: warnings
    ).run()
    #expect(summary.copies == nil && warnings.all.count == 1)
  }
}
