// SPDX-License-Identifier: MIT

import MoonreelCore

/// A door through which bytes of strangers come in.
///
/// `scripts/fuzz` tries each with libFuzzer for as long as wanted; ``FuzzTests`` tries each for a moment.
protocol FuzzTarget {
  /// The name on the command line, and of its corpus.
  static var name: String { get }
  /// How many mutated inputs the short run tries; each target takes seconds.
  static var shortRunCount: Int { get }
  /// Inputs that are well formed, which others are made from.
  static func seeds() throws -> [[UInt8]]
  /// Takes `input`. A crash, a hang and a ``FuzzFinding`` are findings; what Moonreel throws in one
  /// sentence is an answer.
  static func take(_ input: [UInt8]) throws
}

/// Something that a target promises and that does not hold.
struct FuzzFinding: Error, CustomStringConvertible {
  let description: String
}

/// All doors.
enum FuzzTargets {
  static var all: [any FuzzTarget.Type] {
    [
      AddressTarget.self, TimeTarget.self, ScriptTarget.self, MediaTarget.self, CaptionTarget.self,
      SVGTarget.self, LottieTarget.self, CubeTarget.self, ParameterTarget.self, PatternTarget.self,
      EncoderOptionTarget.self, ShaderTarget.self, ManifestTarget.self, KernelTarget.self,
      CutTarget.self, HTTPTarget.self,
    ]
  }

  /// Their names.
  static var names: [String] { all.map { $0.name } }

  /// The one called `name`; `nil`: there is none.
  static func named(_ name: String) -> (any FuzzTarget.Type)? { all.first { $0.name == name } }

  /// What `body` makes; `nil` where it throws a sentence, as most generated scripts do.
  static func answer<Result>(_ body: () throws -> Result) throws -> Result? {
    do { return try body() } catch let error as MoonreelError where error.code != .internalError {
      return nil
    }
  }

  /// Hands `input` to `target`, and looks at what it throws.
  static func attempt(_ target: any FuzzTarget.Type, _ input: [UInt8]) throws {
    do { try target.take(input) } catch let error as MoonreelError {
      guard error.code != .internalError else {
        throw FuzzFinding(description: "an internal error: \(error)")
      }
      guard error.message.utf8.count > 8 else {
        throw FuzzFinding(description: "no sentence: '\(error)'")
      }
    }
  }
}
