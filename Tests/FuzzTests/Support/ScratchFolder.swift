// SPDX-License-Identifier: MIT

import Foundation

/// A folder for one input, removed with it; in memory where the machine has such a place.
final class ScratchFolder {
  let path: String

  struct Failure: Error { let sentence: String }

  private static let base =
    access("/dev/shm", W_OK) == 0 ? "/dev/shm" : FileManager.default.temporaryDirectory.path

  init() throws {
    var template = Array("\(Self.base)/moonreel-fuzz-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Failure(sentence: "no folder for the input") }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes `bytes` to `name` and returns the path.
  func write(_ bytes: [UInt8], to name: String) throws -> String {
    let file = "\(path)/\(name)"
    try Data(bytes).write(to: URL(fileURLWithPath: file))
    return file
  }

  /// The bytes of `name`.
  func read(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)")))
  }

  /// Runs the ffmpeg command line with `words`, split at blanks, in the folder.
  func ffmpeg(_ words: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      ["ffmpeg", "-nostdin", "-v", "error", "-y"]
      + words.split(separator: " ").map(String.init)
    process.currentDirectoryURL = URL(fileURLWithPath: path)
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(sentence: "ffmpeg \(words)") }
  }
}
