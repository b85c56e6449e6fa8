// SPDX-License-Identifier: MIT

import Foundation
import PageClient

extension Browser {
  /// What is in a file of `Tests/StudioPage`.
  static func script(_ name: String) throws -> String {
    try String(
      contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("StudioPage/\(name)"), encoding: .utf8)
  }

  /// Opens the page of a film of ``Workshop/marked(_:)``, watched by `watch.js`.
  func openWatched(_ workshop: Workshop) async throws {
    _ = try await call("Page.addScriptToEvaluateOnNewDocument", ["source": Self.script("watch.js")])
    try await open(workshop)
    try await wait(for: "watch.last?.isExact")
  }

  /// What the page drew that it should not have, as JSON, and how many pictures in all.
  func watched() async throws -> (wrong: String, draws: Int) {
    let text = try await evaluate("JSON.stringify(watch.wrong.slice(0, 20))") as? String
    return (text ?? "", try await evaluate("watch.draws") as? Int ?? 0)
  }

  /// Opens a studio's page; its first picture is there afterwards.
  func open(_ workshop: Workshop) async throws {
    _ = try await call("Page.navigate", ["url": workshop.program.address])
    try await wait(for: "window.studio?.shown && window.studio.film")
    _ = try await evaluate(
      """
      window.readNumber = () => {
        const canvas = document.getElementById("picture");
        const pixels = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
        let number = 0;
        for (let bit = 0; bit < 12; bit++) {
          const x = Math.floor((bit + 0.5) * canvas.width / 12), y = Math.floor(canvas.height / 2);
          if (pixels.data[4 * (y * canvas.width + x)] > 128) number |= 1 << bit;
        }
        return number;
      };
      window.goTo = (text) => {
        const entry = document.getElementById("time-entry");
        entry.focus();
        entry.value = text;
        entry.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
      };
      true
      """)
  }

  /// The number in the picture that the page shows.
  func number() async throws -> Int? { try await evaluate("readNumber()") as? Int }
}
