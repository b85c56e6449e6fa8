// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia

/// Files of captions; the first byte says of which kind.
enum CaptionTarget: FuzzTarget {
  static let name = "captions"
  static let shortRunCount = 1500

  private static let endings = ["srt", "vtt", "ass", "ttml", "sub"]

  static func seeds() -> [[UInt8]] {
    let events = "Dialogue: 0,0:00:01.00,0:00:03.50,Default,,0,0,0,,"
    let ass = """
      [Script Info]
      ScriptType: v4.00+
      PlayResX: 640
      PlayResY: 360

      [V4+ Styles]
      Format: Name, Fontname, Fontsize, PrimaryColour, Bold, Alignment
      Style: Default,DejaVu Sans,24,&H00FFFFFF,0,2

      [Events]
      Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
      \(events){\\b1\\an8\\pos(20,30)}Bold{\\b0}\\Nsecond {\\c&H0000FF&}red
      \(events){\\k20}ka{\\k30}ra{\\fad(200,100)\\t(0,500,\\fscx120)}o{\\p1}m 0 0 l 9 9{\\p0}
      """
    let texts = [
      (
        0,
        "1\n00:00:01,000 --> 00:00:02,500\n<i>Hello</i> <font color=\"#ff0000\">red</font>\n\n2\n"
          + "00:00:03,000 --> 00:00:04,000 X1:1 X2:2\n{\\an8}top & <b>bold\n"
      ),
      (
        1,
        "WEBVTT\n\nSTYLE\n::cue(.y) { color: yellow }\n\nNOTE x\n\nREGION\nid:r\n\na\n"
          + "00:01.000 --> 00:02.000 align:start position:10%,line-left line:-1 size:50%\n"
          + "<v Ann><c.y.b>Hello</c> <00:01.500><ruby>a<rt>b</rt></ruby> <lang en>&amp;&lt;\n"
      ),
      (2, ass),
    ]
    return texts.map { [UInt8($0)] + Array($1.utf8) }
  }

  static func take(_ input: [UInt8]) throws {
    var source = ByteSource(input)
    let ending = source.pick(endings)
    let folder = try ScratchFolder()
    let path = try folder.write(source.rest(), to: "words.\(ending)")
    let captions = try Captions.load(path: path, gate: FileGate(folders: [folder.path]))
    for caption in captions where caption.timeRange.end < caption.timeRange.start {
      throw FuzzFinding(description: "a caption ends before it begins: \(caption.timeRange)")
    }
  }
}
