// SPDX-License-Identifier: MIT

import MoonreelAuthor
import MoonreelCore

/// What `moonreel test` says of tests.
enum TestText {
  /// A suite's line, and more for each test that failed or was left out.
  static func suite(_ outcomes: [TestOutcome]) -> [TerminalLine] {
    let head: TerminalLine = "\(outcomes[0].name.suite): \(counts(outcomes))"
    return [head]
      + outcomes.flatMap { outcome -> [TerminalLine] in
        switch outcome.verdict {
        case .passed: []
        case .failed(let fault, let ownLines):
          ["  \(emphasized: "FAILED") \(outcome.name.name)"]
            + MoonreelError(.script, fault, ownLines: ownLines).lines.map { "    \($0)" }
        case .leftOut(let reason): ["  left out \(outcome.name.name)", "    \(reason)"]
        case .recorded(let path): ["  \(emphasized: "RECORDED") \(path)"]
        }
      }
  }

  /// `31 tests: 30 passed, 1 failed (2.1 s)`.
  static func summary(_ outcomes: [TestOutcome], seconds: Double) -> [String] {
    let count = outcomes.count == 1 ? "1 test" : "\(outcomes.count) tests"
    let line = "\(count): \(counts(outcomes)) (\(Numbers.tenths(seconds)) s)"
    let recorded = outcomes.contains { if case .recorded = $0.verdict { true } else { false } }
    guard recorded else { return [line] }
    return [
      line, "Pictures were recorded: look at them, and run the tests again without --record.",
    ]
  }

  /// `30 passed, 1 failed`.
  private static func counts(_ outcomes: [TestOutcome]) -> String {
    let words = outcomes.map(\.verdict.word)
    return ["passed", "failed", "recorded", "left_out"].compactMap { word in
      let count = words.count { $0 == word }
      return count == 0 ? nil : "\(count) \(word.replacing("_", with: " "))"
    }.joined(separator: ", ")
  }

  /// The same for programs.
  static func json(_ outcomes: [TestOutcome]) -> JSONValue {
    func count(_ word: String) -> JSONValue {
      .int(outcomes.count { $0.verdict.word == word })
    }
    return .fields([
      "passed": count("passed"), "failed": count("failed"), "recorded": count("recorded"),
      "left_out": count("left_out"),
      "tests": .array(
        outcomes.map { outcome in
          .fields([
            "suite": .string(outcome.name.suite), "name": .string(outcome.name.name),
            "file": .string(outcome.name.file), "line": outcome.line.map { .int($0) } ?? .null,
            "verdict": .string(outcome.verdict.word),
            "message": .optional(outcome.verdict.sentence),
            "seconds": .number(Numbers.rounded(outcome.seconds)),
          ])
        }),
    ])
  }
}
