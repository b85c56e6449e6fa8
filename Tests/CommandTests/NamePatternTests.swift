// SPDX-License-Identifier: MIT

import Foundation
import MoonreelExport
import Testing

@testable import moonreel

/// What stands in braces is put in once: names that have braces or per cent signs themselves stay as they are.
@Suite("Patterns of names")
struct NamePatternTests {
  @Test(
    "what a row holds is no pattern",
    arguments: [
      ("out/{id}.mp4", "{row}", "out/{row}.mp4"), ("out/{id}.mp4", "{{", "out/{{.mp4"),
      ("{{1}}/{id}.mp4", "7", "{1}/7.mp4"), ("out/{id}-{row}.mp4", "{id}", "out/{id}-3.mp4"),
      ("%A/{id}.mp4", "%04d", "%A/%04d.mp4"),
    ])
  func rows(pattern: String, value: String, path: String) throws {
    #expect(try OutputPattern(pattern).path { $0 == "row" ? "3" : value } == path)
  }

  @Test(
    "what is put in beside the main output is not looked at again",
    arguments: [
      ("{folder}/{name}-small.mp4", "a/film.mp4", "a/film-small.mp4"),
      ("{folder}/{name}-small.mp4", "{name}/film.mp4", "{name}/film-small.mp4"),
      ("{folder}/{name}-small.mp4", "a/{folder}.mp4", "a/{folder}-small.mp4"),
      ("{1}/{name}.mp4", "%d/{1}.mp4", "{1}/{1}.mp4"),
    ])
  func beside(pattern: String, main: String, path: String) throws {
    #expect(try AdditionalOutput(path: pattern).path(beside: main) == path)
  }
}
