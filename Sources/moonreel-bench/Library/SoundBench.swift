// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import MoonreelExport
import MoonreelModel
import MoonreelScript

/// Measures the sound effects of the standard library, and a Lua tap: a minute of stereo at 48 kHz through each of them,
/// on one core, how many times as fast as it plays.
///
/// The script makes the film for one effect, and without a name prints all (`scripts/bench.d/sound.lua`). What the film
/// costs without an effect is taken off.
struct SoundBench {
  private let script: String
  private let rounds: Int
  private let words: Words

  init(_ arguments: ArraySlice<String>) throws {
    var words = try Words(arguments, options: ["--rounds"])
    guard !words.words.isEmpty else { throw BenchError("which script?") }
    script = words.words.removeFirst()
    rounds = max(1, words.values["--rounds"].flatMap { Int($0) } ?? 3)
    self.words = words
  }

  func run() throws {
    let lines = Locked<[String]>([])
    var options = options(for: "")
    // Lines come behind the script's name.
    options.print = { line in
      lines.withLock { $0.append(String(line.split(separator: " ").last ?? "")) }
    }
    _ = try ScriptHost(options: options).run()
    let plain = try seconds("none")
    print("a minute of stereo, one core     CPU ms   times as fast as it plays")
    for name in lines.withLock({ $0 }) where words.want(name) {
      let cost = max(1e-6, try seconds(name) - plain)
      print(Text.padded(name, 28) + Text.number(cost * 1000, 11) + Text.number(60 / cost, 11))
    }
  }

  private func options(for name: String) -> ScriptOptions {
    var options = ScriptOptions(path: script)
    options.sets = [("name", name)]
    options.stdlibOverride = "stdlib"
    options.instructionLimit = 1 << 50
    return options
  }

  /// CPU seconds that the mix of the film for `name` takes, the least of the rounds.
  private func seconds(_ name: String) throws -> Double {
    let host = try ScriptHost(options: options(for: name))
    let request = try host.run().request
    let reader = CompositionReader(
      timeline: request.timeline, composition: request.videoComposition,
      audioMix: request.audioMix, gate: host.gate)
    let range = TimeRange(start: .zero, duration: Time(wholeSeconds: 60))
    var best = Double.infinity
    for _ in 0..<rounds {
      let begin = ThreadClock.nanoseconds
      let mixer = try reader.sound(in: range, sampleRate: 48_000, layout: .stereo)
      while try mixer.next(frameCount: 4096) != nil {}
      best = min(best, Double(ThreadClock.nanoseconds - begin) / 1e9)
    }
    return best
  }
}
