// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import Testing

@testable import MoonreelMedia

/// Subtitle files of every kind, whole and odd, as captions.
@Suite("Caption files") struct CaptionFileTests {
  /// Captions as lines `start-end text`, in milliseconds.
  private func lines(_ captions: Captions) -> [String] {
    captions.map { caption in
      let range = caption.timeRange
      return "\(range.start.value(timescale: 1000))-\(range.end.value(timescale: 1000)) "
        + caption.text.replacingOccurrences(of: "\n", with: "|")
    }
  }

  private func read(
    _ text: String, _ name: String, encoding: String.Encoding = .utf8, warnings: WarningLog? = nil
  ) throws -> Captions {
    let folder = try TemporaryFolder()
    try #require(text.data(using: encoding)).write(to: URL(fileURLWithPath: folder.file(name)))
    return try .load(path: folder.file(name), gate: .unrestricted, warnings: warnings)
  }

  private static let plain =
    "1\n00:00:01,000 --> 00:00:02,500\nOne\ntwo\n\n2\n00:00:03,000 --> 00:00:04,000\nThree\n"

  /// Files that mean the same as ``plain``.
  private static let same: [(name: String, text: String, encoding: String.Encoding)] = [
    ("plain", plain, .utf8), ("a mark before the first byte", "\u{FEFF}" + plain, .utf8),
    ("UTF-16", "\u{FEFF}" + plain, .utf16LittleEndian),
    ("UTF-16, big-endian", "\u{FEFF}" + plain, .utf16BigEndian),
    ("line ends of Windows", plain.replacingOccurrences(of: "\n", with: "\r\n"), .utf8),
    ("no blank line", plain.replacingOccurrences(of: "\n\n", with: "\n"), .utf8),
    (
      "out of order",
      "2\n00:00:03,000 --> 00:00:04,000\nThree\n\n1\n00:00:01,000 --> 00:00:02,500\nOne\ntwo\n",
      .utf8
    ),
    ("points and blanks", plain.replacingOccurrences(of: ",", with: "."), .utf8),
    ("no last line end", String(plain.dropLast()), .utf8),
    (
      "empty entries",
      plain
        + "\n3\n00:00:05,000 --> 00:00:06,000\n\n\n4\n00:00:07,000 --> 00:00:08,000\n <b> </b>\n",
      .utf8
    ),
  ]

  @Test("SubRip files of all writers say the same", arguments: same.map(\.name))
  func dialects(name: String) throws {
    let file = try #require(Self.same.first { $0.name == name })
    let captions = try read(file.text, "a.srt", encoding: file.encoding)
    #expect(lines(captions) == ["1000-2500 One|two", "3000-4000 Three"])
  }

  @Test("text that is no UTF-8 is Windows-1252, and a warning says so")
  func otherEncodings() throws {
    let warnings = WarningLog()
    let text = Self.plain.replacingOccurrences(of: "Three", with: "caf\u{E9} \u{2026}")
    let captions = try read(text, "old.srt", encoding: .windowsCP1252, warnings: warnings)
    #expect(captions[1].text == "caf\u{E9} \u{2026}")
    #expect(warnings.all.map(\.message).contains { $0.contains("old.srt") && $0.contains("UTF-8") })
  }

  @Test("lengths that are negative or zero, and captions that overlap")
  func oddTimes() throws {
    let captions = try read(
      """
      1
      00:00:01,000 --> 00:00:05,000
      a

      2
      00:00:02,000 --> 00:00:01,000
      b

      3
      00:00:04,000 --> 00:00:04,000
      c

      4
      00:00:06,000 --> 00:00:07,000
      d
      """, "a.srt")
    #expect(lines(captions) == ["1000-5000 a", "2000-4000 b", "4000-6000 c", "6000-7000 d"])
    #expect(captions.at(try Time(seconds: 2.5)).map(\.text) == ["a", "b"])
  }

  @Test("tags, broken tags, unknown tags and entities of SubRip")
  func subRipMarkup() throws {
    func spans(_ text: String) -> [String] {
      SubRipPayload.parse(text).spans.map { span in
        let style = span.style
        let flags = [
          style.isBold ? "b" : "", style.isItalic ? "i" : "", style.isUnderlined ? "u" : "",
          style.isStruckThrough ? "s" : "", style.color?.hexadecimalText ?? "",
        ].joined()
        return flags.isEmpty ? span.text : "\(flags):\(span.text)"
      }
    }
    #expect(spans("a<b>b<i>c</i></b>d") == ["a", "b:b", "bi:c", "d"])
    #expect(spans("<b>a<i>b</b>c</i>d") == ["b:a", "bi:b", "cd"])
    #expect(
      spans("<font color=\"#ff0000\">r</font><font color=lime>g</font>x") == [
        "#FF0000:r", "#00FF00:g", "x",
      ])
    #expect(spans("<font color=00ff00 size=3>g") == ["#00FF00:g"])
    #expect(spans("<font face=x>a</font> <blink>b</blink>") == ["a b"])
    #expect(spans("1 < 2 & 3 <- <3 a<b") == ["1 < 2 & 3 <- <3 a<b"])
    #expect(spans("&lt;b&gt; &amp;amp; &#233;&#xe9; &nope; &#0;") == ["<b> &amp; éé &nope; &#0;"])
    #expect(spans("{\\b1}a{\\b0}{\\an8}b{c}") == ["b:a", "b{c}"])
    #expect(spans("<s>x</s><u>y") == ["s:x", "u:y"])
    #expect(spans("  a  \n  b  \n\n") == ["a\nb"])
    #expect(SubRipPayload.parse("{\\an8}x").placement == CaptionPlacement(gravity: .top))
    #expect(SubRipPayload.parse("x").placement == nil)
  }

  @Test("WebVTT: settings, classes, times within a cue, notes and styles")
  func webVTT() throws {
    let captions = try read(
      """
      WEBVTT - a title

      STYLE
      ::cue { color: red }

      NOTE nothing of this is shown

      first
      00:01.000 --> 00:04.000 line:0 position:20% align:start
      <v Ann>Hello <00:02.000>big <c.yellow>world</c> <00:03.500>now</v>

      01:00:00.000 --> 01:00:01.000 line:-2 size:40%
      &lt;tags&gt; <i>slant</i> <ruby>漢<rt>かん</rt></ruby>
      """, "a.vtt")
    #expect(
      lines(captions) == ["1000-4000 Hello big world now", "3600000-3601000 <tags> slant 漢(かん)"])
    #expect(captions[0].placement == CaptionPlacement(gravity: .topLeft, x: 0.2, y: 0))
    #expect(captions[1].placement?.gravity == .bottom && captions[1].placement?.width == 0.4)
    let starts = captions[0].words.map { "\($0.text) \($0.timeRange.start.value(timescale: 1000))" }
    #expect(starts == ["Hello 1000", "big 2000", "world 2563", "now 3500"])
    #expect(captions[0].spans.contains { $0.text == "world" && $0.style.color == Color(1, 1, 0) })
    #expect(WebVTTSettings.placement("vertical:rl region:x") == nil)
    #expect(WebVTTSettings.placement("line:50%,center position:x% align:end")?.gravity == .right)
  }

  @Test("Advanced SubStation Alpha: styles, overrides, karaoke, places")
  func substation() throws {
    let captions = try read(
      """
      [Script Info]
      ScriptType: v4.00+
      PlayResX: 200
      PlayResY: 100

      [V4+ Styles]
      Format: Name, Fontname, Fontsize, PrimaryColour, Bold, Italic, Underline, StrikeOut, Alignment
      Style: Default,Arial,20,&H00FFFFFF,0,0,0,0,2
      Style: Top,Arial,20,&H000000FF,-1,0,0,0,8

      [Events]
      Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
      Dialogue: 0,0:00:01.00,0:00:03.00,Default,,0,0,0,,{\\k50}one {\\kf25}two{\\ko25} three
      Dialogue: 0,0:00:04.00,0:00:05.00,Top,,0,0,0,,red, {\\c&HFF0000&\\b0}blue\\Nline{\\r}{\\t(\\frz5)}!
      Comment: 0,0:00:04.00,0:00:05.00,Top,,0,0,0,,hidden
      Dialogue: 0,0:00:06.00,0:00:07.00,Default,,0,0,0,,{\\pos(50,25)\\an7}{\\p1}m 0 0 l 9 9{\\p0}here{broken
      """, "a.ass")
    #expect(
      lines(captions) == [
        "1000-3000 one two three", "4000-5000 red, blue|line!", "6000-7000 here{broken",
      ])
    let starts = captions[0].words.map { "\($0.text) \($0.timeRange.start.value(timescale: 1000))" }
    #expect(starts == ["one 1000", "two 1500", "three 1750"])
    #expect(captions[1].placement == CaptionPlacement(gravity: .top))
    let looks = captions[1].spans.map {
      "\($0.style.isBold) \($0.style.color?.hexadecimalText ?? "")"
    }
    #expect(looks == ["true #FF0000", "false #0000FF", "true #FF0000"])
    #expect(captions[2].placement == CaptionPlacement(gravity: .topLeft, x: 0.25, y: 0.25))
    #expect((1...9).compactMap { Gravity(numericPad: $0)?.rawValue }.first == "bottomLeft")
    #expect(
      [1, 3, 5, 7, 10].compactMap { Gravity(legacyAlignment: $0) }
        == [.bottomLeft, .bottomRight, .topLeft, .topRight, .center])
  }

  @Test(
    "subtitle tracks of films are read like files, in every codec",
    arguments: [
      ("a.mp4", "mov_text"), ("a.mkv", "subrip"), ("a.mkv", "ass"), ("a.webm", "webvtt"),
    ])
  func tracks(name: String, codec: String) throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(
      Self.plain.replacingOccurrences(of: "two", with: "<i>two</i>"), to: "a.srt")
    let pictures = name.hasSuffix("webm") ? "libvpx" : "libx264"
    try FFmpegCommand.make(
      "-f lavfi -i color=s=64x32:d=5:r=5 -i a.srt -c:v \(pictures) -c:s \(codec) "
        + "-metadata:s:s:0 language=deu \(name)", in: folder)
    let captions = try Captions.load(path: folder.file(name), language: "de", gate: .unrestricted)
    #expect(lines(captions) == ["1000-2500 One|two", "3000-4000 Three"])
    #expect(captions.language.map { LanguageCode.isSame($0, "de") } == true)
    let slanted = captions[0].spans.filter(\.style.isItalic).map(\.text).joined()
    #expect(slanted == (codec == "webvtt" ? slanted : "two"))
    let error = #expect(throws: MoonreelError.self) {
      try Captions.load(path: folder.file(name), language: "fr", gate: .unrestricted)
    }
    #expect(error?.message.contains("'fr'") == true, "\(error?.message ?? "")")
  }

  @Test(
    "what is no subtitle file is said in one sentence",
    arguments: [
      ("empty.srt", ""), ("noise.srt", String(repeating: "\u{1}\u{2}xyz ", count: 400)),
      ("text.vtt", "This is not a subtitle file.\n"), ("bare.vtt", "WEBVTT\n"),
    ])
  func noSubtitles(name: String, text: String) throws {
    let error = #expect(throws: MoonreelError.self) { _ = try read(text, name) }
    #expect(error?.code == .unsupportedFormat)
    #expect(
      error?.message.contains(name) == true && error?.message.contains("subtitle") == true,
      "\(error?.message ?? "")")
  }

  @Test("a film's script comes with its styles, events and attached fonts")
  func scripts() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(Self.plain, to: "a.srt")
    let font = Array("not a font, but attached as one".utf8)
    try Data(font).write(to: URL(fileURLWithPath: folder.file("Title.ttf")))
    try FFmpegCommand.make(
      "-f lavfi -i color=s=64x32:d=5:r=5 -i a.srt -c:v libx264 -c:s ass -attach Title.ttf "
        + "-metadata:s:t mimetype=application/x-truetype-font a.mkv", in: folder)
    let asset = try Asset.load(path: folder.file("a.mkv"), gate: .unrestricted)
    let track = try #require(asset.tracks(.subtitle).first)
    let script = try TimedTextReader(track: track, gate: .unrestricted).substation()
    #expect(script.header.contains("[V4+ Styles]") && script.events.count == 2)
    #expect(script.events.first?.text.hasSuffix("One\\Ntwo") == true, "\(script.events)")
    #expect(script.events.first?.timeRange == (try TimeRange(seconds: 1, 2.5)))
    #expect(script.fonts == [SubstationScript.Font(name: "Title.ttf", bytes: font)])
    _ = try folder.write(
      script.header.replacingOccurrences(
        of: "[Events]", with: "[Fonts]\nfontname: title_0.ttf\n!!!!ABCD\n\n[Events]")
        + "Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,One, two\n", to: "b.ass")
    let file = try Asset.load(path: folder.file("b.ass"), gate: .unrestricted)
    let whole = try TimedTextReader(
      track: try #require(file.tracks(.subtitle).first), gate: .unrestricted
    ).substation()
    #expect(whole.header.contains("fontname: title_0.ttf\n!!!!ABCD\n"))
    #expect(whole.events.map(\.text) == ["0,0,Default,,0,0,0,,One, two"])
    let text = try Asset.load(path: folder.file("a.srt"), gate: .unrestricted)
    let plain = try #require(text.tracks(.subtitle).first)
    let error = #expect(throws: MoonreelError.self) {
      try TimedTextReader(track: plain, gate: .unrestricted).substation()
    }
    #expect(error?.message.contains("subrip, not ASS") == true)
  }

  @Test("films without subtitles, and files outside the gate")
  func refusals() throws {
    let folder = try TemporaryFolder()
    try FFmpegCommand.make("-f lavfi -i color=s=64x32:d=1 a.mp4", in: folder)
    let error = #expect(throws: MoonreelError.self) {
      try Captions.load(path: folder.file("a.mp4"), gate: .unrestricted)
    }
    #expect(error?.message.contains("no subtitles") == true)
    _ = try folder.write(Self.plain, to: "a.srt")
    let denied = #expect(throws: MoonreelError.self) {
      try Captions.load(path: folder.file("a.srt"), gate: FileGate(folders: []))
    }
    #expect(denied?.code == .accessDenied)
  }

  @Test("ten thousand captions, and bytes of all kinds, are read without harm")
  func manyAndWild() throws {
    var text = ""
    for index in 0..<10_000 {
      let (minute, second) = (index / 60, index % 60)
      text += String(
        format: "%d\n%02d:%02d:%02d,000 --> %02d:%02d:%02d,900\nline %d\n\n", index + 1,
        minute / 60, minute % 60, second, minute / 60, minute % 60, second, index)
    }
    let captions = try read(text, "many.srt")
    #expect(captions.count == 10_000 && captions[9_999].text == "line 9999")
    var count: UInt64 = 0
    func random(below limit: Int) -> Int {
      count += 1
      return Int(SplitMix64.mixed(count) % UInt64(limit))
    }
    let alphabet = Array("<>{}&;\\/nNhbikanpos()0189,.:# \n\u{0}é漢")
    for _ in 0..<3000 {
      let wild = String(
        (0..<random(below: 40)).map { _ in alphabet[random(below: alphabet.count)] })
      let spans =
        SubRipPayload.parse(wild).spans + WebVTTPayload.parse(wild, start: .zero)
        + ASSPayload.parse(text: wild, ASSOverrides()).spans
      _ = Caption(timeRange: .zero, spans: spans).words
      _ = (WebVTTSettings.placement(wild), ASSHeader(wild))
    }
  }

  @Test(
    "the real files beside the package",
    .enabled(if: SharedMedia.isPresent, "../shared/media is not here"),
    arguments: [
      ("subs-elephants-dream-ar.vtt", 6), ("subs-elephants-dream-ja.srt", 6),
      ("subs-mixed-scripts-emoji.ass", 7),
    ])
  func realFiles(name: String, count: Int) throws {
    let captions = try Captions.load(path: SharedMedia.clip(name), gate: .unrestricted)
    #expect(captions.count == count)
    #expect(captions.allSatisfy { !$0.isBlank && !$0.words.isEmpty })
  }
}
