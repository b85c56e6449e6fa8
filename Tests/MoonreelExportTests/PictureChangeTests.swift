// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import Testing

@testable import MoonreelExport

/// Scenes and black, beside cuts that are known and what ffmpeg finds.
@Suite struct PictureChangeTests {
  private func changes(_ path: String, _ range: TimeRange? = nil) throws -> PictureChanges {
    let asset = try Asset.load(path: path, gate: .unrestricted)
    let track = try #require(asset.tracks(.video).first)
    return try PictureChangeReader(gate: .unrestricted).changes(of: track, range: range)
  }

  /// Four shots of a second each, one of them black, in a format.
  private func film(_ path: String, _ format: [String]) throws {
    let shots = [
      "testsrc2=s=320x180:r=25:d=1", "mandelbrot=s=320x180:r=25,trim=duration=1",
      "color=black:s=320x180:r=25:d=1", "color=white:s=320x180:r=25:d=1",
    ]
    let inputs = shots.flatMap { ["-f", "lavfi", "-i", $0] }
    let graph = (0..<4).map { "[\($0):v]format=yuv420p,setsar=1,setpts=PTS-STARTPTS[v\($0)];" }
    let joined = graph.joined() + "[v0][v1][v2][v3]concat=n=4:v=1[o]"
    try Tool.ffmpeg(inputs + ["-filter_complex", joined, "-map", "[o]"] + format + [path])
  }

  private static let formats: [(String, [String])] = [
    ("a.mp4", ["-c:v", "libx264", "-pix_fmt", "yuv420p"]),
    ("b.mkv", ["-c:v", "ffv1", "-pix_fmt", "yuv422p10le"]),
    ("c.mkv", ["-c:v", "ffv1", "-pix_fmt", "bgr0"]),
    ("d.mkv", ["-c:v", "ffv1", "-pix_fmt", "gray"]),
    ("e.mov", ["-c:v", "prores_ks", "-pix_fmt", "yuv444p10le"]),
  ]

  @Test("cuts and black that are known", arguments: formats) func known(
    _ name: String, _ format: [String]
  ) throws {
    let workspace = try Workspace()
    let path = workspace.path(name)
    try film(path, format)
    let changes = try changes(path)
    let cuts = changes.scenes(above: 0.1).map(\.seconds)
    #expect(cuts == [1, 2, 3], "\(name): \(cuts)")
    let half = Time(flicks: Time.flicksPerSecond / 2)
    #expect(changes.blacks(below: 0.1, lasting: half) == [try TimeRange(seconds: 2, 3)])
    #expect(changes.blacks(below: 0.1, lasting: Time(wholeSeconds: 2)).isEmpty)
    #expect(changes.scenes(above: 0.1, lasting: Time(wholeSeconds: 2)).map(\.seconds) == [2])
    let late = try self.changes(path, try TimeRange(seconds: 1.5, 2.5))
    #expect(late.scenes(above: 0.1).map(\.seconds) == [2])
    #expect(late.blacks(below: 0.1, lasting: half) == [try TimeRange(seconds: 2, 2.5)])
  }

  @Test("what ffmpeg's scdet finds, and blackdetect") func reference() throws {
    let workspace = try Workspace()
    let path = workspace.path("a.mkv")
    try film(path, ["-c:v", "ffv1", "-pix_fmt", "yuv420p"])
    try compare(path, 10)
    let black = try Tool.numbers(
      after: ["black_start:", "black_end:"],
      "ffmpeg -nostdin -i '\(path)' -vf blackdetect=d=0.5 -f null -")
    #expect(black == [2, 3])
  }

  @Test(
    "real clips", .enabled(if: Workspace.hasShared("media")),
    arguments: [
      "juggle-720p24-h264.mp4", "flower-540p2997-h264.mp4", "road-1080p25-h264-aac-up.mp4",
    ])
  func real(_ name: String) throws {
    let path = Workspace.sharedFolder + "/media/" + name
    guard Workspace.hasShared("media/" + name) else { return }
    try compare(path, 10)
  }

  @Test("real clips one after the other", .enabled(if: Workspace.hasShared("media")))
  func montage() throws {
    let workspace = try Workspace()
    let names = ["juggle-720p24-h264.mp4", "flower-540p2997-h264.mp4", "bokeh-1080p2997-h264.mp4"]
    guard names.allSatisfy({ Workspace.hasShared("media/" + $0) }) else { return }
    let inputs = names.flatMap {
      ["-t", "1", "-i", Workspace.sharedFolder + "/media/" + $0]
    }
    let graph = (0..<3).map { "[\($0):v]fps=25,scale=320:180,setsar=1,format=yuv420p[v\($0)];" }
    let path = workspace.path("montage.mp4")
    try Tool.ffmpeg(
      inputs + ["-filter_complex", graph.joined() + "[v0][v1][v2]concat=n=3:v=1[o]"]
        + ["-map", "[o]", "-c:v", "libx264", path])
    #expect(try changes(path).scenes(above: 0.1).count == 2)
    try compare(path, 10)
  }

  /// The same cuts as `scdet` with a threshold of so many hundredths.
  private func compare(_ path: String, _ threshold: Double) throws {
    let expected = try Tool.numbers(
      after: ["lavfi.scd.time: "],
      "ffmpeg -nostdin -i '\(path)' -map 0:v:0 -vf scdet=t=\(threshold) -f null -")
    let found = try changes(path).scenes(above: threshold / 100).map(\.seconds)
    #expect(found.count == expected.count, "\(path): \(found), ffmpeg \(expected)")
    for (a, b) in zip(found, expected) { #expect(abs(a - b) < 0.001) }
  }

  @Test func refusals() throws {
    let workspace = try Workspace()
    let path = workspace.path("n.mkv")
    try Clips.numbered(path, frames: 10)
    #expect(throws: MoonreelError.self) { try changes(path, try TimeRange(seconds: 3, 4)) }
    let asset = try Asset.load(path: path, gate: .unrestricted)
    let gate = FileGate(folders: ["/"])
    gate.cancellation.cancel()
    #expect {
      try PictureChangeReader(gate: gate).changes(of: asset.tracks[0])
    } throws: {
      ($0 as? MoonreelError)?.code == .cancelled
    }
    #expect(throws: MoonreelError.self) {
      try PictureChangeReader(gate: FileGate(folders: [])).changes(of: asset.tracks[0])
    }
  }
}
