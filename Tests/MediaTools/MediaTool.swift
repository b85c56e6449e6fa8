// SPDX-License-Identifier: MIT

import Foundation

/// Other programs, against which tests compare: ffmpeg, ffprobe and the like.
package enum MediaTool {
  /// A program said that something is wrong.
  package struct Failure: Error, CustomStringConvertible { package let description: String }

  /// What `name` prints on standard output.
  @discardableResult
  package static func run(_ name: String, _ arguments: [String]) throws -> Data {
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
      throw Failure(description: "\(name) \(arguments.joined(separator: " ")) failed")
    }
    return data
  }

  /// Runs ffmpeg quietly, overwriting its output.
  @discardableResult
  package static func ffmpeg(_ arguments: [String]) throws -> Data {
    try run("ffmpeg", ["-v", "error", "-nostdin", "-y"] + arguments)
  }
}
