// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// What became of a test.
public enum TestVerdict: Hashable, Sendable {
  /// What it says holds.
  case passed
  /// What does not hold, in a sentence, and how many lines below it are Moonreel's own: callers of a function.
  case failed(String, ownLines: Int = 0)
  /// Why it was not tried.
  case leftOut(String)
  /// The file that was drawn anew, which somebody has to look at.
  case recorded(String)

  /// That `error` was raised.
  static func raised(_ error: MoonreelError) -> TestVerdict {
    .failed(error.description, ownLines: error.ownLineCount)
  }

  /// The word for programs.
  public var word: String {
    switch self {
    case .passed: "passed"
    case .failed: "failed"
    case .leftOut: "left_out"
    case .recorded: "recorded"
    }
  }

  /// Whether the run has failed with it: also where a picture was recorded, at which nobody has looked.
  public var failsRun: Bool {
    switch self {
    case .passed, .leftOut: false
    case .failed, .recorded: true
    }
  }

  /// What there is to say; `nil` where it passed.
  public var sentence: String? {
    switch self {
    case .passed: nil
    case .failed(let text, _), .leftOut(let text): text
    case .recorded(let path): "recorded \(path)"
    }
  }
}

/// What a test is called.
public struct TestName: Hashable, Sendable {
  /// What is tested: `"effect lantern"`, or the name of a test file.
  public var suite: String
  /// What is to hold.
  public var name: String
  /// The file in which the plugin or the test stands.
  public var file: String

  /// Whether both names together have all words of one of `filters`, in any case; always where there are none.
  public func matches(_ filters: [String]) -> Bool {
    let whole = "\(suite) \(name)".lowercased()
    return filters.isEmpty
      || filters.contains { filter in
        filter.lowercased().split(separator: " ").allSatisfy { whole.contains($0) }
      }
  }
}

/// A test that was run.
public struct TestOutcome: Sendable {
  /// What it is called.
  public var name: TestName
  /// What became of it.
  public var verdict: TestVerdict
  /// How long it took.
  public var seconds: Double

  /// The line of a script at which it failed, where that is known.
  public var line: Int? {
    guard case .failed(let text, _) = verdict, let place = ScriptPlace.parts(of: text).place,
      place.file.hasSuffix(FilePath.name(of: name.file))
    else { return nil }
    return place.line
  }
}
