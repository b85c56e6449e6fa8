// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import MoonreelExport
import MoonreelMedia
import MoonreelScript
import MoonreelStudio

/// Measures how long it takes from a save of a script until the first frame of the new version is drawn, at half the size,
/// and how fast the digests of all frames of a film are found.
///
///     moonreel-bench reload CLIP [--rounds N] [--at SECONDS]
///     moonreel-bench digests SCRIPT [--rounds N]
struct ReloadBench {
  private let file: String
  private let rounds: Int
  private let at: Time

  init(_ arguments: ArraySlice<String>) throws {
    let words = try Words(arguments, options: ["--rounds", "--at"])
    guard let file = words.words.first else { throw BenchError("which clip or script?") }
    self.file = file
    rounds = max(1, words.values["--rounds"].flatMap { Int($0) } ?? 40)
    at = try Time(seconds: words.values["--at"].flatMap { Double($0) } ?? 0)
  }

  private func text(_ round: Int) -> String {
    """
    local mr = require "moonreel"
    local clip = mr.asset "clip.mp4"
    local show = mr.composition { size = { 1920, 1080 }, fps = 25 }
    show:add { source = clip, duration = clip.duration }
    show:add { source = mr.text { text = "Save \(round)", size = 120, fill = "white" } }
    return show
    """
  }

  /// Saves a script again and again, and prints the times until its frame at the time given is drawn.
  func run() throws {
    let folder = NSTemporaryDirectory() + "moonreel-bench-\(getpid())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    symlink(URL(fileURLWithPath: file).path, folder + "/clip.mp4")
    let script = folder + "/film.lua"
    try save(text(0), script)
    let project = Project(script) { path in
      var options = ScriptOptions(path: path)
      options.allowedFolders = ["/"]
      options.mediaCache = MediaCache(folder: folder + "/cache")
      return FilmFile(options)
    }
    let drawn = DispatchSemaphore(value: 0)
    let at = at
    try project.start { version in
      _ = try version.frame(at: at, divisor: 2)
      drawn.signal()
    }
    if let problem = project.problem { throw BenchError(problem.message) }
    drawn.wait()
    var times: [Double] = []
    for round in 1...rounds {
      usleep(100_000)
      let begin = DispatchTime.now().uptimeNanoseconds
      try save(text(round), script)
      drawn.wait()
      times.append(Double(DispatchTime.now().uptimeNanoseconds - begin) / 1e6)
    }
    project.stop()
    times.sort()
    func share(_ part: Double) -> Double {
      times[min(times.count - 1, Int(part * Double(times.count)))]
    }
    print("save to first frame, ms      p50         p95         max")
    print(
      Text.padded("\(rounds) saves", 21) + Text.number(share(0.5), 11)
        + Text.number(share(0.95), 12) + Text.number(times[times.count - 1], 12))
  }

  private func save(_ text: String, _ path: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path + ".new"))
    guard rename(path + ".new", path) == 0 else { throw BenchError("cannot save \(path)") }
  }

  /// Finds the digests of a film's frames, and prints the times.
  func digests() throws {
    let host = try ScriptHost(options: ScriptOptions(path: file))
    let request = try host.run().request
    var options = FilmDigests.Options()
    options.includesSound = false
    for threads in [1, 2, 4] {
      options.threadCount = threads
      var times: [Double] = []
      var count = 0
      for _ in 0..<min(rounds, 5) {
        let begin = DispatchTime.now().uptimeNanoseconds
        count = try FilmDigests(request, gate: host.gate, options: options).frames.count
        times.append(Double(DispatchTime.now().uptimeNanoseconds - begin) / 1e9)
      }
      print("\(count) frames, \(threads) threads: " + Text.number(times.min() ?? 0, 8) + " s")
    }
  }
}
