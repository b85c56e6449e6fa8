// SPDX-License-Identifier: MIT

import Foundation
import FoundationXML
import Testing

@testable import moonreel

@Suite("moonreel frame, plan and check")
struct FrameTests {
  @Test(
    "one picture",
    arguments: [
      (["film.lua", "--at", "0.5"], "64,48,1"), (["clip.mp4", "--at", "00:00:00:12"], "64,48,1"),
      (["film.lua", "--at", "0", "--max-size", "32x"], "32,24,1"),
      (["film.lua", "--at", "0.96", "--max-size", "x12"], "16,12,1"),
    ])
  func still(options: [String], pictures: String) async throws {
    let place = try await Workplace()
    let result = try await Program.moonreel(
      ["frame"] + options + ["-o", "still.png"], in: place.folder.url)
    #expect(result.code == 0, "\(result.errors)")
    #expect(result.output.isEmpty)
    #expect(try await place.pictures(of: "still.png") == pictures)
  }

  @Test("the picture is the clip's own")
  func samePicture() async throws {
    let place = try await Workplace()
    _ = try await place.shell(
      "ffmpeg -nostdin -v error -i clip.mp4 -c:v ffv1 -pix_fmt bgr0 -an rgb.avi")
    let result = try await place.moonreel("frame", "rgb.avi", "--at", "0.52", "-o", "still.png")
    #expect(result.code == 0, "\(result.errors)")
    let difference = try await place.shell(
      "ffmpeg -nostdin -i rgb.avi -i still.png -filter_complex "
        + "'[0]select=eq(n\\,13),format=rgb24[a];[1]format=rgb24[b];[a][b]psnr' -f null - 2>&1 "
        + "| grep -o 'average:[a-z0-9.]*'"
    )
    #expect(difference.output.hasPrefix("average:inf"), "\(difference.output)")
  }

  @Test("the decoder is named for a media file, and refused for a script")
  func decoder() async throws {
    let place = try await Workplace()
    for options in [[], ["--video-decoder", "h264"]] {
      let arguments = ["frame", "clip.mp4", "--at", "0.5", "-o", "\(options.count).png"] + options
      let result = try await Program.moonreel(arguments, in: place.folder.url)
      #expect(result.code == 0 && result.errors.isEmpty, "\(result.errors)")
    }
    let pictures = try ["0.png", "2.png"].map {
      try Data(contentsOf: place.folder.url.appendingPathComponent($0))
    }
    #expect(pictures[0] == pictures[1])
    let wrong = try await place.moonreel(
      "frame", "clip.mp4", "--at", "0", "-o", "a.png", "--video-decoder", "libdav1d")
    #expect(wrong.code == moonreel.ExitStatus.media.rawValue)
    #expect(
      wrong.errors.contains("Cannot decode 'clip.mp4' with libdav1d: it decodes av1"),
      "\(wrong.errors)")
    let script = try await place.moonreel(
      "frame", "film.lua", "--at", "0", "-o", "a.png", "--video-decoder", "h264")
    #expect(script.code == moonreel.ExitStatus.usage.rawValue)
    #expect(
      script.errors.contains("--video-decoder is for a media file. A script says it for each file"),
      "\(script.errors)")
  }

  @Test(
    "HDR is mapped or kept",
    arguments: [
      ([], "rgba"), (["--hdr", "tone-map"], "rgba"), (["--hdr", "keep"], "rgba64be"),
    ])
  func hdr(options: [String], pixels: String) async throws {
    let place = try await Workplace()
    _ = try await place.shell(
      "ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=64x48:d=0.2 -c:v ffv1 -pix_fmt yuv420p10 "
        // FFmpeg 7 takes tags from frames, FFmpeg 5 from options.
        + "-vf setparams=range=tv:color_primaries=bt2020:color_trc=smpte2084:colorspace=bt2020nc "
        + "-color_primaries bt2020 -color_trc smpte2084 -colorspace bt2020nc -color_range tv pq.mkv"
    )
    let result = try await Program.moonreel(
      ["frame", "pq.mkv", "--at", "0"] + options + ["-o", "still.png"], in: place.folder.url)
    #expect(result.code == 0, "\(result.errors)")
    let found = try await place.shell(
      "ffprobe -v error -show_entries stream=pix_fmt -of csv=p=0 still.png")
    #expect(found.output.hasPrefix(pixels), "\(found.output)")
  }

  @Test(
    "wide pixels are shown wide, or as they are stored",
    arguments: [
      ([], "128,48,1"), (["--aperture", "clean"], "128,48,1"),
      (["--aperture", "encoded"], "64,48,1"),
    ])
  func aperture(options: [String], pictures: String) async throws {
    let place = try await Workplace()
    _ = try await place.shell(
      "ffmpeg -nostdin -v error -i clip.mp4 -an -vf setsar=2 -c:v ffv1 wide.mkv")
    let result = try await Program.moonreel(
      ["frame", "wide.mkv", "--at", "0"] + options + ["-o", "still.png"], in: place.folder.url)
    #expect(result.code == 0, "\(result.errors)")
    #expect(try await place.pictures(of: "still.png") == pictures)
  }

  @Test("a still of 8K", arguments: [([], "7680,4320,1"), (["--max-size", "x90"], "160,90,1")])
  func hugeStill(options: [String], pictures: String) async throws {
    let place = try await Workplace()
    _ = try await place.shell(
      "ffmpeg -nostdin -v error -f lavfi -i color=c=red:s=7680x4320 -frames:v 1 huge.png")
    let result = try await Program.moonreel(
      ["frame", "huge.png", "--at", "0"] + options + ["-o", "still.png"], in: place.folder.url)
    #expect(result.code == 0, "\(result.errors)")
    #expect(try await place.pictures(of: "still.png") == pictures)
  }

  @Test("a sheet of pictures")
  func sheet() async throws {
    let place = try await Workplace()
    let result = try await place.moonreel(
      "frame", "film.lua", "--every", "0.25", "--columns", "2", "-o", "sheet.png")
    #expect(result.code == 0, "\(result.errors)")
    #expect(try await place.pictures(of: "sheet.png") == "152,120,1")
  }

  @Test(
    "times outside and wrong endings are told",
    arguments: [
      ["film.lua", "--at", "7", "-o", "x.png"], ["film.lua", "--at=-1", "-o", "x.png"],
      ["film.lua", "--at", "0", "-o", "x.mp4"], ["film.lua", "--every", "0.0001", "-o", "x.png"],
      ["missing.lua", "--at", "0", "-o", "x.png"], ["missing.mp4", "--at", "0", "-o", "x.png"],
    ])
  func told(arguments: [String]) async throws {
    let place = try await Workplace()
    let result = try await Program.moonreel(["frame"] + arguments, in: place.folder.url)
    #expect(result.code != 0 && !result.wasKilled)
    #expect(result.errors.hasPrefix("error: Cannot "), "\(result.errors)")
    #expect(result.errorLines.count == 1)
    #expect(!place.folder.names.contains { $0.hasPrefix("x.") })
  }

  @Test("the plan, in words and as JSON")
  func plan() async throws {
    let place = try await Workplace()
    let text = try await place.moonreel("plan", "film.lua")
    #expect(text.code == 0, "\(text.errors)")
    for words in ["clip.mp4", "h264", "25"] {
      #expect(text.output.contains(words), "\(text.output)")
    }
    let json = try await place.moonreel("plan", "film.lua", "--json", "-o", "film.webm")
    #expect(json.code == 0, "\(json.errors)")
    #expect(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) is [String: Any])
    #expect(json.output.contains("vp9"))
    #expect(place.folder.names == ["clip.mp4", "film.lua", "long.lua"])
  }

  @Test("the plan says what would be copied and what the cache of spans has")
  func planOfSpans() async throws {
    let place = try await Workplace()
    let smart = try await place.moonreel("plan", "film.lua", "--smart", "-o", "a.mp4")
    #expect(smart.code == 0 && smart.errors.isEmpty, "\(smart.errors)")
    #expect(smart.output.contains("\ncopies   "), "\(smart.output)")
    let words = ["plan", "film.lua", "-o", "a.mp4", "--incremental", "--span-cache", "spans"]
    let cold = try await Program.moonreel(words, in: place.folder.url)
    #expect(
      cold.output.contains("\nspans    1, 0 of them (0 frames) in the cache\n  rendered ["),
      "\(cold.output)")
    let made = try await Program.moonreel(["render"] + words.dropFirst(), in: place.folder.url)
    #expect(made.code == 0, "\(made.errors)")
    let warm = try await Program.moonreel(words + ["--json"], in: place.folder.url)
    let plan = try #require(
      try JSONSerialization.jsonObject(with: Data(warm.output.utf8)) as? [String: Any])
    let spans = try #require(plan["spans"] as? [[String: Any]])
    #expect(spans.map { $0["source"] as? String } == ["cache"])
    #expect(spans.map { $0["frames"] as? Int } == [25])
    #expect(plan["copies"] is NSNull)
    let steered = try await place.moonreel(
      "plan", "film.lua", "--smart", "-o", "a.gif")
    #expect(
      steered.code == 0 && steered.errors.contains("rendered as a whole"), "\(steered.errors)")
  }

  @Test("the plan as a drawing")
  func planDrawing() async throws {
    let place = try await Workplace()
    try place.folder.write(
      "layers.lua",
      """
      local mr = require "moonreel"
      local show = mr.composition { size = { 64, 36 }, fps = 25 }
      local a = show:add { source = "clip.mp4", name = "<first & \\"only\\">", duration = 0.5 }
      show:add { source = mr.source.test_card { size = { 64, 36 } }, at = 0.25, duration = 0.5 }
      return show
      """)
    let drawn = try await place.moonreel("plan", "layers.lua", "--svg", "plan.svg")
    #expect(drawn.code == 0 && drawn.output.isEmpty, "\(drawn.errors)")
    let text = try String(
      contentsOf: place.folder.url.appendingPathComponent("plan.svg"), encoding: .utf8)
    let parser = XMLParser(data: Data(text.utf8))
    #expect(parser.parse(), "\(String(describing: parser.parserError))")
    // Two pieces of picture, one of sound, three instructions, and the paper.
    #expect(text.components(separatedBy: "<rect ").count - 1 == 7)
    #expect(text.contains("&lt;first &amp; &quot;only&quot;&gt;"))
    #expect(text.contains("clip.mp4"))
    let wrong = try await place.moonreel("plan", "layers.lua", "--svg", "plan.txt")
    #expect(wrong.code != 0 && wrong.errors.contains("end the name in .svg"))
    let words = try await place.moonreel("plan", "layers.lua")
    #expect(words.output.contains("drawn by layer 2, layer '<first"), "\(words.output)")
  }

  @Test(
    "without a name the plan is for a file that holds the codecs",
    arguments: [
      ("ffv1", "out.mkv, mkv"), ("prores422", "out.mov, mov"), ("vp9", "out.mp4, mp4"),
    ])
  func planWithoutName(codec: String, output: String) async throws {
    let place = try await Workplace()
    _ = try place.folder.write(
      "codec.lua",
      """
      local mr = require "moonreel"
      local t = mr.timeline()
      t:add_track "video":insert(mr.source.test_card { size = { 64, 48 }, duration = 1 })
      return mr.export { t, video_codec = "\(codec)" }
      """)
    let plan = try await place.moonreel("plan", "codec.lua")
    #expect(plan.code == 0, "\(plan.errors)")
    #expect(plan.output.contains(output), "\(plan.output)")
  }

  @Test("check says that a script is fine")
  func check() async throws {
    let place = try await Workplace()
    let result = try await place.moonreel("check", "film.lua")
    #expect(result.code == 0, "\(result.errors)")
    #expect(result.output == "film.lua: fine; 2 tracks, 1.000 s, 64x48 at 25 frames a second\n")
  }

  @Test("check lists every fault of the instructions")
  func faults() async throws {
    let place = try await Workplace()
    try place.folder.write(
      "faulty.lua",
      """
      local mr = require "moonreel"
      local clip = mr.asset "clip.mp4"
      local timeline = mr.timeline()
      local video = timeline:add_track "video"
      video:insert(clip.video, { 0, 1 }, 0)
      local look = mr.video_composition { size = { 64, 48 }, fps = 25, instructions = {
        { range = { 0, 0.2 }, layers = { mr.layer_instruction(video) } },
        { range = { 0.4, 0.8 }, layers = { mr.layer_instruction(video) } } } }
      return mr.export { timeline, video = look }
      """)
    let result = try await place.moonreel("check", "faulty.lua")
    #expect(result.code == moonreel.ExitStatus.script.rawValue)
    #expect(result.errors.contains("faulty.lua:9: "), "\(result.errors)")
    #expect(result.errors.contains("[0.200 s, 0.400 s)"))
    #expect(result.errors.contains("[0.800 s, 1.000 s)"))
  }
}
