// SPDX-License-Identifier: MIT

import Foundation

/// The ffmpeg command line: it makes the tests' media and is the reference for what they hold.
enum FFmpegCommand {
  /// Runs `ffmpeg` (or another `tool`) and returns what it prints.
  @discardableResult
  static func run(_ arguments: [String], tool: String = "ffmpeg", in folder: String? = nil) throws
    -> Data
  {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    let quiet = tool == "ffmpeg" ? ["-nostdin", "-v", "error", "-y"] : []
    process.arguments = [tool] + quiet + arguments
    if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
    let output = Pipe()
    let errors = TemporaryFolder.errorLog()
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw CommandFailure(command: arguments.joined(separator: " "))
    }
    return data
  }

  /// Runs `ffmpeg` with the words of `line`, split at blanks, in `folder`.
  static func make(_ line: String, in folder: TemporaryFolder) throws {
    try run(line.split(separator: " ").map(String.init), in: folder.path)
  }
}

/// A command that failed.
struct CommandFailure: Error, CustomStringConvertible {
  var command: String
  var description: String { "ffmpeg failed: \(command)" }
}

/// A folder that is removed when the test ends.
final class TemporaryFolder {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "moonreel-read-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of `name` in the folder.
  func file(_ name: String) -> String { path + "/" + name }

  /// Writes `text` to `name` and returns its path.
  func write(_ text: String, to name: String) throws -> String {
    try Data(text.utf8).write(to: URL(fileURLWithPath: file(name)))
    return file(name)
  }

  static func errorLog() -> FileHandle { FileHandle.nullDevice }
}

/// The real clips beside the package, where they are.
enum SharedMedia {
  static let folder: String? = {
    var url = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { url.deleteLastPathComponent() }
    let path = url.deletingLastPathComponent().appendingPathComponent("shared/media").path
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }()

  static var isPresent: Bool { folder != nil }

  /// The path of the clip `name`.
  static func clip(_ name: String) -> String { (folder ?? "") + "/" + name }
}
