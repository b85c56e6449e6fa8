// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore
import Testing

/// Fingerprints of pictures, one line each in `Goldens.txt`. With `MOONREEL_RECORD=1` in the
/// environment the file is written anew and the tests fail, so that nobody records by accident.
enum Goldens {
  static let isRecording = getenv("MOONREEL_RECORD") != nil

  static let path: String = {
    let file = #filePath
    return file.prefix(file.count - "Goldens.swift".count) + "Goldens.txt"
  }()

  /// The recorded fingerprints by name.
  static let recorded: [String: String] = {
    guard let text = readText(path) else { return [:] }
    var result: [String: String] = [:]
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let parts = line.split(separator: " ")
      if parts.count == 2 { result[String(parts[0])] = String(parts[1]) }
    }
    return result
  }()

  /// Compares `frame` (8-bit R, G, B) with the picture recorded as `name`; where they differ,
  /// writes it as a PPM file whose path the failure names.
  static func check(_ name: String, _ frame: FrameBuffer) -> Comment? {
    let found = frame.fingerprint
    guard recorded[name] != found else { return nil }
    let file = "\(temporaryFolder)/golden-\(name).ppm"
    writePPM(frame, to: file)
    return "\(name): found \(found), recorded \(recorded[name] ?? "nothing"); see \(file)"
  }

  static func record(_ pictures: [(String, FrameBuffer)]) {
    let head =
      "# Fingerprints (FNV-1a) of the pictures in GoldenTests; MOONREEL_RECORD=1 rewrites.\n"
    let lines = pictures.map { "\($0.0) \($0.1.fingerprint)\n" }
    writeBytes(Array((head + lines.joined()).utf8), to: path)
    for (name, frame) in pictures { writePPM(frame, to: "\(temporaryFolder)/golden-\(name).ppm") }
  }

  static var temporaryFolder: String { getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp" }

  static func writePPM(_ frame: FrameBuffer, to path: String) {
    writeBytes(
      Array("P6\n\(frame.size.width) \(frame.size.height)\n255\n".utf8) + frame.bytes, to: path)
  }

  private static func readText(_ path: String) -> String? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes[..<count], as: UTF8.self)
  }

  private static func writeBytes(_ bytes: [UInt8], to path: String) {
    guard let file = fopen(path, "w") else { return }
    defer { fclose(file) }
    fwrite(bytes, 1, bytes.count, file)
  }
}
