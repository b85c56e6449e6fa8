// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import Testing

@testable import MoonreelMedia

/// Frames of files by where they come from.
struct FrameDigestTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func digests(
    _ name: String, _ options: AssetOptions = .init(), at frames: [Int]
  ) throws -> [Digest] {
    let asset = try Asset.load(path: folder.file(name), options: options, gate: .unrestricted)
    let track = try #require(asset.video)
    let reader = try VideoReader(track: track, gate: .unrestricted)
    let rate = try FrameRate(25)
    return try frames.map { number in
      let start = rate.time(ofFrame: Int64(number))
      return try reader.frame(at: track.timeRange.start + start).buffer.digest
    }
  }

  private func make(_ options: String, _ name: String) throws {
    try FFmpegCommand.make(
      "-f lavfi -i testsrc2=s=160x90:r=25:d=1 \(options) \(name)", in: folder)
  }

  @Test("a copy of a file gives the same digests, another file others")
  func copies() throws {
    try make("-c:v libx264 -bf 2 -g 10", "a.mp4")
    try make("-c:v libx264 -bf 2 -g 10 -crf 30", "b.mp4")
    let copy = folder.file("copy.mp4")
    try FileManager.default.copyItem(atPath: folder.file("a.mp4"), toPath: copy)
    try FileManager.default.setAttributes([.modificationDate: Date.distantPast], ofItemAtPath: copy)
    let frames = Array(0..<25)
    let own = try digests("a.mp4", at: frames)
    #expect(Set(own).count == 25)
    #expect(try digests("copy.mp4", at: frames) == own)
    #expect(Set(try digests("b.mp4", at: frames)).isDisjoint(with: own))
  }

  @Test("a frame has one digest, however it is reached")
  func jumps() throws {
    try make("-c:v libx264 -bf 2 -g 10", "a.mp4")
    let own = try digests("a.mp4", at: Array(0..<25))
    let order = [20, 3, 24, 0, 12, 11, 10, 9, 13]
    #expect(try digests("a.mp4", at: order) == order.map { own[$0] })
  }

  @Test("what changes a file's pixels or their meaning changes the digest")
  func options() throws {
    try FFmpegCommand.make(
      "-f lavfi -i testsrc2=s=160x96:r=50:d=1 -vf tinterlace=interleave_top -c:v mpeg2video "
        + "-flags +ildct+ilme -q:v 2 -g 10 a.ts", in: folder)
    var woven = AssetOptions()
    woven.deinterlacing = .never
    var recolored = AssetOptions()
    recolored.color = .bt2100(.pq)
    let all = try [AssetOptions(), woven, recolored].map { try digests("a.ts", $0, at: [5])[0] }
    #expect(Set(all).count == all.count)
  }

  @Test("pictures that lie in several files go by their pixels")
  func sequences() throws {
    try make("-frames:v 3", "n%03d.png")
    let all = try digests("n%03d.png", at: [0, 1, 2])
    #expect(Set(all).count == 3)
    try FileManager.default.moveItem(
      atPath: folder.file("n002.png"), toPath: folder.file("m001.png"))
    #expect(try digests("m001.png", at: [0])[0] != all[1], "a file of its own")
    #expect(try digests("n%03d.png", at: [0])[0] == all[0])
  }
}
