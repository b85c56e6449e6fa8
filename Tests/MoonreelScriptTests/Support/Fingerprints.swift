// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore
import Testing

@testable import MoonreelScript

/// Fingerprints of pictures, one line each in a file beside this one. With `MOONREEL_RECORD=1` in the
/// environment the file is written anew and the test fails, so that nobody records by accident.
struct Fingerprints {
  /// The file's name without `Goldens.txt`, and the suite's without `Tests`.
  let kind: String

  /// Whether files are to be written anew.
  static let isRecording = getenv("MOONREEL_RECORD") != nil
  private var path: String {
    "\(StubTests.root)/Tests/MoonreelScriptTests/Support/\(kind)Goldens.txt"
  }

  /// FNV-1a, as hexadecimal text.
  static func of(_ bytes: [UInt8]) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// Records or compares the fingerprints of `rows`, by name; the file has these names and no others.
  func check(_ rows: [(String, String)]) throws {
    if Self.isRecording {
      try record(rows)
      Issue.record("recorded \(rows.count) pictures; run again without MOONREEL_RECORD")
    }
    let recorded = try recorded()
    #expect(Set(recorded.keys) == Set(rows.map(\.0)))
    for (name, found) in rows { #expect(recorded[name] == found, "\(name)") }
  }

  private func recorded() throws -> [String: String] {
    let lines = (try TextFile.read(path) ?? "").split(separator: "\n").filter { $0.first != "#" }
    let rows = lines.map { $0.split(separator: " ").map(String.init) }
    return Dictionary(uniqueKeysWithValues: rows.map { ($0[0], $0[1]) })
  }

  private func record(_ rows: [(String, String)]) throws {
    let file = try #require(fopen(path, "w"))
    defer { fclose(file) }
    fputs(
      "# Fingerprints (FNV-1a) of the pictures in \(kind)Tests; MOONREEL_RECORD=1 rewrites.\n", file
    )
    for (name, fingerprint) in rows { fputs("\(name) \(fingerprint)\n", file) }
  }
}
