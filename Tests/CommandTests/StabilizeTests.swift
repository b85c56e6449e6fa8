// SPDX-License-Identifier: MIT

import Foundation
import Testing

@Suite("moonreel.stabilize") struct StabilizeTests {
  /// Prints for each of two films by how many pixels the move of the picture changes from frame to frame.
  private static let measuring = """
    local mr = require "moonreel"
    for _, file in ipairs { "shaky.mkv", "steady.mkv" } do
      local frames, sum = mr.detect.motion(file), 0
      for number = 3, #frames do
        local x = frames[number].x - frames[number - 1].x
        local y = frames[number].y - frames[number - 1].y
        sum = sum + x * x + y * y
      end
      print("jitter", #frames, (sum / (#frames - 2)) ^ 0.5)
    end
    return mr.composition { size = { 16, 16 }, duration = 1 }
    """

  private static let stabilizing = """
    local steady = require "moonreel.stabilize" ("shaky.mkv", { smoothing = 0.6, border = "mirror" })
    assert(#steady.layers == 1 and steady.size[1] == 320 and steady.size[2] == 180)
    assert(math.abs(steady.duration - 2) < 0.01)
    return steady
    """

  @Test("a clip that trembles moves evenly afterwards, within half a pixel") func steadied()
    async throws
  {
    let folder = try TemporaryFolder()
    try folder.write("measure.lua", Self.measuring)
    try folder.write("steady.lua", Self.stabilizing)
    // A part of a picture that lies some whole pixels further in every frame.
    let made = try await Program.shell(
      """
      ffmpeg -v error -f lavfi -i "mandelbrot=s=640x360:r=25:start_scale=0.5" -vf "trim=end_frame=1,\
      format=yuv444p,loop=49:1:0,setpts=N/25/TB,crop=320:180:'80+n+14*sin(n*2.1)':'60+11*sin(n*1.3+1)'" \
      -c:v ffv1 shaky.mkv &&
      moonreel render steady.lua -o steady.mkv && moonreel check measure.lua
      """, in: folder.url)
    #expect(made.code == 0, "\(made)")
    let lines = made.errors.split(separator: "\n").filter { $0.contains("jitter") }
    let numbers = lines.map { $0.split(separator: "\t").compactMap { Double($0) } }
    let (before, after) = (try #require(numbers.first), try #require(numbers.last))
    #expect(numbers.count == 2 && before.count == 2 && after.count == 2, "\(made)")
    #expect(before[0] == 50 && after[0] == 50)
    #expect(before[1] > 10, "\(before)")
    #expect(after[1] < 0.5, "\(after)")
  }
}
