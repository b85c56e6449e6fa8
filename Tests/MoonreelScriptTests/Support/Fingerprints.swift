// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore
import Testing

@testable import MoonreelScript

/// Fingerprints of what the effects draw, one line each in `EffectGoldens.txt`. With `MOONREEL_RECORD=1`
/// in the environment the file is written anew and the test fails, so that nobody records by accident.
enum EffectGoldens {
  static let isRecording = getenv("MOONREEL_RECORD") != nil
  static let path = "\(StubTests.root)/Tests/MoonreelScriptTests/Support/EffectGoldens.txt"

  /// The recorded fingerprints by name.
  static func recorded() throws -> [String: String] {
    let lines = (try TextFile.read(path) ?? "").split(separator: "\n").filter { $0.first != "#" }
    let rows = lines.map { $0.split(separator: " ").map(String.init) }
    return Dictionary(uniqueKeysWithValues: rows.map { ($0[0], $0[1]) })
  }

  /// FNV-1a, as hexadecimal text.
  static func fingerprint(_ bytes: [UInt8]) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  static func record(_ rows: [(String, String)]) throws {
    let file = try #require(fopen(path, "w"))
    defer { fclose(file) }
    fputs(
      "# Fingerprints (FNV-1a) of the pictures in EffectTests; MOONREEL_RECORD=1 rewrites.\n", file)
    for (name, fingerprint) in rows { fputs("\(name) \(fingerprint)\n", file) }
  }
}
