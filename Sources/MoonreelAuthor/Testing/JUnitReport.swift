// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelScript

/// Tests in the XML that build servers read (the schema of Ant's JUnit task, as Jenkins and GitLab take it).
public enum JUnitReport {
  /// The document. Tests that recorded a picture count as failures, as they do in the exit code.
  public static func text(_ outcomes: [TestOutcome]) -> String {
    var suites: [(name: String, outcomes: [TestOutcome])] = []
    for outcome in outcomes {
      if suites.last?.name == outcome.name.suite {
        suites[suites.count - 1].outcomes.append(outcome)
      } else {
        suites.append((outcome.name.suite, [outcome]))
      }
    }
    let body = suites.map { suite($0.name, $0.outcomes) }.joined()
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="moonreel" \(counts(outcomes))>
      \(body)</testsuites>

      """
  }

  /// Refuses to write one to `path` where the tests read that file, or another file than XML is there.
  ///
  /// - Throws: `MoonreelError` (`fileAccess`).
  public static func admit(_ path: String, gate: FileGate) throws {
    guard let place = try OutputPlaces.replaced(by: path, container: .mp4, gate: gate).first else {
      return
    }
    let text = try? TextFile.read(place)
    guard text != "", text?.hasPrefix("<?xml") != true else { return }
    throw MoonreelError(
      .fileAccess,
      "Cannot write the results to '\(path)': the file that is there holds none. Name another with --junit."
    )
  }

  private static func suite(_ name: String, _ outcomes: [TestOutcome]) -> String {
    "  <testsuite name=\"\(escaped(name))\" \(counts(outcomes))>\n"
      + outcomes.map(test).joined() + "  </testsuite>\n"
  }

  private static func counts(_ outcomes: [TestOutcome]) -> String {
    let failures = outcomes.count { $0.verdict.failsRun }
    let skipped = outcomes.count { if case .leftOut = $0.verdict { true } else { false } }
    let time = seconds(outcomes.reduce(0) { $0 + $1.seconds })
    return
      "tests=\"\(outcomes.count)\" failures=\"\(failures)\" errors=\"0\" skipped=\"\(skipped)\" time=\"\(time)\""
  }

  private static func test(_ outcome: TestOutcome) -> String {
    let name = outcome.name
    let line = outcome.line.map { " line=\"\($0)\"" } ?? ""
    let head =
      "    <testcase classname=\"\(escaped(name.suite))\" name=\"\(escaped(name.name))\" "
      + "file=\"\(escaped(name.file))\"\(line) time=\"\(seconds(outcome.seconds))\""
    let text = escaped(outcome.verdict.sentence ?? "")
    switch outcome.verdict {
    case .passed: return head + "/>\n"
    case .failed, .recorded:
      return head + ">\n      <failure message=\"\(text)\">\(text)</failure>\n    </testcase>\n"
    case .leftOut: return head + ">\n      <skipped message=\"\(text)\"/>\n    </testcase>\n"
    }
  }

  private static func seconds(_ value: Double) -> String {
    let thousandths = Int(limiting: (value * 1000).rounded())
    let rest = String(thousandths % 1000 + 1000).dropFirst()
    return "\(thousandths / 1000).\(rest)"
  }

  /// Text as it may stand in an attribute or between tags; what XML cannot hold becomes U+FFFD.
  private static func escaped(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF:
        result.append(scalar)
      default: result.append("\u{FFFD}")
      }
    }
    return String(result).markupEscaped.replacing("\"", with: "&quot;")
      .replacing("\n", with: "&#10;").replacing("\r", with: "&#13;").replacing("\t", with: "&#9;")
  }
}
