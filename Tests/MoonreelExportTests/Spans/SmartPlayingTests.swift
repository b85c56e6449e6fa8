// SPDX-License-Identifier: MIT

import Foundation
import MediaTools
import MoonreelCore
import MoonreelMedia
import MoonreelModel
import PageClient
import Testing

@testable import MoonreelExport

/// Files in which copied and encoded packets alternate, played by programs of others.
@Suite struct SmartPlayingTests {
  private let workspace: Workspace
  /// The gray of each frame that is to be seen.
  private var grays: [Int] = []

  init() throws { workspace = try Workspace() }

  /// The options of two clips whose parameters differ, by the codec.
  private static let codings: [VideoCodec: [String]] = [
    .h264: [
      "-c:v libx264 -preset fast -crf 12 -g 20 -sc_threshold 0 -x264-params b-adapt=0:sps-id=3",
      "-c:v libx264 -preset veryfast -crf 12 -g 20 -sc_threshold 0 -bf 0",
    ],
    .vp8: [
      "-c:v libvpx -cpu-used 4 -crf 4 -qmax 8 -b:v 4M -g 20 -keyint_min 20 -auto-alt-ref 1 -lag-in-frames 16",
      "-c:v libvpx -deadline realtime -cpu-used 8 -crf 4 -qmax 8 -b:v 4M -g 20 -keyint_min 20 -auto-alt-ref 0",
    ],
    // Pictures that are never shown are among the first one's.
    .vp9: [
      "-c:v libvpx-vp9 -cpu-used 5 -crf 8 -b:v 0 -g 20 -keyint_min 20 -auto-alt-ref 1 -lag-in-frames 20",
      "-c:v libvpx-vp9 -deadline realtime -cpu-used 8 -crf 8 -b:v 0 -g 20 -keyint_min 20",
    ],
  ]

  /// A film of 100 frames: what two clips with different parameters have, cut between key frames. The gray of a frame
  /// says which it is.
  private mutating func film(_ name: String, _ codec: VideoCodec = .h264) throws -> String {
    let clips = codec == .h264 ? ["one.mp4", "two.mp4"] : ["one.webm", "two.webm"]
    let colors = [
      "-color_primaries", "bt709", "-color_trc", "bt709", "-colorspace", "bt709", "-color_range",
      "tv",
    ]
    for (clip, coding) in zip(clips, try #require(Self.codings[codec])) {
      try Clips.numbered(
        workspace.path(clip), frames: 100, size: "160x96",
        codec: coding.split(separator: " ").map(String.init), more: colors)
    }
    var timeline = Timeline()
    let pieces = [(clips[0], 7, 47), (clips[1], 55, 95), (clips[0], 33, 53)]
    for (clip, first, end) in pieces {
      let asset = try Asset.load(path: workspace.path(clip), gate: workspace.gate)
      try timeline.insert(
        TimeRange(seconds: Double(first) / 25, Double(end) / 25), of: asset, at: nil)
      grays += (first..<end).map { 20 + $0 }
    }
    var request = ExportRequest(timeline: timeline)
    (request.spans, request.copiesUntouched) = (SpanOptions(cache: nil), .asked)
    (request.output.videoCodec, request.output.quality) = (codec, codec == .h264 ? nil : 0.9)
    let path = workspace.path(name)
    let summary = try ExportSession(request, outputPath: path, gate: workspace.gate).run()
    let ways = try #require(summary.copies).stretches.map { stretch in
      switch stretch {
      case .copied: true
      case .encoded: false
      }
    }
    #expect(ways.contains(true) && ways.contains(false) && ways.count >= 5, "\(ways)")
    return path
  }

  private static let films: [(name: String, codec: VideoCodec)] = [
    ("a.mp4", .h264), ("a.mov", .h264), ("a.mkv", .h264), ("a.ts", .h264), ("a.webm", .vp8),
    ("a.webm", .vp9), ("a.mp4", .vp9),
  ]

  @Test(arguments: films) func ffmpegSeesEveryFrame(_ name: String, _ codec: VideoCodec) throws {
    var test = self
    let found = try Measured(test.film(name, codec)).grays()
    #expect(found.count == test.grays.count)
    #expect(zip(found, test.grays).allSatisfy { abs($0 - $1) <= 1 }, "\(found)")
  }

  /// A jump to any frame shows that frame: what decoders need stands where they look for it.
  @Test(arguments: films.filter { $0.name != "a.ts" })
  func jumpsLandOnTheirFrame(_ name: String, _ codec: VideoCodec) throws {
    var test = self
    let path = try test.film(name, codec)
    for frame in stride(from: 3, to: 100, by: 8) {
      let data = try Tool.ffmpeg(
        ["-ss", "\((Double(frame) - 0.3) / 25)", "-i", path, "-frames:v", "1"]
          + ["-f", "rawvideo", "-pix_fmt", "yuv420p", "-"])
      #expect(abs(Int(data.first ?? 0) - test.grays[frame]) <= 1, "frame \(frame)")
    }
  }

  private static let hasMPV = (try? Tool.run("mpv", ["--version"])) != nil

  @Test(
    .enabled(if: hasMPV, "mpv is not installed: scripts/setup --all"),
    arguments: films.filter { !["a.mov", "a.ts"].contains($0.name) })
  func mpvSeesEveryFrame(_ name: String, _ codec: VideoCodec) throws {
    var test = self
    let path = try test.film(name, codec)
    let words = try Tool.run(
      "mpv",
      [
        "--no-config", "--no-audio", "--untimed", "--msg-level=all=warn", "--vo=image",
        "--vo-image-format=png",
      ]
        + ["--vo-image-png-compression=0", "--vo-image-outdir=" + workspace.path("seen"), path])
    #expect(words.isEmpty, "\(String(decoding: words, as: UTF8.self))")
    let data = try Tool.ffmpeg(
      [
        "-i", workspace.path("seen") + "/%08d.png", "-vf",
        "scale=out_range=tv:out_color_matrix=bt709,format=yuv420p",
      ]
        + ["-f", "rawvideo", "-"])
    let size = 160 * 96 * 3 / 2
    let found = stride(from: 0, to: data.count, by: size).map { Int(data[data.startIndex + $0]) }
    #expect(found.count == test.grays.count)
    #expect(zip(found, test.grays).allSatisfy { abs($0 - $1) <= 3 }, "\(found)")
  }

  @Test(
    .enabled(if: Browser.program != nil, "Chromium is not installed: scripts/setup --all"),
    arguments: films.filter { ["a.mp4", "a.webm"].contains($0.name) })
  func chromiumSeesEveryFrameItJumpsTo(_ name: String, _ codec: VideoCodec) async throws {
    var test = self
    _ = try test.film(name, codec)
    let page = workspace.path("page.html")
    try """
    <body style="margin:0;background:#000"><video id="film" src="\(name)" muted></video>
    """.write(toFile: page, atomically: true, encoding: .utf8)
    let browser = try await Browser(width: 320, height: 200)
    _ = try await browser.call("Page.navigate", ["url": "file://" + page])
    try await browser.wait(for: "window.film && film.readyState >= 2")
    for frame in [0, 5, 12, 14, 30, 39, 40, 46, 50, 62, 79, 80, 86, 90, 98] {
      _ = try await browser.evaluate(
        """
        new Promise((done) => {
          film.requestVideoFrameCallback(() => requestAnimationFrame(() => requestAnimationFrame(() => done(true))));
          film.currentTime = \((Double(frame) + 0.5) / 25);
        })
        """)
      let shot = try await browser.call("Page.captureScreenshot", ["format": "png"])
      let data = try #require((shot["data"] as? String).flatMap { Data(base64Encoded: $0) })
      try data.write(to: URL(fileURLWithPath: workspace.path("shot.png")))
      let raw = try Tool.ffmpeg(
        [
          "-i", workspace.path("shot.png"), "-vf", "crop=2:2:80:48,format=gray", "-f", "rawvideo",
          "-",
        ])
      // The page shows full range.
      let seen = Double(raw.first ?? 0) * 219 / 255 + 16
      #expect(
        abs(seen - Double(test.grays[frame])) <= 3,
        "frame \(frame): \(seen), not \(test.grays[frame])")
    }
    #expect(try await browser.evaluate("film.error === null") as? Bool == true)
    // Played from the beginning it comes to its end.
    _ = try await browser.evaluate("film.currentTime = 0; film.playbackRate = 4; film.play()")
    try await browser.wait(for: "film.ended")
  }
}
