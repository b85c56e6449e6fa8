// SPDX-License-Identifier: MIT

import Foundation

/// Works at a studio for as long as a person does, and looks at what it holds: scrubbing, playing both ways, saves,
/// parameters that are dragged, thumbnails and waveforms, pages that are loaded anew. Fails where it holds more than
/// ``memoryLimit`` or where open files or threads become more.
///
///     moonreel-bench soak CLIP [--minutes N]
final class SoakBench {
  /// Megabytes.
  private static let memoryLimit = 400

  private let clip: String
  private let minutes: Double
  private var state: UInt64 = 30
  private var saves = 0

  init(_ arguments: ArraySlice<String>) throws {
    let words = try Words(arguments, options: ["--minutes"])
    guard let clip = words.words.first else { throw BenchError("which clip?") }
    self.clip = URL(fileURLWithPath: clip).path
    minutes = max(0.1, words.values["--minutes"].flatMap { Double($0) } ?? 30)
  }

  func run() async throws {
    let workshop = try BenchWorkshop(clip: clip)
    defer { workshop.end() }
    var page: BenchPage? = try await opened(workshop)
    let began = DispatchTime.now().uptimeNanoseconds
    func passed() -> Double { Double(DispatchTime.now().uptimeNanoseconds - began) / 60e9 }
    var parts: [[Holdings]] = Array(repeating: [], count: 6)
    var (rounds, sounds) = (0, 0)
    say("minutes   rounds   saves   MB now   MB most   files   threads")
    while passed() < minutes {
      let kind = dice(below: 8)
      if let open = page, kind < 7 {
        try await work(open, workshop, kind)
      } else {
        // The page is loaded anew: the old one is gone before.
        sounds += page?.soundBlocks ?? 0
        page = nil
        page = try await opened(workshop)
      }
      rounds += 1
      let part = min(parts.count - 1, Int(passed() / minutes * Double(parts.count)))
      if parts[part].isEmpty, part > 0 { row(passed(), rounds, parts[part - 1]) }
      parts[part].append(Holdings())
    }
    row(passed(), rounds, parts[parts.count - 1])
    say("\(sounds + (page?.soundBlocks ?? 0)) blocks of sound were heard.")
    try judge(parts.filter { !$0.isEmpty })
  }

  private func opened(_ workshop: BenchWorkshop) async throws -> BenchPage {
    let page = try await BenchPage(workshop.address)
    _ = try await page.picture()
    try page.send(#"{"type":"sound","on":true,"volume":1,"scrub":true}"#)
    return page
  }

  private func work(_ page: BenchPage, _ workshop: BenchWorkshop, _ kind: Int) async throws {
    switch kind {
    case 0, 1: try await scrub(page)
    case 2: try await play(page, rate: [1, 1, 2, -1][dice(below: 4)], pictures: 90)
    case 3: try await drag(page)
    case 4:
      saves += 1
      try workshop.save("Save \(saves)")
      let last = page.generation
      _ = try await page.picture { $0.generation > last }
    case 5: try await saveWhilePlaying(page, workshop)
    default: try await look(page)
    }
  }

  /// Drags the playhead over some places, near frames first, and lets go.
  private func scrub(_ page: BenchPage) async throws {
    for _ in 0..<12 {
      try page.send(#"{"type":"seek","frame":\#(dice(below: page.frames)),"nearest":true}"#)
      _ = try await page.picture()
    }
    let frame = UInt32(dice(below: page.frames))
    try page.send(#"{"type":"seek","frame":\#(frame)}"#)
    _ = try await page.picture { $0.number == frame && $0.isStill }
  }

  private func play(_ page: BenchPage, rate: Int, pictures: Int) async throws {
    try page.send(#"{"type":"loop","on":true}"#)
    try page.send(#"{"type":"play","rate":\#(rate)}"#)
    for _ in 0..<pictures { _ = try await page.picture() }
    try page.send(#"{"type":"pause"}"#)
    try await page.wait(until: "paused")
  }

  private func saveWhilePlaying(_ page: BenchPage, _ workshop: BenchWorkshop) async throws {
    try page.send(#"{"type":"loop","on":true}"#)
    try page.send(#"{"type":"play","rate":1}"#)
    for _ in 0..<3 {
      saves += 1
      try workshop.save("Save \(saves)")
      let last = page.generation
      _ = try await page.picture { $0.generation > last }
      for _ in 0..<20 { _ = try await page.picture() }
    }
    try page.send(#"{"type":"pause"}"#)
    try await page.wait(until: "paused")
  }

  /// Drags a slider of the form.
  private func drag(_ page: BenchPage) async throws {
    for _ in 0..<10 {
      let last = page.generation
      try page.send(#"{"type":"params","values":{"size":\#(40 + dice(below: 300))}}"#)
      _ = try await page.picture { $0.generation > last }
    }
  }

  /// Has thumbnails, a waveform and layers sent, and looks at the version before.
  private func look(_ page: BenchPage) async throws {
    try page.send(#"{"type":"thumbnails","clip":\#(dice(below: 2)),"count":8,"height":54}"#)
    try page.send(#"{"type":"waveform","clip":0,"count":1200}"#)
    try page.send(#"{"type":"inspect","frame":\#(dice(below: page.frames))}"#)
    try await scrub(page)
    guard saves > 0 else { return }
    for isOn in [true, false] {
      try page.send(#"{"type":"ribbon","on":\#(isOn)}"#)
      _ = try await page.picture { $0.isBefore == isOn }
    }
  }

  private func dice(below limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % max(1, limit)
  }

  /// Prints `line` at once, also into a file.
  private func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

  private func row(_ minutes: Double, _ rounds: Int, _ part: [Holdings]) {
    guard let last = part.last else { return }
    func most(_ value: KeyPath<Holdings, Int>) -> Double {
      Double(part.map { $0[keyPath: value] }.max() ?? 0)
    }
    let numbers: [(Double, Int, Int)] = [
      (minutes, 7, 1), (Double(rounds), 9, 0), (Double(saves), 8, 0),
      (Double(last.kilobytes) / 1024, 9, 0), (most(\.kilobytes) / 1024, 10, 0),
      (most(\.files), 8, 0), (most(\.threads), 10, 0),
    ]
    say(numbers.map { Text.number($0.0, $0.1, decimals: $0.2) }.joined())
  }

  /// Compares the end with the beginning, the first part of which warms up.
  ///
  /// - Throws: `BenchError` where too much is held, or more and more.
  private func judge(_ parts: [[Holdings]]) throws {
    func most(_ parts: [[Holdings]], _ value: KeyPath<Holdings, Int>) -> Int {
      parts.joined().map { $0[keyPath: value] }.max() ?? 0
    }
    let held = most(parts, \.kilobytes) / 1024
    guard held <= Self.memoryLimit else {
      throw BenchError("it held \(held) MB, more than \(Self.memoryLimit)")
    }
    let (start, end) = (Array(parts.prefix(2)), Array(parts.suffix(1)))
    for (name, value) in [("open files", \Holdings.files), ("threads", \Holdings.threads)]
    where most(end, value) > most(start, value) + 2 {
      throw BenchError("\(name) grew from \(most(start, value)) to \(most(end, value))")
    }
    say("Memory, files and threads stayed where they were.")
  }
}
