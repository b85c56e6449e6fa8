// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import Testing

@testable import MoonreelAuthor

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The report for build servers.
@Suite struct JUnitReportTests {
  private static func outcome(_ suite: String, _ name: String, _ verdict: TestVerdict)
    -> TestOutcome
  {
    TestOutcome(
      name: TestName(suite: suite, name: name, file: "a/\(suite)"), verdict: verdict,
      seconds: 0.0625)
  }

  private static let outcomes = [
    outcome("one_test.lua", "holds", .passed),
    outcome(
      "one_test.lua", "says \"<&>\" \u{1}\u{FFFE}\n\ttwice",
      .failed("a/one_test.lua:7: expected '<' & \"\u{1B}[1m\", found ]]>\nand more")),
    outcome("effect lamp", "neutral", .leftOut("it names no neutral options")),
    outcome("effect lamp", "looks as goldens/lamp.png", .recorded("goldens/lamp.png")),
  ]

  /// Reads what tests are about.
  private final class Reader: NSObject, XMLParserDelegate {
    var elements: [(name: String, attributes: [String: String])] = []
    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      elements.append((name, attributes))
    }
  }

  @Test("it is well-formed and counts rightly")
  func parsed() throws {
    let parser = XMLParser(data: Data(JUnitReport.text(Self.outcomes).utf8))
    let reader = Reader()
    parser.delegate = reader
    #expect(parser.parse(), "\(String(describing: parser.parserError))")
    let elements = reader.elements
    #expect(
      elements.map(\.name) == [
        "testsuites", "testsuite", "testcase", "testcase", "failure", "testsuite", "testcase",
        "skipped", "testcase", "failure",
      ])
    let all = elements[0].attributes
    #expect(all["tests"] == "4" && all["failures"] == "2" && all["skipped"] == "1")
    #expect(all["errors"] == "0" && all["time"] == "0.250")
    let failed = elements[3].attributes
    #expect(failed["name"] == "says \"<&>\" \u{FFFD}\u{FFFD}\n\ttwice")
    #expect(failed["file"] == "a/one_test.lua" && failed["line"] == "7")
    #expect(
      elements[4].attributes["message"]
        == "a/one_test.lua:7: expected '<' & \"\u{FFFD}[1m\", found ]]>\nand more")
  }

  @Test("nothing is a document, too")
  func empty() {
    let parser = XMLParser(data: Data(JUnitReport.text([]).utf8))
    #expect(parser.parse())
  }
}
