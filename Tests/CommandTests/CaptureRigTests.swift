// SPDX-License-Identifier: MIT

import Foundation
import SoundServer
import Testing

@testable import moonreel

/// `moonreel capture` on a display and a sound server of the tests' own.
@Suite(
  "moonreel capture of a screen",
  .enabled(
    if: DisplayServer.isInstalled && PulseServer.isInstalled,
    "xvfb, pulseaudio and pulseaudio-utils are not all installed"))
struct CaptureRigTests {
  /// The red, green and blue of a pixel of the first picture of `file`.
  private func color(_ folder: TemporaryFolder, _ file: String) async throws -> [Int] {
    let result = try await Program.shell(
      "ffmpeg -v error -i '\(file)' -frames:v 1 -vf crop=2:2:20:20 -f rawvideo -pix_fmt rgb24 - | od -An -tu1 -N3",
      in: folder.url)
    return result.output.split(separator: " ").compactMap { Int($0.filter(\.isNumber)) }
  }

  @Test(
    "a region of the screen with what loudspeakers play, from the command line and from a script")
  func screen() async throws {
    guard let display = DisplayServer(), let stage = Stage(display.name) else { return }
    let server = try PulseServer()
    stage.fill(0x00ff00)
    let folder = try TemporaryFolder()
    try folder.write(
      "film.lua",
      """
      local mr = require "moonreel"
      local screen = mr.capture { screen = "+100,50,160x90", microphone = "default", size = { 160, 90 }, fps = 10 }
      local show = mr.composition { size = { 160, 90 }, fps = 10, duration = 1 }
      show:add { source = screen }
      return show
      """)
    let environment = ["DISPLAY": display.name, "PULSE_SERVER": server.address]
    let calls = [
      [
        "--screen", "+100,50", "--size", "160x90", "--mic", "default", "--for", "1", "--no-pointer",
      ],
      ["film.lua", "--allow-device", "screen", "--allow-device", "microphone"],
    ]
    for (index, call) in calls.enumerated() {
      let name = "take\(index).mkv"
      let result = try await Program.moonreel(
        ["capture", "-o", name] + call, in: folder.url, environment: environment)
      #expect(result.code == 0, "\(result.errors)")
      let streams = try await Program.shell(
        "ffprobe -v error -show_entries stream=codec_name,width,height -of csv=p=0 \(name)",
        in: folder.url)
      #expect(streams.output.split(separator: "\n") == ["h264,160,90", "opus"])
      let color = try await color(folder, name)
      #expect(color.count == 3 && color[0] < 60 && color[1] > 200 && color[2] < 60, "\(color)")
    }
    let devices = try await Program.moonreel(["devices"], environment: environment)
    #expect(devices.output.contains("screen 0  Screen \(display.name)"))
    #expect(devices.output.contains("microphone 0  Monitor of Null Output"))
  }
}
