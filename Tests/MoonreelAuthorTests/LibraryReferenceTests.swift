// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import MoonreelAuthor

@Suite struct LibraryReferenceTests {
  private static let library = Result { try LibraryReference() }

  @Test func thePageOfHTMLHasEveryNameOnce() throws {
    let library = try Self.library.get()
    let html = library.html
    let ids = html.matches(of: /\ id="([^"]*)"/).map { String($0.1) }
    #expect(ids.count == Set(ids).count)
    let names = Set(html.matches(of: /\ data-name="([^"]*)"/).map { String($0.1) })
    for name in library.reference.publicNames where !name.hasPrefix("moonreel.") {
      #expect(names.contains(name.asHTML), "\(name)")
    }
    for catalogue in library.catalogues {
      for entry in catalogue.entries {
        #expect(names.contains("moonreel.\(catalogue.name).\(entry.name)"))
      }
    }
    for link in html.matches(of: /<a href="#([^"]*)"/) {
      #expect(ids.contains(String(link.1)), "#\(link.1) leads nowhere")
    }
  }

  @Test func thePageNeedsNoNetwork() throws {
    let html = try Self.library.get().html
    #expect(!html.contains("src=\"http") && !html.contains("@import") && !html.contains("url("))
    #expect(html.contains("default-src 'none'"))
  }

  @Test func examplesShowWhatThereIs() throws {
    let library = try Self.library.get()
    let known = Set(library.reference.publicNames)
    for (file, examples) in library.examples {
      for name in examples.examples.flatMap(\.names) {
        let isTable = library.reference.entry(name) != nil
        #expect(known.contains(name) || isTable, "\(file): nothing is called \(name)")
      }
    }
  }

  /// Public names that no example shows yet. A name that gets one leaves the list; none may come in.
  @Test func everyPublicNameHasAnExample() throws {
    let library = try Self.library.get()
    let shown = Set(library.examples.flatMap { $0.examples.examples.flatMap(\.names) })
    let missing = library.reference.publicNames.filter { !shown.contains($0) }
    #expect(library.reference.publicNames.count > 350)
    #expect(
      Set(missing) == Self.withoutExample,
      "\(Set(missing).symmetricDifference(Self.withoutExample).sorted())")
  }

  /// Parts that the library's makers are built of, what only `moonreel test` does, and plugins of the machine, which need `--allow-plugins`.
  private static let withoutExample: Set<String> = [
    "Shader:draw",
    "moonreel.chart.paper.new",
    "moonreel.chart.paper:heading",
    "moonreel.glsl",
    "moonreel.glsl_passes",
    "moonreel.library",
    "moonreel.library.of",
    "moonreel.library.unknown",
    "moonreel.option_kinds",
    "moonreel.sound_block",
    "moonreel.sound_memory",
    "moonreel.sound_tap",
    "moonreel.template_board",
    "moonreel.title_options",
    "moonreel.title_options.checked",
    "moonreel.title_options.rules",
    "moonreel.title_stage",
    "moonreel.vec",
    "moonreel.vec:cross",
    "moonreel.vec:dot",
    "Expectation:to_look_like",
    "moonreel.test.expectation",
    "moonreel.test.laws",
    "moonreel.test.run",
    "moonreel.test.stage",
    "mr.audio.lv2",
    "mr.audio.lv2_list",
  ]
}
