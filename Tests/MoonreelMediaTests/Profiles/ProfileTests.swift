// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import MoonreelModel
import MoonreelRender
import Testing

@testable import MoonreelMedia

/// What profiles make of pictures, measured in the codes of an sRGB film against arithmetic of the tests' own.
@Suite struct ProfileTests {
  /// Writes `bytes` to `name` and says what the file is.
  static func open(
    _ bytes: [UInt8], _ name: String, in folder: TemporaryFolder, color: ColorTags? = nil,
    warnings: WarningLog? = nil
  ) throws -> AssetTrack {
    try Data(bytes).write(to: URL(fileURLWithPath: folder.file(name)))
    let asset = try Asset.load(
      path: folder.file(name), options: AssetOptions(color: color), gate: .unrestricted,
      warnings: warnings)
    return try #require(asset.video)
  }

  /// The first frame of `track`, which is as the track says.
  static func frame(_ track: AssetTrack, at time: Time = .zero) throws -> FrameBuffer {
    let frame = try VideoReader(track: track, gate: .unrestricted, threadCount: 1).frame(at: time)
    if time == .zero {
      #expect(frame.buffer.format == track.video?.format)
      #expect(frame.buffer.color == track.video?.color)
    }
    return frame.buffer
  }

  /// The first row of `frame` in an sRGB film: straight red, green, blue and alpha, 0…1.
  static func drawn(_ frame: FrameBuffer) throws -> [[Double]] {
    let target = FrameTarget(
      size: frame.size, format: .rgba64, color: .srgb, background: .transparent)
    let picture = try PictureRenderer().render(Image(frame: frame), to: target)
    return (0..<frame.size.width).map { x in
      (0..<4).map { part in
        Double(picture.planes[0].base.load(fromByteOffset: 8 * x + 2 * part, as: UInt16.self))
          / 65535
      }
    }
  }

  /// The largest difference in codes of 255, alpha aside.
  static func worst(_ found: [[Double]], _ wanted: [[Double]]) -> Double {
    zip(found, wanted).flatMap { zip($0, $1).map { abs($0 - $1) } }.max().map { $0 * 255 } ?? 255
  }

  /// Every kind of PNG: what each profile makes of its colours, to a code.
  @Test(arguments: TestProfile.ofColors + [.gray18])
  func colorsOfPNGAreConverted(profile: TestProfile) throws {
    let folder = try TemporaryFolder()
    for shape in ProfiledPicture.Shape.allCases {
      for bits in shape == .palette ? [8] : [8, 16] {
        guard profile.primaries != nil || shape.isGray else { continue }
        let picture = ProfiledPicture(shape: shape, bits: bits)
        let track = try Self.open(
          picture.png([ProfiledPicture.iccp(profile.bytes)]), "a.png", in: folder)
        let found = try Self.drawn(try Self.frame(track))
        let wanted = picture.colors.map(profile.inSRGB)
        #expect(Self.worst(found, wanted) <= 1, "\(shape) of \(bits) bits")
        let alphas = (0..<ProfiledPicture.width).map { [picture.alpha($0)] }
        #expect(Self.worst(found.map { [$0[3]] }, alphas) < 0.01, "\(shape) of \(bits) bits")
        #expect(track.video?.profile?.name == profile.name)
        // Colours of a palette may be transparent.
        #expect(track.video?.hasAlpha == (shape.hasAlpha || shape == .palette))
      }
    }
  }

  @Test func profilesOfTheRenderersSpacesLeavePixels() throws {
    let folder = try TemporaryFolder()
    let picture = ProfiledPicture(shape: .rgb)
    let plain = try Self.frame(try Self.open(picture.png(), "a.png", in: folder))
    for profile in [TestProfile.sRGB, .displayP3] {
      let track = try Self.open(
        picture.png([ProfiledPicture.iccp(profile.bytes)]), "b.png", in: folder)
      let frame = try Self.frame(track)
      #expect(track.video?.profile?.use == .tagged && track.video?.isColorTagged == true)
      #expect(frame.checksum == plain.checksum && frame.format == plain.format)
      #expect((frame.color == plain.color) == (profile.name == "sRGB"))
    }
    let adobe = try Self.open(
      picture.png([ProfiledPicture.iccp(TestProfile.adobe.bytes)]), "c.png", in: folder)
    #expect(adobe.video?.profile?.use == .converted && adobe.video?.color.primaries == .bt2020)
    #expect(adobe.video?.format.bitDepth == 16)
  }

  /// The other kinds of files that carry profiles.
  @Test(arguments: [TestProfile.swapped, .adobe, .displayP3])
  func colorsOfOtherFilesAreConverted(profile: TestProfile) throws {
    let folder = try TemporaryFolder()
    for (shape, bits) in [(ProfiledPicture.Shape.rgb, 8), (.rgba, 8), (.rgb, 16), (.gray, 8)] {
      let picture = ProfiledPicture(shape: shape, bits: bits)
      let found = try Self.drawn(
        try Self.frame(try Self.open(picture.tiff(profile.bytes), "a.tif", in: folder)))
      let wanted = picture.colors.map(profile.inSRGB)
      #expect(Self.worst(found, wanted) <= 1, "TIFF, \(shape) of \(bits) bits")
    }
    for (shape, pixels) in [(ProfiledPicture.Shape.rgb, "rgb24"), (.rgba, "bgra")] {
      let picture = ProfiledPicture(shape: shape)
      try Data(picture.png()).write(to: URL(fileURLWithPath: folder.file("plain.png")))
      let isAlpha = shape.hasAlpha
      try FFmpegCommand.make(
        "-i plain.png -pix_fmt bgra -c:v libwebp -lossless 1 plain.webp", in: folder)
      let plain = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.file("plain.webp"))))
      let bytes = ProfiledPicture.webp(plain, profile: profile.bytes, hasAlpha: isAlpha)
      let found = try Self.drawn(try Self.frame(try Self.open(bytes, "a.webp", in: folder)))
      #expect(Self.worst(found, picture.colors.map(profile.inSRGB)) <= 1, "WebP, \(pixels)")
    }
    try FFmpegCommand.make("-i plain.png -pix_fmt yuvj444p -q:v 1 plain.jpg", in: folder)
    let plain = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.file("plain.jpg"))))
    let stored = try Self.drawn(try Self.frame(try Self.open(plain, "b.jpg", in: folder)))
    let track = try Self.open(
      ProfiledPicture.jpeg(plain, profile: profile.bytes), "a.jpg", in: folder)
    let wanted = stored.map { profile.inSRGB(Array($0.prefix(3))) }
    #expect(Self.worst(try Self.drawn(try Self.frame(track)), wanted) <= 1.5, "JPEG")
  }

  /// Each picture of a sequence has its own profile.
  @Test func picturesOfASequenceSpeakForThemselves() throws {
    let folder = try TemporaryFolder()
    let picture = ProfiledPicture(shape: .rgb)
    let profiles: [TestProfile?] = [nil, .swapped, .displayP3, nil, .adobe]
    for (number, profile) in profiles.enumerated() {
      let bytes = picture.png(profile.map { [ProfiledPicture.iccp($0.bytes)] } ?? [])
      try Data(bytes).write(to: URL(fileURLWithPath: folder.file("a\(number).png")))
    }
    let asset = try Asset.load(path: folder.file("a%d.png"), gate: .unrestricted)
    let reader = try VideoReader(track: try #require(asset.video), gate: .unrestricted)
    for number in [0, 1, 2, 3, 4, 1, 3, 0] {
      let frame = try reader.frame(at: try Time(value: Int64(number), timescale: 25)).buffer
      let wanted = picture.colors.map((profiles[number] ?? .sRGB).inSRGB)
      #expect(Self.worst(try Self.drawn(frame), wanted) <= 1, "picture \(number)")
    }
  }

  /// What a script says counts before what files say, and says nothing of how they are coded.
  @Test func scriptsOverruleProfiles() throws {
    let folder = try TemporaryFolder()
    let picture = ProfiledPicture(shape: .rgb)
    let p3 = ColorTags(matrix: .bt709, transfer: .srgb, primaries: .displayP3, range: .limited)
    for profile in [TestProfile.swapped, .adobe, .displayP3] {
      let bytes = picture.png([ProfiledPicture.iccp(profile.bytes)])
      let stored = try Self.open(bytes, "a.png", in: folder, color: .srgb)
      #expect(Self.worst(try Self.drawn(try Self.frame(stored)), picture.colors) < 0.01)
      #expect(stored.video?.profile == nil && stored.video?.format == .rgb24)
      let other = try Self.open(bytes, "a.png", in: folder, color: p3)
      let wanted = picture.colors.map(TestProfile.displayP3.inSRGB)
      #expect(Self.worst(try Self.drawn(try Self.frame(other)), wanted) <= 1)
    }
    try Data(picture.png()).write(to: URL(fileURLWithPath: folder.file("plain.png")))
    try FFmpegCommand.make("-i plain.png -pix_fmt yuvj420p -q:v 1 plain.jpg", in: folder)
    let plain = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.file("plain.jpg"))))
    let wanted = try Self.frame(try Self.open(plain, "b.jpg", in: folder))
    let bytes = ProfiledPicture.jpeg(plain, profile: TestProfile.swapped.bytes)
    let frame = try Self.frame(try Self.open(bytes, "a.jpg", in: folder, color: .srgb))
    #expect(frame.color == wanted.color && frame.checksum == wanted.checksum)
  }

  /// A profile that cannot be used is said once, and the picture is as it is stored.
  @Test func badProfilesAreSaid() throws {
    let folder = try TemporaryFolder()
    let picture = ProfiledPicture(shape: .rgb)
    let good = TestProfile.swapped.bytes
    let long = good + [UInt8](repeating: 0, count: ICCProfile.mostBytes)
    let profiles: [([UInt8], String)] = [
      ([], "damaged"), (Array(good.prefix(100)), "damaged"), (Array(good.prefix(200)), "damaged"),
      ((0..<600).map { UInt8(truncatingIfNeeded: $0 * 89) }, "damaged"), (long, "MiB"),
      (TestProfile.gray18.bytes, "describes gray"), (TestInk.bytes, "describes CMYK"),
    ]
    for (profile, reason) in profiles {
      for (name, bytes) in [
        ("a.png", picture.png([ProfiledPicture.iccp(profile)])), ("a.tif", picture.tiff(profile)),
      ] {
        let log = WarningLog()
        let track = try Self.open(bytes, name, in: folder, warnings: log)
        #expect(Self.worst(try Self.drawn(try Self.frame(track)), picture.colors) < 0.01)
        #expect(track.video?.profile?.use == .unused)
        #expect(log.all.count == 1 && log.all.first?.message.contains(reason) == true, "\(log.all)")
        #expect(log.all.first?.message.contains(name) == true)
      }
    }
    try Data(picture.png()).write(to: URL(fileURLWithPath: folder.file("plain.png")))
    try FFmpegCommand.make("-i plain.png plain.jpg", in: folder)
    let plain = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.file("plain.jpg"))))
    let track = try Self.open(
      ProfiledPicture.jpeg(plain, profile: good, drops: 1), "a.jpg", in: folder)
    #expect(track.video?.profile?.use == .unused)
  }

  /// Profiles with changed bytes are used or refused, and neither crash nor take long.
  @Test func changedProfilesDoNoHarm() {
    var dice = Dice(state: 7)
    for (seed, space) in [
      (TestProfile.adobe.bytes, ICCProfile.Space.rgb), (TestInk.bytes, .cmyk),
      (TestProfile.gray18.bytes, .gray),
    ] {
      for _ in 0..<150 {
        var bytes = seed
        for _ in 0...dice.roll(6) {
          bytes[dice.roll(min(400, bytes.count))] = UInt8(dice.roll(256))
        }
        if dice.roll(8) == 0 { bytes.removeLast(dice.roll(bytes.count)) }
        if let profile = ICCProfile(bytes) { _ = (profile.name, ProfileUse(profile, for: space)) }
      }
    }
  }
}
