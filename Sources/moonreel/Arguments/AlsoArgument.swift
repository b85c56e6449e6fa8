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
    if let match = argument.firstMatch(of: /:([a-z][a-z0-9_.-]*=.*)$/) {
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
      if !Self.setEncoder(option, of: &output.output) { try set(option, of: &output) }
    }
    return output
  }

  /// Its options, those of encoders with what stands for a name of theirs.
  static let names = rows.map(\.name) + tables.map { "\($0.name).NAME" }

  /// `video_option.crf` as ``names`` write such an option: `video_option.NAME`.
  private static func written(_ name: String) -> String {
    name.firstIndex(of: ".").map { name[..<$0] + ".NAME" } ?? name
  }

  private func set(_ option: SettingArgument, of output: inout AdditionalOutput) throws {
    let name = option.name.replacing("-", with: "_")
    guard let row = Self.rows.first(where: { $0.name == name }) else {
      throw MoonreelError(
        .invalidArgument,
        "--also '\(path)' has no option '\(option.name)'"
          + NearestName.hint(Self.written(name), among: Self.names) + "; it has "
          + Self.names.joined(separator: ", ") + ".")
    }
    guard try row.set(&output, option.value) else {
      throw MoonreelError(
        .invalidArgument,
        "'\(option.name)' of --also '\(path)' takes \(row.takes), not '\(option.value)'.")
    }
  }
}

extension AlsoArgument {
  /// Where options that an encoder knows by its own names are kept.
  private static let tables:
    [(name: String, path: WritableKeyPath<OutputOptions, [String: String]> & Sendable)] =
      [("video_options", \.videoOptions), ("audio_options", \.audioOptions)]

  /// Sets `video_options.crf=20` and the like; `false` where `option` is none of an encoder.
  private static func setEncoder(
    _ option: SettingArgument, of output: inout OutputOptions
  ) -> Bool {
    guard let dot = option.name.firstIndex(of: ".") else { return false }
    let name = option.name[..<dot].replacing("-", with: "_")
    let own = String(option.name[option.name.index(after: dot)...])
    guard let table = tables.first(where: { $0.name == name }), !own.isEmpty else { return false }
    output[keyPath: table.path][own] = option.value
    return true
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
    choice("container", Container.self) { $0.output.container = $1 },
    choice("video_codec", VideoCodec.self) { $0.output.videoCodec = $1 },
    Row(name: "video_encoder", takes: "libav's name of an encoder") { output, text in
      output.output.videoEncoder = text
      return !text.isEmpty
    },
    choice("audio_codec", AudioCodec.self) { $0.output.audioCodec = $1 },
    number("video_bit_rate", bitRate, rates) { $0.output.videoBitRate = $1 },
    number("audio_bit_rate", bitRate, rates) { $0.output.audioBitRate = $1 },
    number("sample_rate", "a whole number of samples a second", 8000...384_000) {
      $0.output.sampleRate = $1
    },
    Row(
      name: "channels", takes: "one of " + ChannelLayout.named.map(\.name).joined(separator: ", ")
    ) {
      output, text in
      output.output.channelLayout = ChannelLayout.named.first { $0.name == text }?.layout
      return output.output.channelLayout != nil
    },
    choice("chroma", ChromaSubsampling.self) { $0.output.chroma = $1 },
    Row(name: "bit_depth", takes: "8, 10, 12 or 16") { output, text in
      output.output.bitDepth = Int(text)
      return [8, 10, 12, 16].contains(output.output.bitDepth)
    },
    Row(name: "renditions", takes: "sizes such as 720p+360p") { output, text in
      // A comma would end the option.
      guard let sizes = RenditionsArgument(argument: text.replacing("+", with: ",")) else {
        return false
      }
      output.output.renditions = sizes.renditions
      return true
    },
    Row(name: "segment_seconds", takes: "a number from 1 to 60") { output, text in
      guard let seconds = Double(text), seconds >= 1, seconds <= 60 else { return false }
      output.output.segmentDuration = try Time(seconds: seconds)
      return true
    },
    choice("subtitle_codec", SubtitleCodec.self) { $0.output.subtitleCodec = $1 },
    flag("optimize_for_network") { $0.output.optimizeForNetwork = $1 },
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
