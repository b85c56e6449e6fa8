// SPDX-License-Identifier: MIT

import Foundation
import PageClient
import Testing

/// A `moonreel studio` that runs, and the address that it printed.
final class RunningStudio {
  let process = Process()
  let errors = Pipe()
  let port: Int
  let token: String

  /// - Parameter caches: where programs keep what can be made anew; `nil`: where they usually do.
  init(_ arguments: [String], in folder: URL, caches: String? = nil) async throws {
    process.executableURL = Program.moonreel
    if let caches {
      process.environment = ProcessInfo.processInfo.environment
        .merging(["XDG_CACHE_HOME": caches]) { $1 }
    }
    process.arguments = ["studio"] + arguments + ["--no-browser"]
    process.currentDirectoryURL = folder
    process.standardInput = FileHandle.nullDevice
    process.standardError = errors
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let line = await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        var text = ""
        while !text.hasSuffix("\n") {
          let data = output.fileHandleForReading.availableData
          if data.isEmpty { break }
          text += String(decoding: data, as: UTF8.self)
        }
        continuation.resume(returning: text)
      }
    }
    let address = line.split(separator: " ").last.map { $0.trimmingCharacters(in: .newlines) }
    let url = try #require(address.flatMap { URL(string: $0) }, "it printed: \(line)")
    port = try #require(url.port)
    token = try #require(url.fragment?.split(separator: "=").last.map(String.init))
  }

  /// Sends `signal` and returns how it ended, and what it said.
  func end(_ signal: Int32) async -> (status: Int32, words: String) {
    kill(process.processIdentifier, signal)
    return await withCheckedContinuation { continuation in
      DispatchQueue.global().async { [process, errors] in
        let words = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        continuation.resume(
          returning: (process.terminationStatus, String(decoding: words, as: UTF8.self)))
      }
    }
  }

  deinit { if process.isRunning { process.terminate() } }
}

extension RunningStudio {
  /// A page that has said who it is.
  func page() async throws -> WebSocketClient {
    let socket = try await WebSocketClient(port: port, origin: "http://127.0.0.1:\(port)")
    try socket.send(
      #"{"type":"hello","token":"\#(token)","codecs":["jpeg"],"width":64,"height":36}"#)
    return socket
  }

  /// How many threads it has, and how many MB of memory.
  func size() throws -> (threads: Int, memory: Int) {
    let text = try String(
      contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
    func number(_ name: String) -> Int {
      text.split(separator: "\n").first { $0.hasPrefix(name + ":") }
        .flatMap { $0.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) } } ?? 0
    }
    return (number("Threads"), number("VmRSS") >> 10)
  }
}
