// SPDX-License-Identifier: MIT

import Foundation

/// A file as ffprobe and ffmpeg see it.
struct Measured {
  struct Stream {
    var codec: String
    var frames: Int
    var width: Int
    var height: Int
    var start: Double
    var duration: Double?
    var tags: [String: String]
  }

  let path: String
  let video: Stream?
  let audio: Stream?
  let duration: Double
  let tags: [String: String]

  init(_ path: String) throws {
    self.path = path
    let data = try Tool.run(
      "ffprobe",
      ["-v", "error", "-count_frames", "-show_streams", "-show_format", "-of", "json", path])
    let object = try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
    let streams = object["streams"] as? [[String: Any]] ?? []
    video = streams.first { $0["codec_type"] as? String == "video" }.map(Self.stream)
    audio = streams.first { $0["codec_type"] as? String == "audio" }.map(Self.stream)
    let format = object["format"] as? [String: Any] ?? [:]
    duration = Double(format["duration"] as? String ?? "") ?? 0
    tags = format["tags"] as? [String: String] ?? [:]
  }

  private static func stream(_ object: [String: Any]) -> Stream {
    func number(_ key: String) -> Double? { Double(object[key] as? String ?? "") }
    let details = object.compactMapValues { $0 as? String }
    return Stream(
      codec: object["codec_name"] as? String ?? "", frames: Int(number("nb_read_frames") ?? 0),
      width: object["width"] as? Int ?? 0, height: object["height"] as? Int ?? 0,
      start: number("start_time") ?? 0, duration: number("duration"), tags: details)
  }

  /// Every picture in `format`, all planes one after the other, as stored.
  func pictures(_ format: String = "yuv420p") throws -> [[UInt8]] {
    let data = try Tool.run(
      "ffmpeg",
      ["-v", "error", "-i", path, "-map", "0:v:0", "-fps_mode", "passthrough", "-f", "rawvideo"]
        + ["-sws_flags", "+accurate_rnd+bitexact", "-pix_fmt", format, "-"])
    guard let video, video.frames > 0, data.count % video.frames == 0 else { return [] }
    let size = data.count / video.frames
    return (0..<video.frames).map { [UInt8](data[$0 * size..<($0 + 1) * size]) }
  }

  /// The first luma sample of every picture.
  func grays() throws -> [Int] { try pictures().map { Int($0[0]) } }

  /// The sound of the first channel as ffmpeg decodes it.
  func samples(rate: Int = 48_000) throws -> [Float] {
    let data = try Tool.run(
      "ffmpeg",
      ["-v", "error", "-i", path, "-map", "0:a:0", "-af", "pan=mono|c0=c0", "-f", "f32le"]
        + ["-ar", "\(rate)", "-"])
    return data.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
  }
}
