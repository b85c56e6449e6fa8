// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import Testing

@testable import MoonreelMedia

/// What the chunks of a PNG say of its colours, and which of them counts.
@Suite struct PNGColorTests {
  private static let profile = ProfiledPicture.iccp(TestProfile.swapped.bytes)
  private static let pq = ProfiledPicture.chunk("cICP", [9, 16, 0, 1])
  private static let srgb = ProfiledPicture.chunk("sRGB", [0])

  private static func gamma(_ value: Double) -> [UInt8] { ProfiledPicture.shares("gAMA", [value]) }

  private static func chromaticities(_ profile: TestProfile) -> [UInt8] {
    ProfiledPicture.shares("cHRM", [0.3127, 0.3290] + (profile.primaries ?? []))
  }

  private static func power(_ gamma: Double, _ profile: TestProfile = .sRGB) -> TestProfile {
    TestProfile(name: "", primaries: profile.primaries, exponent: 1 / gamma)
  }

  /// What the chunks amount to.
  private static let cases: [(name: String, chunks: [[UInt8]], wanted: TestProfile)] = [
    ("sRGB before gAMA", [srgb, gamma(1), chromaticities(.swapped)], .sRGB),
    ("iCCP before sRGB", [srgb, profile, gamma(1)], .swapped),
    ("gAMA of light", [gamma(1)], power(1)),
    ("gAMA of old Macintoshes", [gamma(0.55556)], power(0.55556)),
    ("gAMA of sRGB", [gamma(0.45455)], .sRGB), ("gAMA of 0.45", [gamma(0.45)], .sRGB),
    ("ffmpeg's gAMA of video", [gamma(0.50994)], .sRGB), ("gAMA of nothing", [gamma(0)], .sRGB),
    ("cHRM", [chromaticities(.displayP3)], .displayP3),
    ("cHRM of other colours", [chromaticities(.swapped)], .swapped),
    ("both", [gamma(0.6), chromaticities(.adobe)], power(0.6, .adobe)),
    ("a reserved cICP", [ProfiledPicture.chunk("cICP", [3, 16, 0, 1]), profile], .swapped),
    ("a cICP with a matrix", [ProfiledPicture.chunk("cICP", [9, 16, 9, 1]), profile], .swapped),
    ("cICP before iCCP", [profile, ProfiledPicture.chunk("cICP", [12, 13, 0, 1])], .displayP3),
  ]

  @Test(arguments: cases.indices) func theRightChunkCounts(number: Int) throws {
    let (name, chunks, wanted) = Self.cases[number]
    let folder = try TemporaryFolder()
    for (shape, bits) in [(ProfiledPicture.Shape.rgb, 8), (.rgba, 16), (.palette, 8)] {
      let picture = ProfiledPicture(shape: shape, bits: bits)
      let track = try ProfileTests.open(picture.png(chunks), "a.png", in: folder)
      let found = try ProfileTests.drawn(try ProfileTests.frame(track))
      let worst = ProfileTests.worst(found, picture.colors.map(wanted.inSRGB))
      #expect(worst <= 1, "\(name): \(shape) is \(worst) codes off")
    }
  }

  @Test func grayHasItsGamma() throws {
    let folder = try TemporaryFolder()
    let picture = ProfiledPicture(shape: .grayAlpha, bits: 16)
    let track = try ProfileTests.open(picture.png([Self.gamma(0.7)]), "a.png", in: folder)
    let found = try ProfileTests.drawn(try ProfileTests.frame(track))
    let wanted = picture.colors.map(Self.power(0.7).inSRGB)
    #expect(ProfileTests.worst(found, wanted) <= 1 && track.video?.format.family == .gray)
  }

  @Test func codePointsAreTags() throws {
    let folder = try TemporaryFolder()
    let picture = ProfiledPicture(shape: .rgb, bits: 16)
    let track = try ProfileTests.open(
      picture.png([Self.pq, Self.profile, Self.srgb]), "a.png", in: folder)
    let color = try ProfileTests.frame(track).color
    #expect(
      color
        == ColorTags(
          matrix: .rgb, transfer: .pq, primaries: .bt2020, range: .full, siting: color.siting))
    #expect(track.video?.isColorTagged == true && track.video?.profile == nil)
    let narrow = ProfiledPicture.chunk("cICP", [1, 13, 0, 0])
    let limited = try ProfileTests.open(picture.png([narrow]), "b.png", in: folder)
    #expect(try ProfileTests.frame(limited).color.range == .limited)
  }

  @Test func senselessNumbersAreSaid() throws {
    let folder = try TemporaryFolder()
    let picture = ProfiledPicture(shape: .rgb)
    for chunk in [
      Self.gamma(0.00001), Self.gamma(2_000),
      ProfiledPicture.shares("cHRM", [0, 0, 0, 0, 0, 0, 0, 0]),
      ProfiledPicture.shares("cHRM", [0.3, 0.3, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5]),
      ProfiledPicture.shares("cHRM", [0.3, 0.3, 42949, 1, 1, 1, 1, 1]),
    ] {
      let log = WarningLog()
      let track = try ProfileTests.open(picture.png([chunk]), "a.png", in: folder, warnings: log)
      let found = try ProfileTests.drawn(try ProfileTests.frame(track))
      #expect(ProfileTests.worst(found, picture.colors) < 0.01 && log.all.count == 1)
    }
  }
}
