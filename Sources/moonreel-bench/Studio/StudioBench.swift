// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import MoonreelScript
import MoonreelStudio
import PageClient

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

  private func text(_ word: String) -> String {
    """
    local mr = require "moonreel"
    local p = mr.params { size = { "number", default = 120, min = 20, max = 400 } }
    local clip = mr.asset "clip.mp4"
    local show = mr.composition { size = { 1920, 1080 }, fps = 30 }
    show:add { source = clip, duration = clip.duration }
    show:add { source = mr.text { text = "\(word)", size = p.size, fill = "white" } }
    return show
    """
  }

  func run() async throws {
    let folder = NSTemporaryDirectory() + "moonreel-bench-\(getpid())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    symlink(clip, folder + "/clip.mp4")
    let script = folder + "/film.lua"
    try save(text("Studio"), script)
    let socket = try ListeningSocket(port: 0)
    let studio = try StudioProgram(socket, path: script) { path in
      var options = ScriptOptions(path: path)
      options.allowedFolders = ["/"]
      return FilmFile(options)
    }
    defer { studio.stop() }
    let page = try await Page(studio.address)
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
        try save(text("Save \(round)"), script)
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
    _ page: Page, _ body: (Int) throws -> (Page.Picture) -> Bool
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
  private func plays(_ page: Page) async throws {
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
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let held = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? "VmRSS: ?"
    print("at rest: \((share * 10).rounded() / 10) % of a core; \(held)")
  }

  private var cpuSeconds: Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
      + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6
  }

  private func save(_ text: String, _ path: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path + ".new"))
    guard rename(path + ".new", path) == 0 else { throw BenchError("cannot save \(path)") }
  }
}

/// The page's end of the socket.
final class Page {
  struct Picture {
    var generation: UInt32
    var number: UInt32
    var divisor: Int
  }

  private let socket: WebSocketClient
  /// The newest version of the film that a picture came of.
  var generation: UInt32 = 0
  /// How many frames the film has.
  private(set) var frames = 1
  /// How many proxies there are of those that are wanted.
  private(set) var proxies = 0

  init(_ address: String) async throws {
    guard let url = URL(string: address), let port = url.port, let fragment = url.fragment else {
      throw BenchError("the studio has no address")
    }
    socket = try await WebSocketClient(port: port, origin: "http://127.0.0.1:\(port)")
    let token = fragment.dropFirst("token=".count)
    try send(
      #"{"type":"hello","token":"\#(token)","codecs":["h264"],"width":960,"height":540}"#)
  }

  func send(_ text: String) throws { try socket.send(text) }

  /// The next picture that is wanted; each is acknowledged.
  func picture(_ isWanted: (Picture) -> Bool) async throws -> Picture {
    while true {
      if let picture = try await message(), isWanted(picture) { return picture }
    }
  }

  /// The picture that the next message holds; `nil` where it holds none.
  func message() async throws -> Picture? {
    switch try await socket.receive() {
    case .closed(let code): throw BenchError("the studio closed the socket: \(code)")
    case .text(let text): try read(text)
    case .binary(let bytes):
      guard bytes[0] <= 2 else { return nil }
      try send(#"{"type":"shown","frame":0}"#)
      func word(_ place: Int) -> UInt32 {
        (0..<4).reduce(0) { $0 | UInt32(bytes[place + $1]) << (8 * UInt32($1)) }
      }
      return Picture(generation: word(4), number: word(8), divisor: Int(bytes[2]))
    }
    return nil
  }

  private func read(_ text: String) throws {
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    if object?["type"] as? String == "proxies" { proxies = object?["done"] as? Int ?? 0 }
    if object?["type"] as? String == "film" { frames = object?["frames"] as? Int ?? 1 }
    if let sentence = object?["sentence"] as? String { throw BenchError(sentence) }
  }
}
