// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import MoonreelMedia
import MoonreelModel
import MoonreelRender
import Testing

@testable import MoonreelExport

/// HDR files read and written: tags, side data, light.
@Suite struct HDRExportTests {
  private static let display =
    "G(8500,39850)B(6550,2300)R(35400,14600)WP(15635,16450)L(10000000,50)"

  /// Ten frames of 10-bit PQ: gray whose luma code is `level`.
  private func clip(_ workspace: Workspace, level: Int = 512) throws -> String {
    let path = workspace.path("pq.mp4")
    try Tool.ffmpeg(
      ["-f", "lavfi", "-i", "color=black:s=64x32:r=25,format=yuv420p10le"]
        // FFmpeg 7 takes the tags of frames, 5 those of the encoder.
        + [
          "-vf",
          "geq=lum=\(level):cb=512:cr=512,setparams=color_primaries=bt2020:color_trc=smpte2084:colorspace=bt2020nc:range=tv",
        ] + ["-frames:v", "10", "-c:v", "libx265"]
        + [
          "-x265-params",
          "log-level=error:lossless=1:hdr10=1:master-display=\(Self.display):max-cll=900,300",
        ]
        + ["-color_primaries", "bt2020", "-color_trc", "smpte2084", "-colorspace", "bt2020nc"]
        + ["-color_range", "tv", "-chroma_sample_location", "left", "-tag:v", "hvc1", path])
    return path
  }

  private func request(_ path: String, _ workspace: Workspace, _ color: ColorTags) throws
    -> ExportRequest
  {
    let timeline = try Timeline.of(file: path, gate: workspace.gate)
    var composition = VideoComposition(propertiesOf: timeline)
    composition.color = color
    return ExportRequest(timeline: timeline, videoComposition: composition)
  }

  @Test func framesSayHowBrightTheyGet() throws {
    let workspace = try Workspace()
    let path = try clip(workspace)
    let track = try #require(Asset.load(path: path, gate: workspace.gate).tracks(.video).first)
    let reader = try VideoReader(track: track, gate: workspace.gate)
    let hdr = try #require(try reader.frame(at: .zero).buffer.hdr)
    #expect(hdr.contentLight == .init(maxContent: 900, maxAverage: 300))
    #expect(hdr.masteringDisplay?.maxLuminance == 1000)
    #expect(hdr.masteringDisplay?.minLuminance == 0.005)
    #expect(hdr.masteringDisplay?.primaries[0] == SIMD2(0.708, 0.292))
    #expect(hdr.brightest == 900)
  }

  @Test(arguments: [ColorTags.Transfer.pq, .hlg])
  func tagsAndLightAreWritten(_ transfer: ColorTags.Transfer) throws {
    let workspace = try Workspace()
    var request = try request(try clip(workspace), workspace, .bt2100(transfer))
    request.videoComposition?.hdrMetadata = HDRMetadata(
      masteringDisplay: .init(
        primaries: ColorTags.Primaries.displayP3.chromaticities, white: SIMD2(0.3127, 0.329),
        minLuminance: 0.001, maxLuminance: 1000),
      contentLight: .init(maxContent: 800, maxAverage: 200))
    request.output.videoCodec = .hevc
    request.output.videoOptions = ["preset": "ultrafast"]
    let file = try export(request, to: "out.mp4", in: workspace)
    let tags = file.video?.tags ?? [:]
    #expect(tags["pix_fmt"] == "yuv420p10le")
    #expect(tags["color_transfer"] == (transfer == .pq ? "smpte2084" : "arib-std-b67"))
    #expect(tags["color_primaries"] == "bt2020" && tags["color_space"] == "bt2020nc")
    #expect(tags["color_range"] == "tv")
    for part in ["stream", "frame"] {
      let text = String(
        decoding: try Tool.run(
          "ffprobe",
          ["-v", "error", "-show_\(part)s", "-read_intervals", "%+#1", file.path]), as: UTF8.self)
      #expect(text.contains("red_x=34000/50000"), "\(part)")
      #expect(text.contains("max_luminance=10000000/10000"), "\(part)")
      #expect(text.contains("max_content=800") && text.contains("max_average=200"), "\(part)")
    }
  }

  @Test func theSourcesOwnLightIsKept() throws {
    let workspace = try Workspace()
    // What we write names its light in the container.
    var first = try request(try clip(workspace), workspace, .bt2100(.pq))
    first.videoComposition?.hdrMetadata = HDRMetadata(
      contentLight: .init(maxContent: 900, maxAverage: 300))
    first.output.videoCodec = .hevc
    first.output.videoOptions = ["preset": "ultrafast", "x265-params": "lossless=1"]
    try export(first, to: "first.mp4", in: workspace)
    var second = try request(workspace.path("first.mp4"), workspace, .bt2100(.pq))
    second.output.videoCodec = .ffv1
    let encoding = try #require(try second.settings(forPath: "out.mkv").video)
    #expect(encoding.hdr?.contentLight?.maxContent == 900)
    #expect(encoding.format == .yuv420(10))
    // Nothing is done to it: every code stays.
    let file = try export(second, to: "out.mkv", in: workspace)
    let pictures = try file.pictures("yuv420p10le")
    #expect(pictures.count == 10)
    #expect(pictures.allSatisfy { $0[0] == 0 && $0[1] == 2 })  // 512, low byte first
    // In an ordinary composition there is nothing to say.
    second.videoComposition?.color = .bt709
    let ordinary = try #require(try second.settings(forPath: "out.mkv").video)
    #expect(ordinary.hdr == nil && ordinary.format == .yuv420())
  }

  @Test func lightThatOnlyTheStreamNamesIsKept() throws {
    let workspace = try Workspace()
    var request = try request(try clip(workspace), workspace, .bt2100(.pq))
    request.output.videoCodec = .hevc
    request.output.videoOptions = ["preset": "ultrafast"]
    let file = try export(request, to: "out.mp4", in: workspace)
    let text = String(
      decoding: try Tool.run("ffprobe", ["-v", "error", "-show_streams", file.path]),
      as: UTF8.self)
    #expect(text.contains("max_content=900") && text.contains("max_average=300"))
    #expect(text.contains("red_x=35400/50000"))
  }

  @Test func clipsAreKeptOrMappedAsIsAskedFor() throws {
    let workspace = try Workspace()
    var first = try request(try clip(workspace), workspace, .bt2100(.pq))
    first.output.videoCodec = .ffv1
    try export(first, to: "pq.mkv", in: workspace)
    first.videoComposition?.color = .bt2100(.hlg)
    try export(first, to: "hlg.mkv", in: workspace)
    first.videoComposition?.color = .bt709
    try export(first, to: "plain.mkv", in: workspace)
    for (name, transfer, code) in [
      ("pq.mkv", "smpte2084", 512), ("hlg.mkv", "arib-std-b67", 0), ("plain.mkv", "bt709", 0),
    ] {
      let timeline = try Timeline.of(file: workspace.path(name), gate: workspace.gate)
      var request = ExportRequest(timeline: timeline)
      request.output.videoCodec = .ffv1
      let mapped = try export(request, to: "mapped-\(name)", in: workspace)
      #expect(mapped.video?.tags["color_transfer"] == "bt709", "\(name)")
      #expect(mapped.video?.tags["pix_fmt"] == "yuv420p", "\(name)")
      request.hdr = .keep
      let kept = try export(request, to: "kept-\(name)", in: workspace)
      #expect(kept.video?.tags["color_transfer"] == transfer, "\(name)")
      let pictures = try kept.pictures("yuv420p10le")
      #expect(pictures.count == 10)
      if code > 0 { #expect(pictures.allSatisfy { $0[0] == code & 255 && $0[1] == code >> 8 }) }
      let source = try Measured(workspace.path(name)).pictures("yuv420p10le")
      #expect(pictures == source, "\(name): every code stays")
    }
  }

  @Test func oneHDRClipDecidesInNestedTimelinesToo() throws {
    let workspace = try Workspace()
    let inner = try Timeline.of(file: try clip(workspace), gate: workspace.gate)
    var outer = Timeline()
    let track = outer.addTrack(.video)
    let whole = TimeRange(start: .zero, duration: inner.duration)
    try outer.updateTrack(track) { try $0.insert(whole, of: .timeline(inner)) }
    #expect(HDRHandling.keep.color(for: outer) == .bt2100(.pq))
    #expect(HDRHandling.toneMap.color(for: outer) == .bt709)
    #expect(HDRHandling.keep.color(for: Timeline()) == .bt709)
    #expect(VideoComposition(propertiesOf: outer, hdr: .keep).color.transfer == .pq)
  }

  @Test func lightIsMappedToOrdinaryPictures() throws {
    let workspace = try Workspace()
    // 203 cd/m² of at most 900: a little below white. Code 64 + 876 · 0.5807.
    var request = try request(try clip(workspace, level: 573), workspace, .bt709)
    request.output.videoCodec = .ffv1
    let file = try export(request, to: "out.mkv", in: workspace)
    let gray = try file.grays()[0]
    #expect((205...225).contains(gray), "\(gray)")
    #expect(file.video?.tags["color_transfer"] == "bt709")
  }

  @Test("stills keep their range in 16-bit PNG files that say so", arguments: [256, 512, 721])
  func stills(_ level: Int) throws {
    let workspace = try Workspace()
    let timeline = try Timeline.of(file: try clip(workspace, level: level), gate: workspace.gate)
    let generator = try StillGenerator(timeline: timeline, hdr: .keep, gate: workspace.gate)
    let frame = try generator.still(at: .zero).frame
    #expect(frame.format == .rgba64 && frame.color.transfer == .pq)
    #expect(frame.color.primaries == .bt2020)
    // Limited 10 bits to full 16: what the PQ curve gets stays what it was.
    let wanted = Double(level - 64) / 876 * 65_535
    #expect(abs(Double(frame.planes[0].base.load(as: UInt16.self)) - wanted) < 3)
    let path = workspace.path("a.png")
    try StillGenerator.write(frame, to: path, gate: workspace.gate)
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    #expect(Array(bytes[33..<45]) == [0, 0, 0, 4] + Array("cICP".utf8) + [9, 16, 0, 1])
    #expect(Array(bytes[45..<49]) == [0x4D, 0x23, 0x23, 0xFE], "CRC-32, by zlib")
    let file = try Measured(path)
    #expect(file.video?.tags["pix_fmt"] == "rgba64be")
    let pixel = try #require(file.pictures("rgba64le").first)
    #expect(abs(Double(UInt16(pixel[0]) | UInt16(pixel[1]) << 8) - wanted) < 3)
    let error = #expect(throws: MoonreelError.self) {
      try StillGenerator.write(frame, to: workspace.path("a.jpg"), gate: workspace.gate)
    }
    #expect(error?.message.contains("JPEG has 8 bits") == true)
    let ordinary = try StillGenerator(timeline: timeline, gate: workspace.gate).still(at: .zero)
    #expect(ordinary.frame.format == .rgba && ordinary.frame.color == .srgb)
  }

  @Test(
    arguments: ["iphone-portrait-hlg-hevc10-rot90-vfr.mp4", "phone-portrait-720p-hdr10-av1.mp4"])
  func realClipsLookNatural(_ name: String) throws {
    let path = Workspace.sharedFolder + "/media/" + name
    guard FileManager.default.fileExists(atPath: path) else { return }
    let workspace = try Workspace()
    let timeline = try Timeline.of(file: path, gate: workspace.gate)
    let generator = try StillGenerator(timeline: timeline, gate: workspace.gate)
    let frame = try generator.still(at: Time(seconds: 0.5)).frame
    var counts = [Int](repeating: 0, count: 256)
    for y in 0..<frame.size.height {
      let row = frame.planes[0].base + y * frame.planes[0].strideBytes
      for x in 0..<frame.size.width {
        counts[Int(row.load(fromByteOffset: 4 * x + 1, as: UInt8.self))] += 1
      }
    }
    let total = Double(frame.size.width * frame.size.height)
    let mean = counts.enumerated().reduce(0) { $0 + Double($1.offset * $1.element) } / total
    // Neither washed out nor burnt out.
    #expect((40...190).contains(mean), "\(mean)")
    #expect(Double(counts[255]) / total < 0.05)
  }
}
