// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelMedia
import MoonreelRender
import MoonreelScript
import Testing

/// Runs scripts given as text.
enum Runs {
  /// What became of a script.
  struct Outcome {
    var result: ScriptResult?
    var error: MoonreelError?
    var printed: [String]
    var warnings: [String]

    /// The error's message, or `""`.
    var message: String { error?.message ?? "" }

    /// The film's frame at `seconds`, drawn onto `target`.
    func frame(at seconds: Double, on target: FrameTarget, threads: Int = 1) throws -> FrameBuffer {
      let film = try #require(result, "\(message)").request
      let reader = CompositionReader(
        timeline: film.timeline, composition: film.videoComposition, gate: FileGate(folders: []))
      return try PictureRenderer(threadCount: threads).render(
        try reader.image(at: try Time(seconds: seconds)), to: target)
    }

    /// The pixels of row `y` of a film of 8x4 at `seconds`, each as the letter of its colour, or its numbers.
    func row(at seconds: Double = 0, y: Int = 1) throws -> String {
      let target = FrameTarget(size: PixelSize(8, 4), format: .floatGBRA, color: .srgb)
      let frame = try frame(at: seconds, on: target)
      return (0..<8).map { x in
        let parts = [2, 0, 1].map { plane -> Float in
          let plane = frame.planes[plane]
          return plane.base.advanced(by: y * plane.strideBytes + x * 4).load(as: Float.self)
        }
        return Self.letter(parts)
      }.joined()
    }

    private static func letter(_ parts: [Float]) -> String {
      let levels = parts.map { Int(($0 * 10).rounded()) }
      switch levels {
      case [10, 0, 0]: return "r"
      case [0, 10, 0]: return "g"
      case [0, 0, 10]: return "b"
      case [10, 10, 10]: return "w"
      case [0, 0, 0]: return "."
      default: return "(\(levels.map(String.init).joined(separator: " ")))"
      }
    }
  }

  /// Runs `text` as `test.lua`.
  static func script(
    _ text: String, path: String = "test.lua", configure: (inout ScriptOptions) -> Void = { _ in }
  ) -> Outcome {
    let lines = Lines()
    var options = ScriptOptions(path: path, text: text)
    options.instructionLimit = 5_000_000
    options.memoryLimit = 32 << 20
    options.wallClockLimit = 60
    options.print = { lines.add($0) }
    configure(&options)
    do {
      let host = try ScriptHost(options: options)
      do {
        let result = try host.run()
        return Outcome(
          result: result, printed: lines.all, warnings: host.warnings.all.map(\.message))
      } catch let error as MoonreelError {
        return Outcome(
          error: error, printed: lines.all, warnings: host.warnings.all.map(\.message))
      }
    } catch {
      return Outcome(error: error as? MoonreelError, printed: lines.all, warnings: [])
    }
  }

  /// The lines that `text` prints, without the script's name; the error's message as the last line.
  static func output(
    _ text: String, configure: (inout ScriptOptions) -> Void = { _ in }
  ) -> [String] {
    let outcome = script(text + "\nreturn nil", configure: configure)
    let lines = outcome.printed.map { $0.replacing("test.lua: ", with: "") }
    let isEnd = outcome.message.contains("bad result of the script")
    return lines + (isEnd ? [] : [outcome.message])
  }
}

/// Lines from any thread.
final class Lines: Sendable {
  private let lines = Locked<[String]>([])
  func add(_ line: String) { lines.withLock { $0.append(line) } }
  var all: [String] { lines.withLock { $0 } }
}
