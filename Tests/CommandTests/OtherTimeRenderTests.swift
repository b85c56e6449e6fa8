// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Frames of other times, from a script to a file and back: a clip, a still and a generator, each
/// asked for a frame of another time, in an order that jumps.
@Suite struct OtherTimeRenderTests {
  /// Fifty frames of 16x16; frame n of the clip has the luma code 40 + 3 n.
  private static let clip = """
    ffmpeg -nostdin -v error -y -f lavfi \
      -i "color=black:s=16x16:r=25,format=yuv420p,geq=lum='40+3*N':cb=128:cr=128" \
      -frames:v 50 -c:v libx264 -qp 0 -g 12 -bf 2 clip.mp4 &&
    ffmpeg -nostdin -v error -y -f lavfi -i color=0xc8c8c8:s=16x16 -frames:v 1 still.png
    """

  /// Three columns: the clip, the still (there in the first second only), the generator, which is as
  /// gray as its own time is far on.
  private static let film = """
    local mr = require "moonreel"
    local timeline = mr.timeline { fps = 25 }
    local clip, still, made =
      timeline:add_track "video", timeline:add_track "video", timeline:add_track "video"
    clip:insert(mr.asset("clip.mp4").video, { 0, 2 }, 0)
    still:insert(mr.asset("still.png").video, { 0, 1 }, 0)
    made:insert(mr.source.custom { size = { 16, 16 }, draw = function(time)
      return mr.image.color { time / 4, time / 4, time / 4 } end }, { 0, 2 }, 0)
    local white = mr.image.color "white"
    local function draw(request)
      local other = { at = mr.frames((request.frame_index * 7 + 3) % 50) }
      local picture = request.background
      for column, track in ipairs { clip, still, made } do
        local frame = (request:frame(track, other) or white):crop { 0, 0, 16, 16 }
        picture = frame:transform(mr.transform.translate(16 * (column - 1), 0)):over(picture)
      end
      return picture
    end
    return mr.export { timeline, video_codec = "CODEC", quality = 1,
      video = mr.video_composition { size = { 48, 16 }, fps = 25, instructions = {
        { range = { 0, 2 }, sources = { clip, still, made }, compositor = draw } } } }
    """

  /// The luma codes in the middle of the three columns, frame by frame, as ffmpeg decodes them.
  private func columns(of file: String, in folder: TemporaryFolder) async throws -> [[Int]] {
    let decoded = try await Program.shell(
      "ffmpeg -nostdin -v error -i \(file) -f rawvideo -pix_fmt yuv420p \(file).raw",
      in: folder.url)
    try #require(decoded.code == 0, "\(decoded.errors)")
    let bytes = [UInt8](folder.data("\(file).raw"))
    let size = 48 * 16 * 3 / 2
    return (0..<bytes.count / size).map { frame in
      [8, 24, 40].map { Int(bytes[frame * size + 8 * 48 + $0]) }
    }
  }

  private static func wanted(_ frame: Int) -> [Int] {
    let other = (frame * 7 + 3) % 50
    let generated = 16 + 219 * Double(other) / 100
    return [40 + 3 * other, other < 25 ? 188 : 235, Int(generated.rounded())]
  }

  @Test(
    "stills, clips and generators of other times come out as they are, on any threads",
    arguments: [("ffv1", "mkv", 0), ("h264", "mp4", 3)])
  func rendered(_ codec: String, _ ending: String, _ tolerance: Int) async throws {
    let folder = try TemporaryFolder()
    let made = try await Program.shell(Self.clip, in: folder.url)
    try #require(made.code == 0, "\(made.errors)")
    try folder.write("film.lua", Self.film.replacing("CODEC", with: codec))
    var first: [[Int]]?
    for threads in ["1", "2", "7"] {
      let file = "out\(threads).\(ending)"
      let result = try await Program.moonreel(
        ["render", "film.lua", "-o", file, "--threads", threads], in: folder.url)
      try #require(result.code == 0, "\(result.errors)")
      let found = try await columns(of: file, in: folder)
      #expect(found.count == 50)
      for (frame, codes) in found.enumerated() {
        let isRight = zip(codes, Self.wanted(frame)).allSatisfy { abs($0 - $1) <= tolerance }
        #expect(isRight, "frame \(frame), \(threads) threads: \(codes), not \(Self.wanted(frame))")
      }
      #expect(first == nil || first == found, "\(threads) threads")
      first = found
    }
  }
}
