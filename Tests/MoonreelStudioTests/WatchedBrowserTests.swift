// SPDX-License-Identifier: MIT

import Foundation
import PageClient
import Testing

@testable import MoonreelStudio

/// Every picture that Chromium draws is read back from its pixels: see `Tests/StudioPage/watch.js`.
@Suite(
  "Every picture of the studio's page in Chromium", .serialized,
  .enabled(if: Browser.program != nil, "Chromium is not installed: scripts/setup --studio"))
struct WatchedBrowserTests {
  @Test("200 seeks, while it stands and while it plays, show no wrong picture")
  func seeks() async throws {
    let workshop = try Workshop(Workshop.marked(1))
    defer { workshop.stop() }
    let browser = try await Browser()
    try await browser.openWatched(workshop)
    try await browser.press("r")
    try await browser.wait(for: "studio.state.loop.on")
    let frames = BrowserTests.dice(400, below: 480)
    for (round, frame) in frames.prefix(200).enumerated() {
      try await go(
        browser, to: frame, by: Way.allCases[round % Way.allCases.count], frames[200 + round])
    }
    let (wrong, draws) = try await browser.watched()
    #expect(wrong == "[]")
    #expect(draws > 300)
  }

  /// How a seek is made.
  private enum Way: CaseIterable {
    case typed, dragged, released, playing, draggedWhilePlaying
  }

  private func go(_ browser: Browser, to frame: Int, by way: Way, _ other: Int) async throws {
    switch way {
    case .typed:
      _ = try await browser.evaluate("watch.searches(); goTo('\(frame)'); true")
      try await browser.wait(for: "watch.isAt(\(frame))")
    case .dragged, .released:
      try await drag(browser, [other, (frame + other) / 2, frame], isReleased: way == .released)
      try await browser.wait(for: "watch.isAt(\(frame))")
    case .playing:
      _ = try await browser.evaluate("document.getElementById('play').click(); true")
      try await browser.wait(for: "studio.state.status === 'playing'")
      let frame = Self.early(frame)
      let jumps = try await browser.evaluate("watch.jumps") as? Int ?? 0
      _ = try await browser.evaluate("watch.goes(\(frame)); goTo('\(frame)'); true")
      try await browser.wait(for: "watch.jumps > \(jumps)", "\(frame)")
    case .draggedWhilePlaying:
      let frame = Self.early(frame)
      try await drag(browser, [other, frame], isReleased: true)
      try await browser.press("k")
      // It stands where it had come to, or still is on its way to the frame.
      try await browser.wait(
        for: "studio.state.frame >= \(frame) && watch.isAt(studio.state.frame)")
    }
  }

  /// A frame after which the film of 500 goes on for more than five seconds: a busy machine must not be in the next round
  /// before it has drawn a picture of this one.
  private static func early(_ frame: Int) -> Int { frame * 3 / 4 }

  /// Drags the slider of frames as a hand does.
  private func drag(_ browser: Browser, _ frames: [Int], isReleased: Bool) async throws {
    _ = try await browser.evaluate(
      """
      (async () => {
        const scrub = document.getElementById("scrub");
        watch.searches();
        for (const frame of \(frames)) {
          scrub.value = String(frame);
          scrub.dispatchEvent(new Event("input", { bubbles: true }));
          await new Promise(requestAnimationFrame);
        }
        scrub.dispatchEvent(new PointerEvent("pointerup"));
        if (\(isReleased)) scrub.dispatchEvent(new Event("change", { bubbles: true }));
        return true;
      })()
      """)
  }

  @Test("50 saves while it plays show no wrong picture, and time goes on")
  func saves() async throws {
    let workshop = try Workshop(Workshop.marked(1))
    defer { workshop.stop() }
    let browser = try await Browser()
    try await browser.openWatched(workshop)
    try await browser.press("r")
    try await browser.wait(for: "studio.state.loop.on")
    _ = try await browser.evaluate("document.getElementById('play').click(); true")
    try await browser.wait(for: "watch.last.frame > 2")
    for version in 2...51 {
      try save(Workshop.marked(version), workshop.path("film.lua"), by: version % 3)
      try await browser.wait(for: "watch.last.version === \(version)", "version \(version)")
      // It goes on with the new version.
      let draws = try await browser.evaluate("watch.draws") as? Int ?? 0
      try await browser.wait(
        for: "watch.draws > \(draws + 1) && studio.state.status === 'playing'")
    }
    let (wrong, _) = try await browser.watched()
    #expect(wrong == "[]")
    #expect(try await browser.evaluate("studio.problem === null") as? Bool == true)
  }

  /// Saves as editors do: over the old file, with another one that is renamed, or after the old one was emptied.
  private func save(_ text: String, _ path: String, by way: Int) throws {
    switch way {
    case 0: try text.write(toFile: path, atomically: false, encoding: .utf8)
    case 1:
      try text.write(toFile: path + ".new", atomically: false, encoding: .utf8)
      #expect(rename(path + ".new", path) == 0)
    default:
      truncate(path, 0)
      try text.write(toFile: path, atomically: false, encoding: .utf8)
    }
  }
}
