// SPDX-License-Identifier: MIT

import ArgumentParser
import MoonreelCore
import MoonreelExport
import MoonreelMedia

/// Another file to write as typed: a path, and options after a colon, `small.mp4:height=720,quality=0.5`.
struct AlsoArgument: Equatable, ExpressibleByArgument {
  /// Where to.
  var path: String
  /// What is said of it, in order.
  var options: [SettingArgument] = []

  init?(argument: String) {
    // Names may have colons, and so may values: what follows the one that is meant looks like options.
    if let match = argument.firstMatch(of: /:([a-z][a-z0-9_-]*=.*)$/) {
      path = String(argument[..<match.range.lowerBound])
      let words = match.1.split(separator: ",").map(String.init)
      options = words.compactMap { SettingArgument(argument: $0) }
      guard options.count == words.count else { return nil }
    } else {
      path = argument
    }
    guard !path.isEmpty else { return nil }
  }

  /// Where it will be beside the main output at `main`; its own words where that cannot be said.
  func path(beside main: String) -> String {
    (try? AdditionalOutput(path: path).path(beside: main)) ?? path
  }

  /// What is asked for.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) naming the option.
  func output() throws -> AdditionalOutput {
    var output = AdditionalOutput(path: path)
    for option in options {
      let name = option.name.replacing("-", with: "_")
      guard let row = Self.rows.first(where: { $0.name == name }) else {
        throw MoonreelError(
          .invalidArgument,
          "--also '\(path)' has no option '\(option.name)'"
            + NearestName.hint(name, among: Self.rows.map(\.name)) + "; it has "
            + Self.rows.map(\.name).joined(separator: ", ") + ".")
      }
      guard try row.set(&output, option.value) else {
        throw MoonreelError(
          .invalidArgument,
          "'\(option.name)' of --also '\(path)' takes \(row.takes), not '\(option.value)'.")
      }
    }
    return output
  }
}

extension AlsoArgument {
  /// An option.
  private struct Row: Sendable {
    var name: String
    /// What it takes, for sentences.
    var takes: String
    /// Sets it to what is typed; `false` where that is nothing of the kind.
    var set: @Sendable (inout AdditionalOutput, String) throws -> Bool
  }

  private static let rows: [Row] = [
    Row(name: "preset", takes: "the name of a preset") { output, text in
      output.preset = try ExportPreset.named(text)
      return true
    },
    number("width", "a whole number of pixels", 16...16384) { $0.size = .width($1) },
    number("height", "a whole number of pixels", 16...16384) { $0.size = .height($1) },
    Row(name: "scale", takes: "a factor from 0.01 to 16, 0.5 for half the size") { output, text in
      guard let factor = Double(text), factor >= 0.01, factor <= 16 else { return false }
      output.size = .scale(factor)
      return true
    },
    Row(name: "quality", takes: "a number from 0 (smallest) to 1 (best)") { output, text in
      guard let quality = Double(text), quality >= 0, quality <= 1 else { return false }
      output.output.quality = quality
      return true
    },
    choice("video_codec", VideoCodec.self) { $0.output.videoCodec = $1 },
    choice("audio_codec", AudioCodec.self) { $0.output.audioCodec = $1 },
    number("video_bit_rate", bitRate, rates) { $0.output.videoBitRate = $1 },
    number("audio_bit_rate", bitRate, rates) { $0.output.audioBitRate = $1 },
    number("sample_rate", "a whole number of samples a second", 8000...384_000) {
      $0.output.sampleRate = $1
    },
    flag("alpha") { $0.output.hasAlpha = $1 },
    flag("include_video") { $0.output.includesVideo = $1 },
    flag("include_audio") { $0.output.includesAudio = $1 },
    flag("include_subtitles") { $0.output.includesSubtitles = $1 },
  ]

  private static let bitRate = "a whole number of bits a second such as 2000k or 5M"
  private static let rates = 1000...Int(Int32.max)

  private static func number(
    _ name: String, _ takes: String, _ range: ClosedRange<Int>,
    _ set: @escaping @Sendable (inout AdditionalOutput, Int) -> Void
  ) -> Row {
    Row(name: name, takes: takes) { output, text in
      guard let count = CountArgument(argument: text)?.count, range.contains(count) else {
        return false
      }
      set(&output, count)
      return true
    }
  }

  private static func choice<Choice: RawRepresentable<String> & CaseIterable & SendableMetatype>(
    _ name: String, _: Choice.Type,
    _ set: @escaping @Sendable (inout AdditionalOutput, Choice) -> Void
  ) -> Row {
    let names = Choice.allCases.map(\.rawValue)
    let takes = "one of " + names.joined(separator: ", ")
    return Row(name: name, takes: takes) { output, text in
      guard let choice = Choice(rawValue: text) else { return false }
      set(&output, choice)
      return true
    }
  }

  private static func flag(
    _ name: String, _ set: @escaping @Sendable (inout AdditionalOutput, Bool) -> Void
  ) -> Row {
    Row(name: name, takes: "true or false") { output, text in
      guard let flag = Bool(text) else { return false }
      set(&output, flag)
      return true
    }
  }
}
