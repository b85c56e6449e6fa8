// SPDX-License-Identifier: MIT

import Foundation

/// Mesa's renderers on the CPU, asked what a shader draws, as a second opinion.
///
/// The program behind it is compiled when it is first asked for (`Tests/GLSLOracle/build`).
package enum GLSLOracle {
  /// Which of Mesa's renderers: `llvmpipe` compiles, `softpipe` interprets with the C library's functions.
  package enum Renderer: String, Sendable { case llvmpipe, softpipe }

  /// Rows of RGBA from the top, 8 bits, straight alpha.
  package struct Picture: Sendable {
    package var width: Int
    package var height: Int
    package var bytes: [UInt8]

    package init(width: Int, height: Int, bytes: [UInt8]) {
      self.width = width
      self.height = height
      self.bytes = bytes
    }
  }

  /// A shader that Mesa refuses, with its words.
  package struct Refusal: Error, CustomStringConvertible {
    package var description: String
  }

  /// Whether there are a C compiler and Mesa's EGL.
  package static let isInstalled: Bool = {
    guard let program else { return false }
    let probe = GLSLShader.folder + "/transitions/plain-fade.glsl"
    return (try? run([program, "--check", probe]))?.code == 0
  }()

  /// Why tests are skipped where it is not.
  package static let absence = "Mesa's EGL is not here; run scripts/setup --glsl"

  private static let program: String? = {
    let build = GLSLShader.folder + "/../GLSLOracle/build"
    guard let result = try? run(["/bin/sh", build]), result.code == 0 else { return nil }
    return result.output.split(separator: "\n").last.map(String.init)
  }()

  /// The language in which Mesa takes each file: `es100`, `es300`, `desktop` or `refused`.
  package static func languages(of paths: [String]) throws -> [String: String] {
    guard let program else { throw Refusal(description: absence) }
    let lines = try run([program, "--check"] + paths).output.split(separator: "\n")
    return Dictionary(
      lines.map { line in
        let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
        return (parts.last ?? "", parts.first ?? "")
      }, uniquingKeysWith: { first, _ in first })
  }

  /// Draws the file at each progress (a transition) or second (an image).
  ///
  /// - Parameters:
  ///   - pictures: by the names of samplers, `from`, `to`, `iChannel0` and so on; `any` is for those that are not named.
  ///   - values: uniforms as `0.5` or `1,2,3`; the others have the defaults of their comments.
  /// - Returns: RGBA in `Float`, not clamped, rows from the top, one picture for each time.
  /// - Throws: ``Refusal`` where Mesa does not compile the file, or is not there.
  package static func draw(
    _ path: String, width: Int, height: Int, at times: [Double], pictures: [String: Picture],
    values: [String: String] = [:], renderer: Renderer = .llvmpipe
  ) throws -> [[Float]] {
    guard let program else { throw Refusal(description: absence) }
    let folder = NSTemporaryDirectory() + "moonreel-oracle-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var words = [program, "--floats", "--size", "\(width)x\(height)", "-o", folder + "/drawn"]
    words += ["--at", times.map { "\($0)" }.joined(separator: ",")]
    for (name, picture) in pictures {
      let file = "\(folder)/\(name)"
      try Data(picture.bytes).write(to: URL(fileURLWithPath: file))
      words += ["--picture", "\(name)=\(file):\(picture.width)x\(picture.height)"]
    }
    for (name, value) in values { words += ["--set", "\(name)=\(value)"] }
    let result = try run(words + [path], environment: ["GALLIUM_DRIVER": renderer.rawValue])
    guard result.code == 0 else { throw Refusal(description: result.errors) }
    let data = try Data(contentsOf: URL(fileURLWithPath: folder + "/drawn"))
    let numbers = data.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    let size = width * height * 4
    return times.indices.map { Array(numbers[$0 * size..<($0 + 1) * size]) }
  }

  /// Numbers as a picture of 8 bits has them: clamped and rounded, what is no number is 0.
  package static func bytes(_ numbers: [Float]) -> [UInt8] {
    numbers.map { $0 > 0 ? UInt8(min($0, 1) * 255 + 0.5) : 0 }
  }

  private static func run(
    _ words: [String], environment: [String: String] = [:]
  ) throws -> (code: Int32, output: String, errors: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: words[0])
    process.arguments = Array(words.dropFirst())
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    // Errors go to a file: who reads two pipes one after the other may wait for ever.
    let log = NSTemporaryDirectory() + "moonreel-oracle-" + UUID().uuidString + ".log"
    try Data().write(to: URL(fileURLWithPath: log))
    defer { try? FileManager.default.removeItem(atPath: log) }
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle(forWritingAtPath: log)
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let errors = FileManager.default.contents(atPath: log) ?? Data()
    return (
      process.terminationStatus, String(decoding: data, as: UTF8.self),
      String(decoding: errors, as: UTF8.self)
    )
  }
}
