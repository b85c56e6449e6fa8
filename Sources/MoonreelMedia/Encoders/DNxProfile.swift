// SPDX-License-Identifier: MIT

import MoonreelCore

/// The compressions of DNxHR, in Avid's names.
enum DNxProfile: String {
  /// Low bandwidth, for offline editing.
  case lb
  /// Standard quality.
  case sq
  /// High quality.
  case hq
  /// High quality with 10 bits.
  case hqx
  /// 4:4:4 with 10 bits.
  case full = "444"

  /// The compression of 8 bits for `quality` (0…1; `nil`: the usual one).
  init(quality: Double?) {
    switch quality ?? 1 {
    case ..<0.25: self = .lb
    case ..<0.75: self = .sq
    default: self = .hq
    }
  }

  /// The compression of `encoding`.
  init(of encoding: VideoEncoding) {
    if encoding.format.chroma == .yuv444 {
      self = .full
    } else if encoding.format.bitDepth > 8 {
      self = .hqx
    } else {
      self.init(quality: encoding.quality)
    }
  }

  /// The value of libav's option `profile`.
  var option: String { "dnxhr_" + rawValue }

  /// Bits a pixel, which do not depend on the pictures.
  var bitsPerPixel: Double {
    switch self {
    case .lb: 0.73
    case .sq: 2.34
    case .hq, .hqx: 3.54
    case .full: 7.08
    }
  }
}

/// One row of DNxHD's table of compressions (SMPTE ST 2019-1, annex), for progressive pictures.
struct DNxHDRow {
  var size: PixelSize
  var bitDepth: Int
  /// The compression in the names of DNxHR.
  var profile: DNxProfile
  /// A rate in Mbit/s by which libav finds the row; the true one is ``frameBytes`` times the frame rate.
  var megabits: Int
  /// Bytes of every frame.
  var frameBytes: Int

  static let all = [
    row(1920, 1080, 8, .lb, 36, 188_416), row(1920, 1080, 8, .sq, 145, 606_208),
    row(1920, 1080, 8, .hq, 220, 917_504), row(1920, 1080, 10, .hqx, 185, 917_504),
    row(1440, 1080, 8, .hq, 110, 417_792), row(1280, 720, 8, .sq, 75, 303_104),
    row(1280, 720, 8, .hq, 220, 458_752), row(1280, 720, 10, .hqx, 220, 458_752),
    row(960, 720, 8, .hq, 75, 212_992),
  ]

  private static func row(
    _ width: Int, _ height: Int, _ bitDepth: Int, _ profile: DNxProfile, _ megabits: Int,
    _ bytes: Int
  ) -> DNxHDRow {
    DNxHDRow(
      size: PixelSize(width, height), bitDepth: bitDepth, profile: profile, megabits: megabits,
      frameBytes: bytes)
  }

  /// The rates of pictures that DNxHD is defined for.
  static let rates = [
    Rational(24000, 1001), Rational(24, 1), Rational(25, 1), Rational(30000, 1001), Rational(30, 1),
    Rational(50, 1), Rational(60000, 1001), Rational(60, 1),
  ]
}

extension DNxHDRow {
  /// The row for `encoding`: of its size and bit depth, the best compression that is not above its
  /// quality's; `nil` where there is none of that size and bit depth.
  init?(of encoding: VideoEncoding) {
    let rows = Self.all.filter {
      $0.size == encoding.size && $0.bitDepth == encoding.format.bitDepth
    }
    let order: [DNxProfile] = [.lb, .sq, .hq]
    let wanted = order.firstIndex(of: DNxProfile(quality: encoding.quality)) ?? 0
    let below = rows.last { order.firstIndex(of: $0.profile).map { $0 <= wanted } ?? true }
    guard let found = below ?? rows.first else { return nil }
    self = found
  }

  /// Bits a second at `rate`.
  func bitRate(_ rate: FrameRate) -> Int {
    Int(limiting: Double(frameBytes) * 8 * rate.framesPerSecond.doubleValue)
  }
}
