// SPDX-License-Identifier: MIT

import Foundation
import PageClient
import Testing

@testable import MoonreelStudio

@Suite(
  "Studio's page in Chromium", .serialized,
  .enabled(if: Browser.program != nil, "Chromium is not installed: scripts/setup --studio"))
struct BrowserTests {
  /// Numbers that look random and are the same in every run.
  static func dice(_ count: Int, below limit: Int) -> [Int] {
    var state: UInt64 = 20
    return (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
  }

  @Test("seeks, steps and keys show exactly their frames")
  func goes() async throws {
    let workshop = try Workshop()
    defer { workshop.stop() }
    let browser = try await Browser()
    try await browser.open(workshop)
    #expect(try await browser.number() == 0)
    for frame in Self.dice(60, below: 100) {
      _ = try await browser.evaluate("goTo('\(frame)')")
      try await browser.wait(for: "studio.shown?.frame === \(frame) && readNumber() === \(frame)")
    }
    for (key, shift, frame) in [
      ("Home", false, 0), ("ArrowRight", false, 1), ("ArrowRight", true, 26),
      ("ArrowLeft", false, 25),
      ("ArrowLeft", true, 0), ("End", false, 99),
    ] {
      try await browser.press(key, shift: shift)
      try await browser.wait(
        for: "studio.shown?.frame === \(frame) && readNumber() === \(frame)", key)
    }
  }

  @Test("what is played is what its numbers say, to the end")
  func plays() async throws {
    let workshop = try Workshop()
    defer { workshop.stop() }
    let browser = try await Browser()
    try await browser.open(workshop)
    let wrong = try await browser.evaluate(
      """
      new Promise((done) => {
        let wrong = [], seen = new Set();
        const look = () => {
          const frame = studio.shown?.frame, number = readNumber();
          if (frame !== number) wrong.push([frame, number]);
          seen.add(frame);
          if (frame === 99) return done(JSON.stringify({ wrong, seen: seen.size }));
          requestAnimationFrame(look);
        };
        document.getElementById("play").click();
        look();
      })
      """)
    let text = try #require(wrong as? String)
    let result = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    #expect((result?["wrong"] as? [Any])?.isEmpty == true, "\(text)")
    #expect((result?["seen"] as? Int ?? 0) > 10, "\(text)")
    try await browser.wait(for: "studio.state.status === 'paused'")
    #expect(try await browser.number() == 99)
  }

  @Test("saves are shown at the same frame, however an editor writes; mistakes come and go")
  func saves() async throws {
    let workshop = try Workshop()
    defer { workshop.stop() }
    let browser = try await Browser()
    try await browser.open(workshop)
    _ = try await browser.evaluate("goTo('40')")
    try await browser.wait(for: "readNumber() === 40")
    let path = workshop.path("film.lua")
    func text(_ plus: Int) -> String {
      Workshop.numbers.replacingOccurrences(of: "t * 25", with: "t * 25 + \(plus)")
    }
    for plus in 1...12 {
      switch plus % 4 {
      case 0: try text(plus).write(toFile: path, atomically: false, encoding: .utf8)
      case 1: try text(plus).write(toFile: path, atomically: true, encoding: .utf8)
      case 2:
        try text(plus).write(toFile: path + ".new", atomically: false, encoding: .utf8)
        #expect(rename(path + ".new", path) == 0)
      default:
        try FileManager.default.removeItem(atPath: path)
        try text(plus).write(toFile: path, atomically: false, encoding: .utf8)
      }
      try await browser.wait(for: "readNumber() === \(40 + plus) && studio.shown?.frame === 40")
    }
    try "local mr = require 'moonreel'\nreturn mr.color(7, nil)".write(
      toFile: path, atomically: true, encoding: .utf8)
    try await browser.wait(for: "studio.problem && !document.getElementById('problem').hidden")
    let words =
      try await browser.evaluate("document.getElementById('problem').innerText") as? String
    #expect(words?.contains("film.lua:2") == true, "\(words ?? "")")
    #expect(try await browser.number() == 52)
    try text(3).write(toFile: path, atomically: true, encoding: .utf8)
    try await browser.wait(
      for: "!studio.problem && document.getElementById('problem').hidden && readNumber() === 43")
    try await browser.wait(for: "studio.ribbon?.changed?.length > 0")
    try await browser.press("b")
    try await browser.wait(for: "readNumber() === 52")
    try await browser.press("b")
    try await browser.wait(for: "readNumber() === 43")
  }

  @Test("the page's own tests pass in it, and it fits where it is narrow", arguments: [1280, 390])
  func ownTests(_ width: Int) async throws {
    let workshop = try Workshop()
    defer { workshop.stop() }
    let browser = try await Browser(width: width, height: width == 390 ? 844 : 800)
    try await browser.open(workshop)
    let failures = try await browser.evaluate(Browser.script("page-tests.js"))
    #expect((failures as? [String])?.isEmpty == true, "\(failures ?? "no answer")")
    let overhang = try await browser.evaluate("document.documentElement.scrollWidth - innerWidth")
    #expect((overhang as? Int ?? 1) <= 0)
  }

  @Test("a form changes the picture")
  func forms() async throws {
    let script = Workshop.numbers.replacingOccurrences(
      of: "local show",
      with:
        "local p = mr.params { plus = { \"integer\", default = 0, min = 0, max = 90 } }\nlocal show"
    ).replacingOccurrences(
      of: "(math.floor(t * 25 + 0.5)", with: "((math.floor(t * 25 + 0.5) + p.plus)")
    let workshop = try Workshop(script)
    defer { workshop.stop() }
    let browser = try await Browser()
    try await browser.open(workshop)
    try await browser.press("2")
    try await browser.wait(for: "document.querySelector('#panel-params input[type=range]')")
    for value in [7, 64, 0, 90] {
      _ = try await browser.evaluate(
        """
        {
          const slider = document.querySelector("#panel-params input[type=range]");
          slider.value = "\(value)";
          slider.dispatchEvent(new Event("input", { bubbles: true }));
          slider.dispatchEvent(new Event("change", { bubbles: true }));
        }
        """)
      try await browser.wait(for: "readNumber() === \(value)")
    }
  }
}
