// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore
import Testing

@testable import MoonreelScript

/// Fingerprints of transitions halfway, one line each in `TransitionGoldens.txt`. With `MOONREEL_RECORD=1`
/// in the environment the file is written anew and the test fails, so that nobody records by accident.
enum TransitionGoldens {
  static let isRecording = getenv("MOONREEL_RECORD") != nil
  static let path = "\(StubTests.root)/Tests/MoonreelScriptTests/Support/TransitionGoldens.txt"

  /// The recorded fingerprints by name.
  static let recorded: [String: String] = {
    let text = (try? TextFile.read(path)) ?? ""
    let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
    let pairs = lines.map { $0.split(separator: " ").map(String.init) }
    return Dictionary(uniqueKeysWithValues: pairs.filter { $0.count == 2 }.map { ($0[0], $0[1]) })
  }()

  /// Compares `frame` (8-bit R, G, B) with what is recorded as `name`; where they differ, writes it as a
  /// PPM file whose path the failure names.
  static func check(_ name: String, _ frame: FrameBuffer) -> Comment? {
    let found = frame.fingerprint
    guard recorded[name] != found else { return nil }
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    let file = "\(folder)/transition-\(name).ppm"
    write(
      Array("P6\n\(frame.size.width) \(frame.size.height)\n255\n".utf8) + frame.bytes, to: file)
    return "\(name): found \(found), recorded \(recorded[name] ?? "nothing"); see \(file)"
  }

  static func record(_ pictures: [(String, FrameBuffer)]) {
    let head =
      "# Fingerprints (FNV-1a) of TransitionTests, 160 x 90 halfway; MOONREEL_RECORD=1 rewrites.\n"
    write(Array((head + pictures.map { "\($0.0) \($0.1.fingerprint)\n" }.joined()).utf8), to: path)
  }

  private static func write(_ bytes: [UInt8], to path: String) {
    guard let file = fopen(path, "w") else { return }
    defer { fclose(file) }
    fwrite(bytes, 1, bytes.count, file)
  }
}

extension FrameBuffer {
  /// The bytes of all samples, row by row, without padding.
  var bytes: [UInt8] {
    planes.enumerated().flatMap { index, plane in
      let length =
        plane.size.width * format.componentsPerSample(inPlane: index) * format.bytesPerComponent
      return (0..<plane.size.height).flatMap { y in
        UnsafeRawBufferPointer(start: plane.base + y * plane.strideBytes, count: length)
      }
    }
  }

  /// A hash (FNV-1a) of the bytes.
  var fingerprint: String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
