// SPDX-License-Identifier: MIT

import ArgumentParser
import MoonreelExport
import MoonreelModel

/// What of a film becomes a file, and with which settings: the same for all who render, plan or check it.
struct EncodingArguments: ParsableArguments {
  @OptionGroup var stretch: StretchArguments

  /// The stretch that was asked for.
  var range: RangeArgument? { stretch.range }

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Output size as a factor: 0.5 is half.", valueName: "factor"))
  var scale: Double?

  @Option(
    help: ArgumentHelp(
      "Named settings, such as 1080p or prores422 (docs/presets.md).", valueName: "name"),
    completion: .list(ExportPreset.all.map(\.name)))
  var preset: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Bring the sound to this loudness: -14 (LUFS), broadcast (-23), streaming (-14) or podcast (-16).",
      valueName: "LUFS"),
    completion: .list(LoudnessTarget.Preset.allCases.map(\.rawValue)))
  var loudness: LoudnessArgument?

  @Option(
    help: ArgumentHelp(
      "Write another file from the same pictures, with options after a colon: small.mp4:height=720,quality=0.5.",
      valueName: "file[:options]"), completion: .file())
  var also: [AlsoArgument] = []

  @Option(
    help: ArgumentHelp(
      "The sizes of a stream (.m3u8, .mpd), all from one pass: 1080p,720p,360p.", valueName: "sizes"
    ))
  var renditions: RenditionsArgument?

  @Option(
    help: ArgumentHelp("About how long a segment of a stream is (default 6).", valueName: "seconds")
  )
  var segmentSeconds: SecondsArgument?
}
