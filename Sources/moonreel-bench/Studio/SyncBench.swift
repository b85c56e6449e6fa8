// SPDX-License-Identifier: MIT

import Foundation
import PageClient

/// Measures in Chromium how far sound and pictures of the studio's page are apart: a film flashes and clicks at the same
/// moments, and the page notes when the flash is drawn on its canvas and when the click's first sample is heard.
///
///     moonreel-bench sync PROBE.js
struct SyncBench {
  private static let seconds = 24

  private let probe: String

  init(_ arguments: ArraySlice<String>) throws {
    let words = try Words(arguments)
    guard let path = words.words.first else { throw BenchError("which probe?") }
    probe = try String(contentsOfFile: path, encoding: .utf8)
  }

  func run() async throws {
    guard Browser.program != nil else {
      return print("flash against click: Chromium is not installed, and left out")
    }
    let workshop = try BenchWorkshop { folder in
      try Self.clicks.write(to: URL(fileURLWithPath: folder + "/clicks.wav"))
      return Self.film
    }
    defer { workshop.end() }
    let browser = try await Browser()
    // The probe brings a module of its own for the sound thread, which the page's rules would refuse.
    _ = try await browser.call("Page.setBypassCSP", ["enabled": true])
    _ = try await browser.call("Page.addScriptToEvaluateOnNewDocument", ["source": probe])
    _ = try await browser.call("Page.navigate", ["url": workshop.address])
    try await browser.wait(for: "window.studio?.shown && window.studio.film")
    try await browser.press("k")
    try await browser.wait(for: "studio.sound === 'on' && sync.isReady")
    try await browser.press("l")
    try await browser.wait(for: "sync.clicks.length > 0")
    while try await browser.evaluate("studio.state.status") as? String != "paused" {
      try await Task.sleep(nanoseconds: 200_000_000)
    }
    let text = try await browser.evaluate("JSON.stringify([sync.flashes, sync.clicks])") as? String
    let times = try JSONSerialization.jsonObject(with: Data((text ?? "[]").utf8)) as? [[Double]]
    guard let times, times.count == 2 else { throw BenchError("the page says nothing") }
    report(flashes: times[0], clicks: times[1])
    if let latency = try await browser.evaluate("sync.latency") as? Double {
      print(
        "the browser's sound comes \(Text.number(latency * 1000, 0, decimals: 1)) ms after it is mixed"
      )
    }
  }

  private func report(flashes: [Double], clicks: [Double]) {
    let apart = clicks.compactMap { click in
      flashes.map { $0 - click }.min { abs($0) < abs($1) }
    }.filter { abs($0) < 400 }
    guard !apart.isEmpty else { return print("no flash was seen near a click") }
    let sizes = apart.map { abs($0) }.sorted()
    let sorted = apart.sorted()
    print(
      "flash against click, ms: median \(Text.number(sorted[sorted.count / 2], 0, decimals: 1)), from "
        + "\(Text.number(sorted[0], 0, decimals: 1)) to \(Text.number(sorted[sorted.count - 1], 0, decimals: 1)); "
        + "median distance \(Text.number(sizes[sizes.count / 2], 0, decimals: 1)), "
        + "longest \(Text.number(sizes[sizes.count - 1], 0, decimals: 1)); "
        + "\(apart.count) of \(Self.seconds)")
  }

  /// White for a tenth of a second in the middle of each second.
  private static let film = """
    local mr = require "moonreel"
    local show = mr.composition { size = { 640, 360 }, fps = 30, duration = \(seconds) }
    show:add { source = mr.color "black", duration = \(seconds) }
    show:add { source = mr.color "white", duration = \(seconds), opacity = function(t)
      local part = t % 1
      return part > 0.499 and part < 0.599 and 1 or 0
    end }
    show:add { source = "clicks.wav" }
    return show
    """

  /// Mono at 48 kHz: 10 ms of sound in the middle of each second, from its first sample on.
  private static var clicks: Data {
    let rate = 48_000
    var samples = [Int16](repeating: 0, count: rate * seconds)
    for second in 0..<seconds {
      for at in 0..<480 {
        samples[second * rate + rate / 2 + at] = at / 12 % 2 == 0 ? 20_000 : -20_000
      }
    }
    func bytes(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    var data = Data("RIFF".utf8) + bytes(36 + samples.count * 2, 4) + Data("WAVEfmt ".utf8)
    for (value, count) in [(16, 4), (1, 2), (1, 2), (rate, 4), (rate * 2, 4), (2, 2), (16, 2)] {
      data += bytes(value, count)
    }
    data += Data("data".utf8) + bytes(samples.count * 2, 4)
    for sample in samples { data += bytes(Int(sample), 2) }
    return data
  }
}
