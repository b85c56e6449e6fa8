// SPDX-License-Identifier: MIT

import Foundation
import PageClient
import Testing

@testable import MoonreelScript
@testable import moonreel

/// Several files from one run, and streams, as they are asked for.
@Suite("several outputs and streams") struct SeveralOutputTests {
  private static let film = """
    local mr = require "moonreel"
    local show = mr.composition { size = { 320, 180 }, fps = 25, duration = 5, background = "#10131f" }
    show:add { source = mr.text { text = "Aurich", size = 60, fill = "white" }, duration = 5 }
    show:add { source = mr.source.tone { frequency = 330, gain = 0.1 }, duration = 5 }

    """

  private func place(returning result: String = "return show") async throws -> Workplace {
    let place = try await Workplace()
    try place.folder.write("film.lua", Self.film + result)
    return place
  }

  /// What ffprobe says of a file's streams: `h264,320,180`.
  private func streams(_ place: Workplace, _ file: String) async throws -> [String] {
    let result = try await place.shell(
      "ffprobe -v error -show_entries stream=codec_name,width,height -of csv=p=0 '\(file)'")
    return result.output.split(separator: "\n").map(String.init)
  }

  @Test("the command line names files beside the main one")
  func also() async throws {
    let place = try await place()
    let result = try await place.moonreel(
      "render", "film.lua", "-o", "film.mp4", "--also", "{name}-small.mp4:height=90,quality=0.3",
      "--also", "sound.m4a", "--also=preview.gif:scale=0.25", "--range", "0..1", "--json-progress")
    #expect(result.code == 0 && result.errors.isEmpty, "\(result.errors)")
    #expect(try await streams(place, "film-small.mp4") == ["h264,160,90", "aac"])
    #expect(try await streams(place, "sound.m4a") == ["aac"])
    #expect(try await streams(place, "preview.gif") == ["gif,80,45"])
    let done = try #require(result.output.split(separator: "\n").last.map(String.init))
    for name in ["film-small.mp4", "sound.m4a", "preview.gif"] {
      #expect(done.contains(#"\#(name)","frames":"#), "\(done)")
    }
    let plan = try await place.moonreel(
      "plan", "film.lua", "-o", "film.mp4", "--also", "small.webm:width=160")
    #expect(
      plan.output.contains("output   small.webm, webm\n  video  vp9, 160x90"), "\(plan.output)")
  }

  @Test(
    "what a script says of a file beside the main one can be typed, for streams and encoders, too")
  func alsoInFull() async throws {
    let left = ["file_length_limit", "passes"]  // for one file by itself
    let ofScripts =
      ["width", "height", "scale", "preset"]
      + ExportFunction.outputNames.filter { !left.contains($0) }.map {
        $0.hasPrefix("video_options") || $0.hasPrefix("audio_options") ? $0 + ".NAME" : $0
      }
    #expect(AlsoArgument.names.sorted() == ofScripts.sorted())
    let place = try await place()
    let result = try await place.moonreel(
      "render", "film.lua", "-o", "film.mp4", "--range", "0..3", "-q",
      "--also",
      "fine.mp4:video_options.crf=1,video-options.x264-params=keyint=10:scenecut=0,chroma=4:4:4",
      "--also", "coarse.mp4:video_options.crf=45,audio_options.aac_coder=fast,channels=mono",
      "--also", "stream/film.m3u8:renditions=90p+60p,segment_seconds=1",
      "--also", "rough.mkv:video_encoder=ffv1,include_audio=false")
    #expect(result.code == 0 && result.errors.isEmpty, "\(result.errors)")
    let facts = try await place.shell(
      "for f in fine coarse; do ffprobe -v error -select_streams v -show_entries stream=pix_fmt -of csv=p=0 $f.mp4; done; "
        + "ffprobe -v error -select_streams a -show_entries stream=channels -of csv=p=0 coarse.mp4; "
        + "ffprobe -v error -select_streams v -show_entries packet=flags -of csv=p=0 fine.mp4 | grep -c K"
    )
    #expect(facts.output == "yuv444p\nyuv420p\n1\n8\n")
    #expect(place.folder.data("fine.mp4").count > 2 * place.folder.data("coarse.mp4").count)
    #expect(try await streams(place, "rough.mkv") == ["ffv1,320,180"])
    let list = try await place.shell("ls stream; grep -c '^#EXTINF' stream/film-90p.m3u8")
    #expect(list.output.contains("film-60p-00003.m4s\n") && list.output.hasSuffix("\n3\n"))
  }

  @Test("a script names files beside the main one")
  func fromScripts() async throws {
    let place = try await place(
      returning: """
        return mr.export { show, range = { 0, 1 }, also = {
          { path = "{name}-tall.mp4", height = 360, quality = 0.3 }, { path = "s.wav", channels = "mono" } } }
        """)
    let result = try await place.moonreel("render", "film.lua", "-o", "out.mp4")
    #expect(result.code == 0 && result.errors.isEmpty, "\(result.errors)")
    #expect(try await streams(place, "out-tall.mp4") == ["h264,640,360", "aac"])
    #expect(try await streams(place, "s.wav") == ["pcm_s16le"])
    let checked = try await place.moonreel("check", "film.lua")
    #expect(checked.code == 0, "\(checked.errors)")
    let piped = try await place.moonreel("render", "film.lua", "-o", "-")
    #expect(piped.code != 0 && piped.errors.contains("beside standard output"), "\(piped.errors)")
  }

  static let mistakes: [(words: [String], sentence: String)] = [
    (
      ["-o", "a.mp4", "--also", "b.mp4:hight=90"], "has no option 'hight' (did you mean 'height'?)"
    ),
    (
      ["-o", "a.mp4", "--also", "b.mp4:height=tall"],
      "'height' of --also 'b.mp4' takes a whole number"
    ),
    (["-o", "a.mp4", "--also", "b.mp4:preset=720q"], "There is no export preset '720q'"),
    (["-o", "a.mp4", "--also", "b.mp4:renditions=90p"], "neither renditions nor segments"),
    (
      ["-o", "a.mp4", "--also", "s/b.m3u8:renditions=90p,60p"],
      "write 's/b.m3u8:renditions=90p+60p'"
    ),
    (["-o", "a.mp4", "--also", "b.mp4:bit_depth=9"], "takes 8, 10, 12 or 16, not '9'"),
    (["-o", "a.mp4", "--also", "b.mp4:video_option.crf=9"], "did you mean 'video_options.NAME'?"),
    (["-o", "a.mp4", "--also", "b.mp4:video_options.crff=9"], "crff"),
    (["-o", "a.mp4", "--also", "a.mp4"], "Cannot write two files to 'a.mp4'"),
    (["-o", "a.mp4", "--also", "b"], "Cannot tell the kind of file"),
    (["-o", "a.mp4", "--renditions", "720p"], "neither renditions nor segments"),
    (["-o", "s/a.m3u8", "--renditions", "720,360"], "write '720p,360p'"),
    (["-o", "s/a.m3u8", "--segment-seconds", "90"], "give 1 to 60 seconds"),
  ]

  @Test("mistakes get a sentence and leave nothing", arguments: mistakes)
  func wrong(words: [String], sentence: String) async throws {
    let place = try await place()
    let before = place.folder.names
    let result = try await Program.moonreel(["render", "film.lua"] + words, in: place.folder.url)
    #expect(result.code != 0 && result.errors.contains(sentence), "\(result.errors)")
    #expect(place.folder.names == before)
  }

  @Test("a limit of bytes is for all files together")
  func limit() async throws {
    let place = try await place()
    let before = place.folder.names
    // A second of sound takes 192 kB.
    let words = ["render", "film.lua", "-o", "a.wav", "--also", "b.wav", "--range", "0..1", "-q"]
    let refused = try await Program.moonreel(
      words + ["--max-output", "250k"], in: place.folder.url)
    #expect(refused.code == moonreel.ExitStatus.limit.rawValue, "\(refused.errors)")
    #expect(refused.errors.contains("together with the files beside it"), "\(refused.errors)")
    #expect(place.folder.names == before)
    let made = try await Program.moonreel(words + ["--max-output", "500k"], in: place.folder.url)
    #expect(made.code == 0, "\(made.errors)")
  }

  @Test("a script cannot write elsewhere")
  func paths() async throws {
    let place = try await place(
      returning: "return mr.export { show, also = { path = \"../b.mp4\" } }")
    let result = try await place.moonreel("render", "film.lua", "-o", "a.mp4")
    #expect(result.code != 0 && result.errors.contains("without a folder"), "\(result.errors)")
  }

  @Test("a stream is a folder, from the command line and from a script")
  func streams() async throws {
    let place = try await place(
      returning: """
        return mr.export { show, segment_seconds = 2, renditions = { "90p", { "180p", video_bit_rate = 200000 } } }
        """)
    let result = try await place.moonreel("render", "film.lua", "-o", "stream/film.m3u8")
    #expect(result.code == 0 && result.errors.isEmpty, "\(result.errors)")
    let list = try await place.shell(
      "ls stream | grep -c m4s; grep -c '^#EXTINF' stream/film-90p.m3u8")
    #expect(list.output == "9\n3\n")
    let again = try await place.moonreel(
      "render", "film.lua", "-o", "stream/film.mpd", "--renditions", "120p", "--segment-seconds",
      "3",
      "--also", "film.mp4")
    #expect(again.code == 0, "\(again.errors)")
    #expect(try await streams(place, "stream/film.m3u8").contains("h264,214,120"))
    #expect(try await streams(place, "film.mp4") == ["h264,320,180", "aac"])
  }

  @Test(
    "Chromium takes the segments through media source extensions",
    .enabled(if: Browser.program != nil, "Chromium is not installed: scripts/setup --studio"))
  func browser() async throws {
    let place = try await place()
    let result = try await place.moonreel(
      "render", "film.lua", "-o", "stream/film.m3u8", "--renditions", "180p,90p",
      "--segment-seconds", "2")
    try #require(result.code == 0, "\(result.errors)")
    let main = String(decoding: place.folder.data("stream/film.m3u8"), as: UTF8.self)
    let codecs = try #require(main.firstMatch(of: /CODECS="([^",]+),([^"]+)"/))
    let browser = try await Browser(width: 400, height: 300)
    for (id, codec) in [("90p", codecs.1), ("180p", codecs.1), ("sound", codecs.2)] {
      let kind = id == "sound" ? "audio" : "video"
      let names = ["film-\(id)-init.mp4"] + (1...3).map { "film-\(id)-0000\($0).m4s" }
      let parts = names.map { "\"\(place.folder.data("stream/" + $0).base64EncodedString())\"" }
      let script = """
        (async () => {
          const type = '\(kind)/mp4; codecs="\(codec)"';
          if (!MediaSource.isTypeSupported(type)) return "not supported: " + type;
          const source = new MediaSource(), video = document.createElement("video");
          video.muted = true; document.body.append(video);
          video.src = URL.createObjectURL(source);
          await new Promise((done) => source.addEventListener("sourceopen", done, { once: true }));
          const buffer = source.addSourceBuffer(type);
          for (const part of [\(parts.joined(separator: ","))]) {
            buffer.appendBuffer(Uint8Array.from(atob(part), (c) => c.charCodeAt(0)));
            await new Promise((done) => buffer.addEventListener("updateend", done, { once: true }));
          }
          source.endOfStream();
          const ranges = [...Array(buffer.buffered.length).keys()]
            .map((i) => [buffer.buffered.start(i), buffer.buffered.end(i)]);
          video.currentTime = 4.9;
          await new Promise((done) => video.addEventListener("seeked", done, { once: true }));
          return JSON.stringify({ ranges, error: video.error?.message ?? null, width: video.videoWidth });
        })()
        """
      let answer = try #require(try await browser.evaluate(script) as? String)
      let found = try JSONSerialization.jsonObject(with: Data(answer.utf8)) as? [String: Any]
      let ranges = try #require(found?["ranges"] as? [[Double]], "\(answer)")
      #expect(
        ranges.count == 1 && ranges[0][0] < 0.001 && abs(ranges[0][1] - 5) < 0.05, "\(answer)")
      #expect(found?["error"] is NSNull, "\(answer)")
      if id == "180p" { #expect(found?["width"] as? Int == 320) }
    }
  }
}
