// SPDX-License-Identifier: MIT

import MoonreelCore
import Testing

@testable import MoonreelMedia

/// The rate of a clip is the one it was made at, however coarse its time stamps are.
struct NominalRateTests {
  @Test(
    arguments: ["30", "60", "24", "24000/1001", "30000/1001", "25", "15"],
    ["flv", "mkv", "asf", "ts", "mp4"])
  func roundedStampsKeepTheRate(rate: String, ending: String) throws {
    let folder = try TemporaryFolder()
    // Set times but no rate: what the container says of the rate is libav's guess.
    try FFmpegCommand.make(
      "-f lavfi -i testsrc2=s=64x48:r=\(rate):d=3 -c:v mpeg4 -fps_mode vfr a.\(ending == "flv" ? "mkv" : ending)",
      in: folder)
    if ending == "flv" {
      try FFmpegCommand.make("-i a.mkv -c:v flv1 -fps_mode passthrough a.flv", in: folder)
    }
    let video = try #require(
      try Asset.load(path: folder.file("a.\(ending)"), gate: .unrestricted).video?.video)
    let parts = rate.split(separator: "/").compactMap { Int64($0) }
    let expected = try FrameRate(parts[0], parts.count > 1 ? parts[1] : 1)
    #expect(video.nominalFrameRate == expected, "\(rate) in \(ending)")
    #expect(!video.isVariableFrameRate, "\(rate) in \(ending)")
  }
}
