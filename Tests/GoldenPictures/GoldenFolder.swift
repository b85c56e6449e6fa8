// SPDX-License-Identifier: MIT

import FoundationEssentials

/// The folder, never part of the repository, where golden tests leave pictures: those of a test that failed, and under
/// their fingerprints those of all that passed, which are what later failures are compared with.
package struct GoldenFolder: Sendable {
  package let path: String

  package init(_ path: String) { self.path = path }

  /// `.build/goldens/SUITE` in the package's folder.
  package init(suite: String) {
    let root = #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" }
    self.init("\(root)/.build/goldens/\(suite)")
  }

  /// Keeps a picture that is as recorded.
  package func keep(_ picture: GoldenPicture) throws {
    let file = keptPath(picture.fingerprint)
    guard !FileManager.default.fileExists(atPath: file) else { return }
    let head = "\(picture.width) \(picture.components)\n"
    try write(Array(head.utf8) + picture.bytes, to: file)
  }

  /// The picture with this fingerprint, where a test that passed kept it.
  package func kept(_ fingerprint: String) -> GoldenPicture? {
    guard let data = FileManager.default.contents(atPath: keptPath(fingerprint)),
      let end = data.firstIndex(of: UInt8(ascii: "\n"))
    else { return nil }
    let head = String(decoding: data[..<end], as: UTF8.self).split(separator: " ").compactMap {
      Int($0)
    }
    let bytes = Array(data[(end + 1)...])
    // What another run has not written to its end is no picture.
    guard head.count == 2, Fingerprint.of(bytes) == fingerprint else { return nil }
    return GoldenPicture(width: head[0], components: head[1], bytes: bytes)
  }

  /// Writes the pictures of a failure: `NAME.actual.png`, and where it is known what was expected also
  /// `NAME.expected.png` and `NAME.difference.png`.
  ///
  /// - Returns: a sentence that names the files.
  package func report(
    _ name: String, expected: GoldenPicture?, actual: GoldenPicture
  ) throws -> String {
    try write(actual.png, to: "\(path)/\(name).actual.png")
    guard let expected else {
      for kind in ["expected", "difference"] {
        try? FileManager.default.removeItem(atPath: "\(path)/\(name).\(kind).png")
      }
      return
        "See \(path)/\(name).actual.png. What was expected can be shown once the test has passed in this checkout."
    }
    try write(expected.png, to: "\(path)/\(name).expected.png")
    try write(actual.difference(from: expected).png, to: "\(path)/\(name).difference.png")
    return "See \(path)/\(name).expected.png, \(name).actual.png and \(name).difference.png."
  }

  private func keptPath(_ fingerprint: String) -> String { "\(path)/kept/\(fingerprint)" }

  private func write(_ bytes: [UInt8], to file: String) throws {
    let folder = file.prefix(upTo: file.lastIndex(of: "/") ?? file.startIndex)
    try FileManager.default.createDirectory(
      atPath: String(folder), withIntermediateDirectories: true)
    try Data(bytes).write(to: URL(filePath: file), options: .atomic)
  }
}
