// SPDX-License-Identifier: MIT

import Foundation

/// A folder for one test's files, removed with the value.
final class TestFolder {
  let path: String

  init() {
    path = NSTemporaryDirectory() + "moonreel-write-" + UUID().uuidString
    try! FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of `name` in the folder.
  func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Everything in the folder, hidden names included.
  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }
}

/// Runs the programs that tests compare with.
enum TestShell {
  /// What `program` wrote to its standard output.
  static func output(_ program: String, _ arguments: [String]) throws -> Data {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
    let (out, errors) = (Pipe(), FileHandle(forWritingAtPath: "/dev/null"))
    process.standardOutput = out
    process.standardError = errors
    process.standardInput = FileHandle(forReadingAtPath: "/dev/null")
    try process.run()
    let data = out.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return data
  }

  /// The first stream of kind `kind` (`"v"`, `"a"`) in `path`, or the one of number `number` among them, as ffprobe
  /// describes it, packets counted.
  static func stream(_ path: String, _ kind: String, number: Int = 0) throws -> [String: String] {
    let data = try output(
      "ffprobe",
      [
        "-v", "error", "-count_frames", "-select_streams", "\(kind):\(number)", "-show_streams",
        "-of",
        "default=noprint_wrappers=1", path,
      ])
    return fields(data)
  }

  /// The number, among streams of pictures, of the one with the most packets: FFmpeg 7 shows the still of an AVIF
  /// file as a stream beside its animation.
  static func longestPictureStream(_ path: String) throws -> Int {
    let data = try output(
      "ffprobe",
      [
        "-v", "error", "-count_packets", "-select_streams", "v", "-show_entries",
        "stream=nb_read_packets", "-of", "csv=p=0", path,
      ])
    let counts = String(decoding: data, as: UTF8.self).split(separator: "\n").map {
      Int($0.prefix { $0.isNumber }) ?? 0
    }
    return counts.indices.max { counts[$0] < counts[$1] } ?? 0
  }

  /// The container's properties as ffprobe describes them.
  static func format(_ path: String) throws -> [String: String] {
    fields(
      try output(
        "ffprobe", ["-v", "error", "-show_format", "-of", "default=noprint_wrappers=1", path]))
  }

  private static func fields(_ data: Data) -> [String: String] {
    let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
    let pairs = lines.compactMap { line -> (String, String)? in
      guard let equals = line.firstIndex(of: "=") else { return nil }
      return (String(line[..<equals]), String(line[line.index(after: equals)...]))
    }
    return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }

  /// All pictures of `path`, or of the stream of number `number` among its streams of pictures, as raw bytes in
  /// `pixelFormat`, without conversion where it is the file's own.
  static func pictures(
    _ path: String, _ pixelFormat: String, number: Int = 0, decoder: String? = nil
  ) throws -> Data {
    let choice = decoder.map { ["-c:v", $0] } ?? []
    return try output(
      "ffmpeg",
      ["-v", "error"] + choice + [
        "-i", path, "-map", "0:v:\(number)", "-vsync", "passthrough", "-f", "rawvideo",
      ]
        + ["-pix_fmt", pixelFormat, "-"])
  }

  /// All samples of `path` as interleaved floats.
  static func samples(_ path: String) throws -> [Float] {
    let data = try output(
      "ffmpeg",
      ["-v", "error", "-i", path, "-map", "0:a:0", "-f", "f32le", "-c:a", "pcm_f32le", "-"])
    return data.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
  }
}
