// SPDX-License-Identifier: MIT
//
// moonreel-bench kernels [--runs N] [WORDS …]
//   draws single pictures on one core, those whose names hold one of the words (all without words), and prints
//   the median and the minimum of the CPU time of N runs.
// moonreel-bench stdlib SCRIPT MEDIA [--json FILE] [--defaults] [WORDS …]
//   draws entries of the standard library over the clips in the folder MEDIA; see LibraryBench.
// moonreel-bench sound SCRIPT [--rounds N] [WORDS …]
//   mixes a minute of stereo through each sound effect; see SoundBench.
// moonreel-bench reload CLIP [--rounds N] [--at SECONDS]
// moonreel-bench digests SCRIPT [--rounds N]
//   times what happens after a save; see ReloadBench.
// moonreel-bench studio CLIP [--rounds N]
//   times what a person at the studio's page waits for; see StudioBench.
// moonreel-bench glsl FILE [--frames N] [--size WxH]
//   times a frame of a shader; see ShaderBench.
// moonreel-bench proxies CLIP [--rounds N]
//   plays a heavy clip at the studio's page, as it is and with its proxy; see ProxyBench.
// moonreel-bench sync PROBE.js
//   measures in Chromium how far sound and pictures of the studio's page are apart; see SyncBench.
// moonreel-bench soak CLIP [--minutes N]
//   works at a studio and looks at what it holds; see SoakBench.
// moonreel-bench compare BEFORE.json AFTER.json
//   prints what two files of `stdlib` differ in.
//
// See scripts/bench.

import Foundation
import MoonreelMedia
import MoonreelText

/// The arguments after the first: options that take a value, those that take none, and words.
struct Words {
  var values: [String: String] = [:]
  var flags: Set<String> = []
  var words: [String] = []

  init(_ arguments: ArraySlice<String>, options: Set<String> = [], flags known: Set<String> = [])
    throws
  {
    var rest = arguments.makeIterator()
    while let argument = rest.next() {
      if known.contains(argument) {
        flags.insert(argument)
      } else if options.contains(argument), let value = rest.next() {
        values[argument] = value
      } else if argument.hasPrefix("-") {
        throw BenchError("unknown option or missing value: \(argument)")
      } else {
        words.append(argument)
      }
    }
  }

  /// Whether one of the words, if there are any, is in `name`.
  func want(_ name: String) -> Bool { words.isEmpty || words.contains(where: name.contains) }
}

/// A sentence for whoever runs the bench.
struct BenchError: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) { self.description = description }
}

func kernels(_ arguments: ArraySlice<String>) throws {
  let words = try Words(arguments, options: ["--runs"])
  let runs = words.values["--runs"].flatMap { Int($0) } ?? 15
  print("CPU ms, one core" + String(repeating: " ", count: 22) + "median     minimum")
  for row in Pictures().rows where words.want(row.name) {
    let figures = try row.measured(count: runs)
    print(
      Text.padded(row.name, 36) + Text.number(figures.median, 12)
        + Text.number(figures.minimum, 12))
  }
}

do {
  let arguments = CommandLine.arguments.dropFirst()
  // As the program that is measured does.
  let isPlaying = ["studio", "sync", "soak"].contains(arguments.first)
  ProcessMemory.returnLargeBlocks(from: isPlaying ? ProcessMemory.playingBlock : 1 << 20)
  if isPlaying { RasterMemory.keepLess() }
  switch arguments.first {
  case "kernels": try kernels(arguments.dropFirst())
  case "stdlib": try LibraryBench(arguments.dropFirst()).run()
  case "sound": try SoundBench(arguments.dropFirst()).run()
  case "reload": try ReloadBench(arguments.dropFirst()).run()
  case "studio": try await StudioBench(arguments.dropFirst()).run()
  case "proxies": try await ProxyBench(arguments.dropFirst()).run()
  case "sync": try await SyncBench(arguments.dropFirst()).run()
  case "soak": try await SoakBench(arguments.dropFirst()).run()
  case "digests": try ReloadBench(arguments.dropFirst()).digests()
  case "glsl": try ShaderBench(arguments.dropFirst()).run()
  case "compare": try LibraryReport.compare(arguments.dropFirst())
  default:
    throw BenchError(
      "kernels, stdlib, sound, reload, digests, studio, proxies, sync, soak, glsl or compare?")
  }
} catch {
  FileHandle.standardError.write(Data("moonreel-bench: \(error)\n".utf8))
  exit(1)
}
