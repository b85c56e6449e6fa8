// SPDX-License-Identifier: MIT

import Foundation
import MoonreelMedia
import MoonreelScript
import MoonreelStudio

/// Plays a heavy clip at the studio's page, as it is and with its proxy, and counts the pictures that arrive.
///
///     moonreel-bench proxies CLIP [--rounds N]
struct ProxyBench {
  private let clip: String
  private let rounds: Int
  private static let rates: [(rate: Int, from: Int, to: Int)] = [
    (1, 0, 150), (2, 0, 270), (-1, 270, 120), (-2, 270, 0),
  ]

  init(_ arguments: ArraySlice<String>) throws {
    let words = try Words(arguments, options: ["--rounds"])
    guard let clip = words.words.first else { throw BenchError("which clip?") }
    self.clip = URL(fileURLWithPath: clip).path
    rounds = max(1, words.values["--rounds"].flatMap { Int($0) } ?? 3)
  }

  func run() async throws {
    let folder = NSTemporaryDirectory() + "moonreel-bench-\(getpid())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    symlink(clip, folder + "/clip.mp4")
    try Data(
      """
      local mr = require "moonreel"
      local clip = mr.asset "clip.mp4"
      local show = mr.composition { size = { 1920, 1080 }, fps = 30 }
      show:add { source = clip, duration = clip.duration }
      return show
      """.utf8
    ).write(to: URL(fileURLWithPath: folder + "/film.lua"))
    try await make(folder)
    print("rate            frames due    as it is: shown, CPU     with its proxy: shown, CPU")
    for (rate, from, to) in Self.rates {
      var line = Text.padded("\(rate)", 14) + Text.number(Double(abs(to - from)), 12)
      for proxies in [nil, MediaProxies(folder: folder + "/cache")] {
        var figures: [(shown: Double, share: Double)] = []
        for _ in 0..<rounds {
          figures.append(try await play(folder, proxies, rate, from, to))
        }
        let middle = figures.sorted { $0.shown < $1.shown }[figures.count / 2]
        line += Text.number(middle.shown, 16) + Text.number(middle.share, 11) + " %"
      }
      print(line)
    }
  }

  /// Makes the proxy, and says what it took.
  private func make(_ folder: String) async throws {
    let (began, cpu) = (DispatchTime.now().uptimeNanoseconds, Self.cpuSeconds)
    let studio = try studio(folder, MediaProxies(folder: folder + "/cache"))
    defer { studio.stop() }
    let page = try await BenchPage(studio.address)
    while page.proxies != 1 { _ = try await page.next() }
    let seconds = Double(DispatchTime.now().uptimeNanoseconds - began) / 1e9
    let names = try FileManager.default.contentsOfDirectory(atPath: folder + "/cache")
    let name = names.first { $0.hasSuffix(".proxy.mov") } ?? ""
    let status = try FileManager.default.attributesOfItem(atPath: folder + "/cache/" + name)
    let bytes = (status[.size] as? Int ?? 0) / 1000
    print(
      "the proxy: \(Text.number(seconds, 0)) s from the start, \(Text.number(Self.cpuSeconds - cpu, 0)) s of a core, \(bytes) KB"
    )
  }

  private func studio(_ folder: String, _ proxies: MediaProxies?) throws -> StudioProgram {
    try StudioProgram(ListeningSocket(port: 0), path: folder + "/film.lua", proxies: proxies) {
      var options = ScriptOptions(path: $0)
      options.allowedFolders = ["/"]
      return FilmFile(options)
    }
  }

  private func play(
    _ folder: String, _ proxies: MediaProxies?, _ rate: Int, _ from: Int, _ to: Int
  ) async throws -> (shown: Double, share: Double) {
    let studio = try studio(folder, proxies)
    defer { studio.stop() }
    let page = try await BenchPage(studio.address)
    _ = try await page.picture { _ in true }
    while proxies != nil, page.proxies != 1 { _ = try await page.next() }
    try page.send(#"{"type":"seek","frame":\#(from)}"#)
    _ = try await page.picture { $0.number == from }
    let (began, cpu) = (DispatchTime.now().uptimeNanoseconds, Self.cpuSeconds)
    try page.send(#"{"type":"play","rate":\#(rate)}"#)
    var shown = 0
    while true {
      let number = Int(try await page.picture { _ in true }.number)
      shown += 1
      if rate > 0 ? number >= to - rate : number <= to - rate { break }
    }
    let seconds = Double(DispatchTime.now().uptimeNanoseconds - began) / 1e9
    try page.send(#"{"type":"pause"}"#)
    return (Double(shown), (Self.cpuSeconds - cpu) / seconds * 100)
  }

  private static var cpuSeconds: Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
      + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6
  }
}
