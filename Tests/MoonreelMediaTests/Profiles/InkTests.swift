// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import Testing

@testable import MoonreelMedia

/// JPEGs of cyan, magenta, yellow and black.
@Suite struct InkTests {
  /// All corners: each ink there or not.
  private static let corners = (0..<16).map { [$0 >> 3 & 1, $0 >> 2 & 1, $0 >> 1 & 1, $0 & 1] }
  /// Inks between.
  private static let shades = (0..<12).map { number in (0..<4).map { (number * 53 + $0 * 67) % 256 }
  }

  /// How programs store ink: plain, inverted as Adobe's, and as YCCK.
  enum Storage: CaseIterable {
    case plain, adobe, ycck

    func file(_ inks: [[Int]], profile: [UInt8]? = nil) -> InkJPEG {
      let blocks = inks.map { ink -> [UInt8] in
        switch self {
        case .plain: return ink.map { UInt8($0) }
        case .adobe: return ink.map { UInt8(255 - $0) }
        case .ycck:
          // Adobe's inverted ink, less once more: luma and differences of the ink itself.
          let c = ink.map(Double.init)
          let y = 0.299 * c[0] + 0.587 * c[1] + 0.114 * c[2]
          let all = [y, 128 + (c[2] - y) / 1.772, 128 + (c[0] - y) / 1.402]
          return all.map { UInt8(min(255, max(0, $0.rounded()))) } + [UInt8(255 - ink[3])]
        }
      }
      let transform: UInt8? =
        switch self {
        case .plain: nil
        case .adobe: 0
        case .ycck: 2
        }
      return InkJPEG(blocks: blocks, transform: transform, profile: profile)
    }
  }

  private func blocks(_ found: [[Double]]) -> [[Double]] {
    stride(from: 4, to: found.count, by: 8).map { found[$0] }
  }

  @Test(arguments: Storage.allCases) func withoutAProfileInkTakesLightAway(storage: Storage) throws
  {
    let folder = try TemporaryFolder()
    let track = try ProfileTests.open(storage.file(Self.shades).bytes, "a.jpg", in: folder)
    let video = try #require(track.video)
    #expect(video.pixelFormatName == "cmyk" && !video.hasAlpha && video.profile?.use == .unused)
    let found = blocks(try ProfileTests.drawn(try ProfileTests.frame(track)))
    let wanted = Self.shades.map { ink in
      (0..<3).map { Double(255 - ink[$0]) * Double(255 - ink[3]) / 255 / 255 }
    }
    // YCCK is rounded three times on its way.
    #expect(ProfileTests.worst(found, wanted) <= (storage == .ycck ? 2 : 0.51))
  }

  @Test(arguments: Storage.allCases) func profilesAreFollowed(storage: Storage) throws {
    let folder = try TemporaryFolder()
    let inks = Self.corners.map { $0.map { 255 * $0 } }
    let track = try ProfileTests.open(
      storage.file(inks, profile: TestInk.bytes).bytes, "a.jpg", in: folder)
    let profile = try #require(track.video?.profile)
    #expect(profile.name == "Test ink" && profile.use == .converted)
    let found = blocks(try ProfileTests.drawn(try ProfileTests.frame(track)))
    let wanted = Self.corners.map(TestInk.inSRGB)
    #expect(ProfileTests.worst(found, wanted) <= (storage == .ycck ? 2 : 1))
  }

  @Test func aProfileOfOtherColorsIsNotUsed() throws {
    let folder = try TemporaryFolder()
    let log = WarningLog()
    let bytes = Storage.adobe.file(Self.shades, profile: TestProfile.sRGB.bytes).bytes
    _ = try ProfileTests.open(bytes, "a.jpg", in: folder, warnings: log)
    #expect(log.all.count == 1 && log.all[0].message.contains("describes R'G'B'"))
    // What the script says counts.
    let track = try ProfileTests.open(bytes, "a.jpg", in: folder, color: .srgb)
    #expect(try ProfileTests.frame(track).format == .rgb24)
  }
}
