// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import Testing

@testable import MoonreelMedia

/// What `Asset.load` says of files.
struct ProbingTests {
  private func video(_ make: String, _ name: String, options: AssetOptions = .init()) throws
    -> AssetTrack
  {
    let folder = try TemporaryFolder()
    try FFmpegCommand.make("\(make) \(name)", in: folder)
    let asset = try Asset.load(path: folder.file(name), options: options, gate: .unrestricted)
    return try #require(asset.video)
  }

  @Test(.enabled(if: SharedMedia.isPresent, "the real clips of ../shared/media are not here"))
  func aPhotoTurnedByEXIFIsPortrait() throws {
    let asset = try Asset.load(
      path: SharedMedia.clip("photo-camera-4032x3024-exif-rot.jpg"), gate: .unrestricted)
    let video = try #require(asset.video?.video)
    #expect(video.codedSize == PixelSize(4032, 3024))
    #expect(video.displaySize == PixelSize(3024, 4032))
    #expect(video.isStillImage)
    #expect(asset.duration == .zero)
    #expect(video.color.matrix == .bt601)
    #expect(video.color.range == .full)
    #expect(video.color.siting == .center)
  }

  @Test(.enabled(if: SharedMedia.isPresent, "the real clips of ../shared/media are not here"))
  func aPhoneClipHasItsTurnRateAndColours() throws {
    let asset = try Asset.load(
      path: SharedMedia.clip("iphone-portrait-hlg-hevc10-rot90-vfr.mp4"), gate: .unrestricted)
    let video = try #require(asset.video?.video)
    #expect(video.displaySize == PixelSize(1080, 1920))
    // The uneven frames at its beginning are cut away by its edit list.
    #expect(!video.isVariableFrameRate)
    let uneven = try Asset.load(
      path: SharedMedia.clip("cups-720p-vfr-h264.mp4"), gate: .unrestricted)
    #expect(uneven.video?.video?.isVariableFrameRate == true)
    #expect(video.color.transfer == .hlg)
    #expect(video.color.matrix == .bt2020)
    #expect(video.format == .yuv420(10))
    #expect(asset.audio?.audio?.sampleRate == 44100)
  }

  @Test func untaggedColoursFollowTheRules() throws {
    for (size, tags) in [
      ("720x480", ColorTags.untagged(height: 480)), ("720x576", .untagged(height: 576)),
      ("1280x720", .bt709),
    ] {
      let track = try video("-f lavfi -i testsrc=s=\(size):d=0.1 -c:v libx264", "a.mp4")
      #expect(track.video?.color == tags, "\(size)")
      #expect(track.video?.isColorTagged == false)
    }
  }

  @Test func alphaIsFoundAndDelivered() throws {
    let source = "-f lavfi -i color=red@0.5:s=64x48:d=0.2,format=rgba"
    for (make, name) in [
      ("-c:v libvpx-vp9 -pix_fmt yuva420p", "a.webm"),
      ("-c:v libvpx -auto-alt-ref 0 -pix_fmt yuva420p", "a.webm"),
      ("-c:v prores_ks -pix_fmt yuva444p10le", "a.mov"), ("-c:v qtrle", "a.mov"),
      ("-c:v png -frames:v 1", "a.png"),
    ] {
      let folder = try TemporaryFolder()
      try FFmpegCommand.make("\(source) \(make) \(name)", in: folder)
      let reader = try VideoReader.open(folder.file(name))
      #expect(reader.track.video?.hasAlpha == true, "\(make)")
      #expect(try reader.frame(at: .zero).buffer.format.hasAlpha, "\(make)")
    }
  }

  @Test func formatsWithoutANativeReaderSaySo() throws {
    let track = try video(
      "-f lavfi -i testsrc=s=64x48:d=0.2 -c:v rawvideo -pix_fmt rgb8", "a.nut")
    #expect(track.video?.pixelFormatName == "rgb8")
    #expect(track.video?.isNativeFormat == false)
    #expect(track.video?.format == .rgb24)
  }

  @Test func sequencesTakeTheirRateFromTheOptions() throws {
    let folder = try TemporaryFolder()
    try FFmpegCommand.make(
      "-f lavfi -i testsrc=s=32x32:d=0.4 -start_number 1001 shot_%04d.png", in: folder)
    let options = AssetOptions(frameRate: try FrameRate(24))
    let asset = try Asset.load(
      path: folder.file("shot_%04d.png"), options: options, gate: .unrestricted)
    let track = try #require(asset.video)
    #expect(track.video?.nominalFrameRate == (try FrameRate(24)))
    #expect(track.timeRange.end == (try FrameRate(24)).time(ofFrame: 10))
    let reader = try VideoReader(track: track, gate: .unrestricted)
    for number in [7, 2, 9, 0] {
      let name = "shot_\(1001 + number).png"
      let expected = try Reference.frames(folder.file(name))[0].checksum
      let frame = try reader.frame(at: (try FrameRate(24)).time(ofFrame: Int64(number)))
      #expect(frame.buffer.checksum == expected, "'\(name)'")
    }
  }

  @Test func coverArtIsNoVideoTrack() throws {
    let folder = try TemporaryFolder()
    try FFmpegCommand.make("-f lavfi -i testsrc=s=64x64 -frames:v 1 cover.png", in: folder)
    try FFmpegCommand.make(
      "-f lavfi -i sine=d=1 -i cover.png -map 0 -map 1 -c:v copy -disposition:v attached_pic "
        + "-metadata title=Song a.mp3", in: folder)
    let asset = try Asset.load(path: folder.file("a.mp3"), gate: .unrestricted)
    #expect(asset.tracks.map(\.mediaType) == [.audio])
    #expect(asset.metadata["title"] == "Song")
  }

  /// A quarter turn, a half turn and both flips, for a picture of 160x90: the corner (0, 0) goes where
  /// it should, and the turned picture begins at the origin.
  @Test(
    arguments: [
      ([0, 1, -1, 0], "90x160", [90, 0]), ([-1, 0, 0, -1], "160x90", [160, 90]),
      ([-1, 0, 0, 1], "160x90", [160, 0]), ([1, 0, 0, -1], "160x90", [0, 90]),
      ([0, -1, 1, 0], "90x160", [0, 160]),
    ] as [([Int32], String, [Double])])
  func displayMatricesTurnThePicture(turn: [Int32], size: String, corner: [Double]) {
    let unit: Int32 = 0x10000
    let matrix = [
      turn[0] * unit, turn[1] * unit, 0, turn[2] * unit, turn[3] * unit, 0, 0, 0, 0x4000_0000,
    ]
    let natural = PixelSize(160, 90)
    let transform = Orientation.transform(displayMatrix: matrix, naturalSize: natural)
    let box = transform.boundingBox(of: Rect(origin: .zero, size: natural.size))
    #expect(box.origin == .zero)
    #expect("\(Int(box.size.width))x\(Int(box.size.height))" == size)
    #expect(transform.apply(to: .zero) == Point(corner[0], corner[1]))
  }

  @Test func brokenFilesAreNamed() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("", to: "empty.mp4")
    _ = try folder.write(String(repeating: "garbage ", count: 5000), to: "garbage.mp4")
    try FFmpegCommand.make("-f lavfi -i testsrc=d=1 -c:v libx264 -g 5 whole.mp4", in: folder)
    let whole = try Data(contentsOf: URL(fileURLWithPath: folder.file("whole.mp4")))
    try whole.prefix(whole.count / 2).write(to: URL(fileURLWithPath: folder.file("cut.mp4")))
    for name in ["empty.mp4", "garbage.mp4", "cut.mp4"] {
      let error = #expect(throws: MoonreelError.self) {
        try Asset.load(path: folder.file(name), gate: .unrestricted)
      }
      #expect(error?.message.contains(name) == true)
    }
  }

  @Test func textAndChaptersAreRead() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(
      "1\n00:00:01,000 --> 00:00:02,500\n<i>Hello</i>\nworld\n\n2\n00:00:03,000 --> 00:00:04,000\nBye\n",
      to: "a.srt")
    let asset = try Asset.load(path: folder.file("a.srt"), gate: .unrestricted)
    let track = try #require(asset.tracks(.subtitle).first)
    let samples = try TimedTextReader(track: track, gate: .unrestricted)
      .samples(in: try TimeRange(seconds: 2, 10))
    #expect(samples.map(\.text) == ["Hello\nworld", "Bye"])
    #expect(samples.map(\.range) == [try TimeRange(seconds: 1, 2.5), try TimeRange(seconds: 3, 4)])
  }
}
