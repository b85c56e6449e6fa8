// SPDX-License-Identifier: MIT

import Foundation

/// Runs the programs that tests measure by.
enum Tool {
  struct Failure: Error { let text: String }

  /// What `name` prints on standard output.
  @discardableResult
  static func run(_ name: String, _ arguments: [String]) throws -> Data {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [name] + arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(text: "\(name) \(arguments.joined(separator: " ")) failed")
    }
    return data
  }

  /// Runs ffmpeg quietly, overwriting its output.
  static func ffmpeg(_ arguments: [String]) throws {
    try run("ffmpeg", ["-v", "error", "-nostdin", "-y"] + arguments)
  }
}
