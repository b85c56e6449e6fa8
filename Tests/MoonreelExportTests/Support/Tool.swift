// SPDX-License-Identifier: MIT

import Foundation
import MoonreelMedia

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

  /// Copies the packets of `path` into `output`, whose pictures are to be shown a quarter turned, clockwise.
  static func turn(_ path: String, to output: String) throws {
    // FFmpeg 6 brought an option for it, and 7 takes the old way no more.
    let version = MediaLibraries.versions.first { $0.name == "libavformat" }?.version
    let isOld = version.map { $0.hasPrefix("59.") } ?? false
    try ffmpeg(
      (isOld ? [] : ["-display_rotation", "270"]) + ["-i", path, "-c", "copy"]
        + (isOld ? ["-metadata:s:v", "rotate=270"] : []) + [output])
  }

  /// Runs ffmpeg quietly, overwriting its output.
  static func ffmpeg(_ arguments: [String]) throws {
    try run("ffmpeg", ["-v", "error", "-nostdin", "-y"] + arguments)
  }
}
