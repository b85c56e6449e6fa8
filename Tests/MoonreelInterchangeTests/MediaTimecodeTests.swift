// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import MoonreelInterchange
import MoonreelMedia
import Testing

@Suite("Timecode and reels of media")
struct MediaTimecodeTests {
  @Test(
    "ranges of the source are counted from the media's timecode, drop-frame included, and come back"
  )
  func dropFrame() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "moonreel-tc-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc=size=64x48:rate=30000/1001:duration=2",
      "-timecode",
      "01:00:59;28", "-metadata:s:v", "reel_name=A001C002", "-c:v", "mpeg4", folder.path + "/a.mov",
    ]
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    let text = """
      local mr = require "moonreel"
      local show = mr.composition { size = { 64, 48 }, fps = "30000/1001" }
      show:add { source = "\(folder.path)/a.mov", trim = { mr.frames(10), mr.frames(40) } }
      return show
      """
    let film = try Films.run(text, allowing: [folder.path])
    let cut = try Films.cut(film)
    let rate = try FrameRate(30_000, 1001)
    let start = try Timecode(text: "01:00:59;28", rate: rate)
    guard case .track(let track)? = cut.timeline.tracks.children.first,
      case .clip(let clip)? = track.children.first
    else {
      Issue.record("no clip")
      return
    }
    #expect(clip.media.availableRange?.start == start.time(rate: rate))
    #expect(clip.properties.sourceRange?.start == rate.time(ofFrame: start.frameNumber + 10))
    let list = try cut.text(.edl).text
    #expect(list.contains("FCM: DROP FRAME"))
    // 01:01:00;00 and ;01 do not exist.
    #expect(list.contains("01:01:00;10 01:01:01;10 00:00:00;00 00:00:01;00"), "\(list)")
    let returned = try Films.back(cut, allowing: [folder.path])
    #expect(Films.segments(returned.film) == Films.segments(film), "\(returned.script.text)")
    let conformed = try Editorial.Timeline(edl: list, rate: nil, named: "a.edl")
    let finder = MediaFinder(
      beside: folder.path, folders: [], gate: FileGate(folders: [folder.path]))
    let script = try CutScript(conformed, CutScript.Options(fileName: "a.edl"), finder: finder)
    let again = try Films.run(script.text, allowing: [folder.path])
    #expect(Films.segments(again) == Films.segments(film), "\(script.text)")
  }
}
