// SPDX-License-Identifier: MIT

/// Moonreel's way of doing what options of other programs do, ffmpeg's first of all.
enum OtherPrograms {
  /// What to do instead of `name`, which the command does not have; `nil` where nothing is known.
  static func advice(on name: String, value: String?, _ options: CommandOptions) -> String? {
    guard let ours = table[name] else { return nil }
    let value = value.flatMap { $0.hasPrefix("-") ? nil : $0 } ?? "…"
    return ours.lazy.filter { way in way.option.map { options.option($0) != nil } ?? true }
      .first?.text.replacing("VALUE", with: value)
  }

  /// All options that are known.
  static var names: [String] { table.keys.sorted() }

  /// One way, for commands that have `option`; for all where that is `nil`. `VALUE` stands for what was typed.
  private struct Way {
    var option: String?
    var text: String

    init(_ text: String, with option: String? = nil) { (self.option, self.text) = (option, text) }
  }

  private static let table: [String: [Way]] = {
    var table: [String: [Way]] = [:]
    for (names, ways) in rows {
      for name in names.split(separator: " ") { table[String(name)] = ways }
    }
    return table
  }()

  private static let script = "that is set in the script"
  private static let begin = [
    Way("a stretch of the film is '--range VALUE..'", with: "--range"),
    Way("the time of a picture is '--at VALUE'", with: "--at"),
  ]
  private static let end = [Way("a stretch of the film is '--range ..VALUE'", with: "--range")]
  private static let codec = [
    Way(
      "\(script), video_codec and audio_codec in mr.export, or for a preset: --preset",
      with: "--preset"),
    Way("\(script), video_codec and audio_codec in mr.export"),
  ]
  private static let size = [
    Way("pictures are made to fit by '--max-size VALUE'", with: "--max-size"),
    Way(
      "the script says the size, size = { 640, 360 } in mr.composition; --scale 0.5 makes it smaller",
      with: "--scale"),
    Way("the script says the size, size = { 640, 360 } in mr.composition"),
  ]
  private static let effect = [Way("\(script), with effects of layers and volumes of sound")]

  private static let rows: [(String, [Way])] = [
    ("-i --input", [Way("the script or clip is named without an option, VALUE")]),
    ("--out --out-file --outfile -of", [Way("the output is '-o VALUE'", with: "--output")]),
    (
      "-r --fps --rate --frame-rate --framerate",
      [Way("the script says the frame rate, fps = 25 in mr.composition or mr.video_composition")]
    ),
    ("-ss --start --from --begin --seek", begin), ("-to --end --until --stop", end),
    ("-t --duration --length", end), ("--time", begin),
    (
      "-c -c:v -c:a -vcodec -acodec -codec --codec --vcodec --acodec --video-codec --audio-codec",
      codec
    ),
    (
      "-pix_fmt --pixel-format --chroma --bit-depth",
      [Way("\(script), chroma and bit_depth in mr.export")]
    ),
    (
      "-b -b:v -b:a -crf --crf -q:v -qscale --quality --bitrate --bit-rate",
      [Way("\(script), quality, video_bit_rate and audio_bit_rate in mr.export")]
    ),
    ("-s --size --resolution --width --height -w", size),
    ("-vf -af -filter_complex -lavfi --filter", effect),
    (
      "--lufs --loudnorm --normalize --normalise",
      [Way("the sound is brought to a loudness with --loudness -14", with: "--loudness")]
    ),
    (
      "-an --no-audio --mute",
      [
        Way("it begins without sound with --muted", with: "--muted"),
        Way("\(script), include_audio = false in mr.export"),
      ]
    ),
    ("-vn --no-video", [Way("\(script), include_video = false in mr.export")]),
    (
      "-f --format --container",
      [Way("the ending of the output's name says the kind of file", with: "--output")]
    ),
    (
      "-preset --profile:v",
      [Way("named settings are --preset, listed in docs/presets.md", with: "--preset")]
    ),
    ("-y --force --overwrite", [Way("it writes nothing that could be replaced")]),
    ("-n", [Way("files are kept with --no-overwrite", with: "--no-overwrite")]),
    ("-vframes -frames:v", [Way("single pictures are drawn by moonreel frame --at")]),
    ("-threads", [Way("write '--threads VALUE'", with: "--threads")]),
  ]
}
