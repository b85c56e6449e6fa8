// SPDX-License-Identifier: MIT

import Foundation

/// Measures what a person at the studio's page waits for: each time goes from a message or a save until the picture has
/// arrived at the other end of the page's socket. A browser takes another 5 ms to decode it and up to 16 to show it.
///
///     moonreel-bench studio CLIP [--rounds N]
struct StudioBench {
  private let clip: String
  private let rounds: Int

  init(_ arguments: ArraySlice<String>) throws {
    let words = try Words(arguments, options: ["--rounds"])
    guard let clip = words.words.first else { throw BenchError("which clip?") }
    self.clip = URL(fileURLWithPath: clip).path
    rounds = max(4, words.values["--rounds"].flatMap { Int($0) } ?? 40)
  }

  func run() async throws {
    let workshop = try BenchWorkshop(clip: clip)
    defer { workshop.end() }
    let page = try await BenchPage(workshop.address)
    _ = try await page.picture { _ in true }
    let frames = page.frames
    print("ms until the picture is at the page      p50         p95         max")
    row(
      "a parameter changes",
      try await timed(page) { round in
        try page.send(#"{"type":"params","values":{"size":\#(100 + round)}}"#)
        return { $0.generation > page.generation }
      })
    row(
      "a save",
      try await timed(page) { round in
        try workshop.save("Save \(round)")
        return { $0.generation > page.generation }
      })
    row(
      "a frame beside the one shown",
      try await timed(page) { round in
        let frame = UInt32(150 + round % 2)
        try page.send(#"{"type":"seek","frame":\#(frame)}"#)
        return { $0.number == frame }
      })
    var state: UInt64 = 7
    row(
      "a frame anywhere",
      try await timed(page) { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let frame = UInt32(state >> 33) % UInt32(frames)
        try page.send(#"{"type":"seek","frame":\#(frame)}"#)
        return { $0.number == frame }
      })
    try await plays(page)
    try await rests()
  }

  /// Runs `body` again and again, and takes the time until the picture comes that it waits for.
  private func timed(
    _ page: BenchPage, _ body: (Int) throws -> (BenchPage.Picture) -> Bool
  ) async throws -> [Double] {
    var times: [Double] = []
    for round in 1...rounds {
      try await Task.sleep(nanoseconds: 60_000_000)
      let begin = DispatchTime.now().uptimeNanoseconds
      let isWanted = try body(round)
      let picture = try await page.picture(isWanted)
      times.append(Double(DispatchTime.now().uptimeNanoseconds - begin) / 1e6)
      page.generation = picture.generation
    }
    return times.sorted()
  }

  private func row(_ name: String, _ times: [Double]) {
    func share(_ part: Double) -> Double {
      times[min(times.count - 1, Int(part * Double(times.count)))]
    }
    print(
      Text.padded(name, 33) + Text.number(share(0.5), 12) + Text.number(share(0.95), 12)
        + Text.number(times[times.count - 1], 12))
  }

  /// Five seconds of playing, and what became of the frames.
  private func plays(_ page: BenchPage) async throws {
    try page.send(#"{"type":"seek","frame":0}"#)
    _ = try await page.picture { $0.number == 0 }
    let began = cpuSeconds
    try page.send(#"{"type":"play","rate":1}"#)
    var (count, smallest) = (0, 1)
    repeat {
      let picture = try await page.picture { _ in true }
      (count, smallest) = (count + 1, max(smallest, picture.divisor))
      if picture.number >= 150 { break }
    } while true
    try page.send(#"{"type":"pause"}"#)
    print(
      "five seconds of 30 frames a second: \(count) pictures of 150, at 1/\(smallest) of the size or more, "
        + "\(Text.number((cpuSeconds - began) / 5 * 100, 0).trimmingCharacters(in: .whitespaces)) % of a core"
    )
  }

  /// What it takes while nobody does anything, and what it holds.
  private func rests() async throws {
    try await Task.sleep(nanoseconds: 1_000_000_000)
    let began = cpuSeconds
    try await Task.sleep(nanoseconds: 4_000_000_000)
    let share = (cpuSeconds - began) / 4 * 100
    print(
      "at rest: \((share * 10).rounded() / 10) % of a core; \(Holdings().kilobytes / 1024) MB held")
  }

  private var cpuSeconds: Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
      + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6
  }
}
