// SPDX-License-Identifier: MIT

import MoonreelAuthor
import MoonreelCapture
import MoonreelCore
import MoonreelMedia
import MoonreelRender
import MoonreelSandbox

/// What the value of an option looks like: the one place that judges values by their form, before anything runs.
struct OptionForm: Sendable {
  /// What is expected, for sentences: `"a time such as 3.2"`.
  var takes: String
  /// Whether a value may begin with a minus sign.
  var mayBeNegative = false
  /// Whether a value is such a thing.
  var accepts: @Sendable (String) -> Bool
  /// What to write instead of a value that is none; `nil` where that cannot be guessed.
  var advice: @Sendable (String) -> String? = { _ in nil }

  /// The form of the option with the long name `key` of `command`; any text where no other is known.
  static func of(_ key: String, in command: String) -> OptionForm {
    table["\(command) \(key)"] ?? table[key] ?? text[key] ?? anything
  }

  /// Whether `word` ends like a file that can be written.
  static func isMediaName(_ word: String) -> Bool {
    word.lastIndex(of: ".").flatMap {
      Container(pathExtension: String(word[word.index(after: $0)...]))
    } != nil
  }

  private static let anything = OptionForm(takes: "a value") { _ in true }

  /// Words that are judged where they are used.
  private static let text: [String: OptionForm] = [
    "output": name("the name of a file"), "svg": name("the name of a file"),
    "preset": name("the name of a preset such as 1080p"), "allow": name("a folder"),
    "allow-net": name("a host"), "stdlib": name("a folder"), "stems": name("a folder"),
    "frames": name("a folder"), "output-root": name("a folder"), "data": name("the name of a file"),
    "span-cache": name("a folder"), "lock": name("the name of a file"),
    "report": name("the name of a file"),
    "junit": name("the name of a file"), "loss": name("the name of a file"),
    "media": name("a folder"), "filter": name("words of a test's name"),
    "waveform": name("the name of a file"), "fps": name("a rate such as 24"),
    "video-decoder": name("the name of a decoder such as libdav1d"),
    "picture": name("the name of a clip or a picture"),
    "folder": name("a folder"), "partition": name("the name of a partition"),
    "time": name("a time such as 30 or 2:00:00"),
    "camera": name("a camera, such as 0 or default"), "mic": name("a microphone, such as default"),
    "stream": name("the address of a live stream such as https://media.example/live.m3u8"),
    "photo": name("the name of a PNG or JPEG file"),
    "engine-option": name("a word for sbatch such as --account=film"),
  ]

  private static func name(_ takes: String) -> OptionForm {
    OptionForm(takes: takes) { !$0.isEmpty }
  }

  // An option that one command takes otherwise than all others has the command's name before its own.
  private static let table: [String: OptionForm] = [
    "split": seconds, "screen": screen, "codec": choice(VideoCodec.allCases.map(\.rawValue)),
    "kind": choice(DeviceKindArgument.allCases.map(\.rawValue)),
    "allow-device": choice(DeviceAccessArgument.allCases.map(\.rawValue)),
    "export for": choice(CutProgramArgument.allCases.map(\.rawValue)), "timecode": time,
    "range": range, "at": time, "pixel": pixel, "every": seconds, "max-duration": seconds,
    "max-time": seconds,
    "time-limit": seconds, "frame-limit": seconds, "net-connect-timeout": seconds,
    "net-read-timeout": seconds,
    "net-timeout": seconds, "net-cache-size": bytes, "for": seconds, "variant": variant,
    "scale": scale, "max-size": size, "size": size,
    "proxies": choice(ProxyArguments.Choice.allCases.map(\.rawValue)), "max-proxies": bytes,
    "columns": whole(1...100), "grid": grid, "gap": whole(0...1000), "background": color,
    "sheets": choice(SheetKindArgument.allCases.map(\.rawValue)), "jobs": jobs,
    "span-cache-size": bytes, "only-spans": part, "port": whole(0...65535), "rate": rate,
    "volume": whole(0...200),
    "rounds": whole(1...100), "format": choice(DocsCommand.Format.allCases.map(\.rawValue)),
    "pictures": choice(PicturesArgument.allCases.map(\.rawValue)),
    "loudness": loudness, "also": also, "renditions": renditions,
    "segment-seconds": seconds, "record": choice(RecordMode.allCases.map(\.rawValue)),
    "threads": whole(1...1024), "memory": bytes, "max-memory": bytes, "max-output": bytes,
    "instructions": count, "max-frames": count, "max-pixels": count, "set": setting,
    "params": parameters, "render-quality": choice(RenderQuality.allCases.map(\.rawValue)),
    "sandbox": choice(ProcessSandbox.Mode.allCases.map(\.rawValue)),
    "hdr": choice(HDRArgument.allCases.map(\.rawValue)),
    "aperture": choice(ApertureArgument.allCases.map(\.rawValue)),
    "engine": choice(FarmEngine.allCases.map(\.rawValue)), "spans": whole(1...10_000),
  ]

  private static let range = OptionForm(
    takes: "a stretch of seconds or timecodes such as 2..5, 2.. or ..5", mayBeNegative: true
  ) {
    RangeArgument(argument: $0) != nil
  } advice: {
    RangeArgument.advice($0)
  }

  private static let time = OptionForm(
    takes: "a time such as 3.2, 1:30 or 00:00:03:05", mayBeNegative: true
  ) {
    TimeArgument(argument: $0) != nil
  } advice: {
    TimeArgument.advice($0)
  }

  private static let pixel = OptionForm(
    takes: "a column and a row, such as 320,180", mayBeNegative: true
  ) {
    PixelArgument(argument: $0) != nil
  } advice: {
    PixelArgument.advice($0)
  }

  private static let seconds = OptionForm(
    takes: "a positive time in seconds, such as 30 or 1:30", mayBeNegative: true
  ) {
    SecondsArgument(argument: $0).map { $0.seconds > 0 && $0.seconds <= 1e9 } ?? false
  } advice: {
    TimeArgument.advice($0)
  }

  private static let scale = OptionForm(
    takes: "a factor from 0.01 to 16, 0.5 for half the size", mayBeNegative: true
  ) {
    Double($0).map { $0 >= 0.01 && $0 <= 16 } ?? false
  } advice: { text in
    let number = Double(text.hasSuffix("%") ? text.dropLast() : text[...])
    guard let percent = number, percent > 0, percent <= 1600 else { return nil }
    return "write '\(percent / 100)'"
  }

  private static let rate = OptionForm(
    takes: "a factor from -64 to 64 such as 2, 0.5 or -1, not 0", mayBeNegative: true
  ) {
    Double($0).map { abs($0) >= 0.001 && abs($0) <= 64 } ?? false
  } advice: { text in
    let number = Double(text.filter { $0.isNumber || "-.".contains($0) })
    return number.flatMap { abs($0) >= 0.001 && abs($0) <= 64 ? "write '\($0)'" : nil }
  }

  private static let size = OptionForm(takes: "a size such as 640x360, 640x or x360") {
    SizeArgument(argument: $0) != nil
  } advice: { text in
    let numbers = text.matches(of: /\d+/).map { String($0.0) }
    switch numbers.count {
    case 1 where text == numbers[0]: return "write '\(text)x'"
    case 1 where text.lowercased() == numbers[0] + "p": return "write 'x\(numbers[0])'"
    case 2:
      return SizeArgument(argument: numbers.joined(separator: "x")) == nil
        ? nil
        : "write '\(numbers.joined(separator: "x"))'"
    default: return nil
    }
  }

  private static let screen = OptionForm(
    takes: "a place such as :0, :0+100,100 or ':0/the title of a window'"
  ) {
    ScreenPlace($0) != nil
  } advice: { text in
    ScreenPlace(":" + text).map { "write '\($0.text)'" }
  }

  private static let grid = OptionForm(
    takes: "columns and rows such as 4x3, 1024 pictures at most"
  ) {
    GridArgument(argument: $0) != nil
  } advice: {
    GridArgument.advice($0)
  }

  private static let color = OptionForm(takes: "a colour such as #102030 or white") {
    ColorArgument(argument: $0) != nil
  } advice: {
    ColorArgument.advice($0)
  }

  private static let variant = OptionForm(
    takes: "highest, lowest or a number of lines such as 720"
  ) {
    VariantArgument(argument: $0) != nil
  }

  private static let loudness = OptionForm(
    takes: "a loudness from -60 to -5 LUFS such as -14, or broadcast, streaming or podcast",
    mayBeNegative: true
  ) {
    LoudnessArgument(argument: $0) != nil
  } advice: {
    LoudnessArgument.advice($0)
  }

  private static let also = OptionForm(
    takes: "a file, with options after a colon: small.mp4:height=720,quality=0.5"
  ) {
    AlsoArgument(argument: $0) != nil
  } advice: { text in
    // A comma ends an option; sizes are joined by plus signs.
    let written = text.replacing(/renditions=[0-9]+p(?:,[0-9]+p)+/) { sizes in
      sizes.output.replacing(",", with: "+")
    }
    return written == text ? nil : "write '\(written)'"
  }

  private static let renditions = OptionForm(takes: "sizes such as 1080p,720p,360p") {
    RenditionsArgument(argument: $0) != nil
  } advice: { text in
    let written = text.split { !$0.isNumber }.map { "\($0)p" }.joined(separator: ",")
    return RenditionsArgument(argument: written).map { _ in "write '\(written)'" }
  }

  private static let bytes = OptionForm(
    takes: "a whole number of bytes such as 500k, 50M or 1G", mayBeNegative: true
  ) {
    ByteCountArgument(argument: $0) != nil
  } advice: {
    quantity($0)
  }

  private static let count = OptionForm(
    takes: "a whole number such as 1000, 50k or 2M", mayBeNegative: true
  ) {
    CountArgument(argument: $0) != nil
  } advice: {
    quantity($0)
  }

  /// `50M` for `50MB`, `50 MiB` and `50m`.
  private static func quantity(_ text: String) -> String? {
    guard let match = text.wholeMatch(of: /(\d+) ?([kKmMgG]?)i?[bB]?/) else { return nil }
    let unit = match.2.lowercased()
    let written = match.1 + (unit == "k" ? "k" : unit.uppercased())
    return CountArgument(argument: String(written)) == nil ? nil : "write '\(written)'"
  }

  private static func whole(_ range: ClosedRange<Int>) -> OptionForm {
    OptionForm(
      takes: "a whole number from \(range.lowerBound) to \(range.upperBound)", mayBeNegative: true
    ) {
      Int($0).map { range.contains($0) } ?? false
    }
  }

  private static let jobs = OptionForm(
    takes:
      "a whole number from \(JobsArgument.counts.lowerBound) to \(JobsArgument.counts.upperBound), or auto",
    mayBeNegative: true
  ) {
    JobsArgument(argument: $0) != nil
  }

  private static let setting = OptionForm(takes: "a parameter and its value, name=value") {
    SettingArgument(argument: $0) != nil
  } advice: { text in
    let sides = text.split(separator: ":", maxSplits: 1)
    return sides.count == 2 ? "write '\(sides[0])=\(sides[1])'" : nil
  }

  private static let part = OptionForm(
    takes: "a part and how many there are, such as 2/8", mayBeNegative: true
  ) {
    PartArgument(argument: $0) != nil
  }

  private static let parameters = OptionForm(takes: "the name of a JSON file") {
    !$0.isEmpty && !"{[".contains($0.first!)
  } advice: { text in
    text.isEmpty ? nil : "single values are given with --set name=value"
  }

  private static func choice(_ names: [String]) -> OptionForm {
    OptionForm(takes: names.dropLast().joined(separator: ", ") + " or " + names[names.count - 1]) {
      names.contains($0)
    } advice: {
      NearestName.nearest($0, among: names).map { "did you mean \($0)" }
    }
  }
}
