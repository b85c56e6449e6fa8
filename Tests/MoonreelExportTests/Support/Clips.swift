// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelModel
import MoonreelRender

/// Clips whose every frame says which it is.
enum Clips {
  /// Gray frames: frame n is `20 + n % 200` in code values; lossless unless `codec` says otherwise.
  static func numbered(
    _ path: String, frames: Int, rate: String = "25", size: String = "32x16",
    codec: [String] = ["-c:v", "ffv1"], more: [String] = []
  ) throws {
    try Tool.ffmpeg(
      ["-f", "lavfi", "-i", "color=black:s=\(size):r=\(rate),format=yuv420p"]
        + ["-vf", "geq=lum='20+mod(N,200)':cb=128:cr=128", "-frames:v", "\(frames)"]
        + codec + more + [path])
  }

  /// Which frame of ``numbered(_:frames:rate:size:codec:more:)`` `image` is, of the first 200.
  static func number(of image: Image) throws -> Int {
    let target = FrameTarget(size: PixelSize(32, 16), format: .yuv420(), color: .bt709)
    let frame = try PictureRenderer(threadCount: 1).render(image, to: target)
    return Int(frame.planes[0].base.load(as: UInt8.self)) - 20
  }

  /// A white frame and a click of one sample at every whole second, on black and silence.
  static func flashes(
    _ path: String, seconds: Int, rate: Int = 25, video: [String] = ["-c:v", "ffv1"],
    audio: [String] = ["-c:a", "pcm_s16le"]
  ) throws {
    try Tool.ffmpeg(
      ["-f", "lavfi", "-i", "color=black:s=32x16:r=\(rate),format=yuv420p"]
        + ["-f", "lavfi", "-i", "aevalsrc='if(eq(mod(n,48000),0),0.9,0)':s=48000"]
        + ["-vf", "geq=lum='if(eq(mod(N,\(rate)),0),235,16)':cb=128:cr=128"]
        + ["-t", "\(seconds)"] + video + audio + [path])
  }

  /// Splits of constant colour: left half `left`, right half `right` (ffmpeg colour names).
  static func halves(
    _ path: String, left: String, right: String, size: (Int, Int), frames: Int = 25,
    more: [String] = ["-c:v", "ffv1", "-pix_fmt", "yuv444p"]
  ) throws {
    let half = "\(size.0 / 2)x\(size.1)"
    try Tool.ffmpeg(
      ["-f", "lavfi", "-i", "color=\(left):s=\(half):r=25"]
        + ["-f", "lavfi", "-i", "color=\(right):s=\(half):r=25"]
        + ["-filter_complex", "hstack", "-frames:v", "\(frames)"] + more + [path])
  }
}
