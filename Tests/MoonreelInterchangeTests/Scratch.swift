// SPDX-License-Identifier: MIT

import Foundation

/// A folder of one test, removed with it, and programs that are run in it.
final class Scratch {
  let url = FileManager.default.temporaryDirectory
    .appendingPathComponent("moonreel-scratch-\(UUID().uuidString)")
  var path: String { url.path }

  init() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { path + "/" + name }

  func write(_ bytes: [UInt8], _ name: String) throws {
    try Data(bytes).write(to: url.appendingPathComponent(name))
  }

  func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: url.appendingPathComponent(name)))
  }

  /// What `script` prints, run by `python` in the folder; `nil` where there is no such program.
  func python(_ script: String, by python: String = "python3") throws -> (
    code: Int32, text: String
  )? {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [python, "-c", script]
    process.currentDirectoryURL = url
    (process.standardOutput, process.standardError) = (pipe, pipe)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    // env's own code for a program that is not there
    guard process.terminationStatus != 127 else { return nil }
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }
}
