// SPDX-License-Identifier: MIT

import FoundationEssentials
import Glibc

/// Fingerprints of a suite's pictures, one line each in a text file. With `MOONREEL_RECORD=1` in the environment the
/// file is written anew and the test fails, so that nobody records by accident.
package struct Goldens {
  /// Whether files are to be written anew.
  package static let isRecording = getenv("MOONREEL_RECORD") != nil

  /// The text file.
  let path: String
  /// The suite, for the head of the file and the name of the folder.
  let suite: String
  let folder: GoldenFolder

  package init(_ path: String, suite: String, folder: GoldenFolder? = nil) {
    (self.path, self.suite) = (path, suite)
    self.folder = folder ?? GoldenFolder(suite: suite)
  }

  /// What is wrong with `pictures`, a sentence each: the file has these names and no others, with these
  /// fingerprints.
  package func faults(
    _ pictures: [(name: String, picture: GoldenPicture)], isRecording: Bool = isRecording
  ) throws -> [String] {
    if isRecording { return [try record(pictures)] }
    let recorded = try recorded()
    var faults = Set(recorded.keys).subtracting(pictures.map(\.name)).sorted().map {
      "\($0): recorded, but not drawn."
    }
    for (name, picture) in pictures {
      let (wanted, found) = (recorded[name], picture.fingerprint)
      guard wanted != found else {
        try folder.keep(picture)
        continue
      }
      let files = try folder.report(
        name, expected: wanted.flatMap { folder.kept($0) }, actual: picture)
      faults.append("\(name): found \(found), recorded \(wanted ?? "nothing"). \(files)")
    }
    return faults
  }

  private func recorded() throws -> [String: String] {
    let text = String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
    let lines = text.split(separator: "\n").filter { $0.first != "#" }
    let rows = lines.map { $0.split(separator: " ").map(String.init) }
    return Dictionary(uniqueKeysWithValues: rows.map { ($0[0], $0[1]) })
  }

  private func record(_ pictures: [(name: String, picture: GoldenPicture)]) throws -> String {
    let head = "# Fingerprints (FNV-1a) of the pictures in \(suite); MOONREEL_RECORD=1 rewrites.\n"
    let lines = pictures.map { "\($0.name) \($0.picture.fingerprint)\n" }
    try Data((head + lines.joined()).utf8).write(to: URL(filePath: path))
    for (_, picture) in pictures { try folder.keep(picture) }
    return "recorded \(pictures.count) pictures; run again without MOONREEL_RECORD"
  }
}
