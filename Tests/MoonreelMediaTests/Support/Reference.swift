// SPDX-License-Identifier: MIT

import CFFmpeg
import Foundation
import MoonreelCore

@testable import MoonreelMedia

/// One frame as the ffmpeg command line decodes it.
struct ReferenceFrame: Hashable {
  var time: Time
  var size: Int
  var checksum: UInt32
}

enum Reference {
  /// All frames of the first video stream of `path`, by a linear decode in the decoder's bit-exact mode
  /// (which MPEG-4's half-pixel prediction needs to give the same bits on every CPU).
  ///
  /// - Parameter input: options before `-i`, such as a decoder.
  static func frames(
    _ path: String, input: [String] = [], output: [String] = [], copiesTimes: Bool = true
  ) throws -> [ReferenceFrame] {
    let options =
      ["-noautorotate", "-flags", "bitexact"] + (copiesTimes ? ["-copyts"] : []) + input + [
        "-i", path,
      ]
      + ["-map", "0:v:0", "-fps_mode", "passthrough", "-enc_time_base", "-1"] + output
      + ["-f", "framecrc", "-"]
    let text = String(decoding: try FFmpegCommand.run(options), as: UTF8.self)
    var timeBase = Rational(1, 1)
    var frames: [ReferenceFrame] = []
    for line in text.split(separator: "\n") {
      if line.hasPrefix("#tb 0:") {
        let parts = line.dropFirst(6).split(separator: "/").compactMap {
          Int64($0.trimmingCharacters(in: .whitespaces))
        }
        timeBase = Rational(parts[0], parts[1])
      }
      guard !line.hasPrefix("#") else { continue }
      let fields = line.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
      frames.append(
        ReferenceFrame(
          time: try Time(value: Int64(fields[2])!, timeBase: timeBase), size: Int(fields[4])!,
          checksum: UInt32(fields[5].dropFirst(2), radix: 16)!))
    }
    return frames
  }

  /// The sound of `path` as interleaved floats, by a linear decode.
  static func samples(_ path: String, output: [String] = []) throws -> [Float] {
    let data = try FFmpegCommand.run(
      ["-flags", "bitexact", "-i", path, "-map", "0:a:0", "-c:a", "pcm_f32le"] + output + [
        "-f", "f32le", "-",
      ])
    return data.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
  }
}

extension FrameBuffer {
  /// The checksum that ffmpeg's framecrc gives the same picture, planes in libav's order.
  var checksum: UInt32 {
    var sum: UInt32 = 0
    for (index, plane) in planes.enumerated() {
      let components = format.componentsPerSample(inPlane: index)
      let row = plane.size.width * components * format.bytesPerComponent
      for y in 0..<plane.size.height {
        let start = plane.base + y * plane.strideBytes
        sum = av_adler32_update(sum, start.assumingMemoryBound(to: UInt8.self), row)
      }
    }
    return sum
  }
}

extension VideoReader {
  /// Opens the first video track of `path`.
  static func open(
    _ path: String, options: AssetOptions = .init(), threadCount: Int = 2,
    warnings: WarningLog? = nil
  ) throws -> VideoReader {
    let asset = try Asset.load(path: path, options: options, gate: .unrestricted)
    guard let video = asset.video else { throw CommandFailure(command: "no video in \(path)") }
    return try VideoReader(
      track: video, gate: .unrestricted, threadCount: threadCount, warnings: warnings)
  }
}
