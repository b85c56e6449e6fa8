// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore
import MoonreelModel
import Testing

@testable import MoonreelRender

/// Transfer functions in double precision, as the standards write them.
enum PlainTransfer {
  static func light(_ v: Double, _ transfer: ColorTags.Transfer) -> Double {
    if v < 0 { return -light(-v, transfer) }
    switch transfer {
    case .linear: return v
    case .bt709: return pow(v, 2.4)
    case .gamma22: return pow(v, 2.2)
    case .gamma28: return pow(v, 2.8)
    case .srgb: return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4)
    case .pq:
      let n = pow(v, 1 / (2523.0 / 4096 * 128))
      let top = max(n - 3424.0 / 4096, 0)
      return pow(top / (2413.0 / 4096 * 32 - 2392.0 / 4096 * 32 * n), 1 / (2610.0 / 4096 / 4))
    case .hlg:
      let (a, b, c) = (0.17883277, 0.28466892, 0.55991073)
      return v <= 0.5 ? v * v / 3 : (exp((v - c) / a) + b) / 12
    }
  }

  static func signal(_ l: Double, _ transfer: ColorTags.Transfer) -> Double {
    if l < 0 { return -signal(-l, transfer) }
    switch transfer {
    case .linear: return l
    case .bt709: return pow(l, 1 / 2.4)
    case .gamma22: return pow(l, 1 / 2.2)
    case .gamma28: return pow(l, 1 / 2.8)
    case .srgb: return l <= 0.0031308 ? l * 12.92 : 1.055 * pow(l, 1 / 2.4) - 0.055
    case .pq:
      let n = pow(l, 2610.0 / 4096 / 4)
      return pow(
        (3424.0 / 4096 + 2413.0 / 128 * n) / (1 + 2392.0 / 128 * n), 2523.0 / 4096 * 128)
    case .hlg:
      let (a, b, c) = (0.17883277, 0.28466892, 0.55991073)
      return l <= 1.0 / 12 ? (3 * l).squareRoot() : a * log(12 * l - b) + c
    }
  }
}

struct TransferTests {
  private let check = ColorCheck()

  @Test(arguments: ColorTags.Transfer.allCases)
  func signalsBecomeLight(_ transfer: ColorTags.Transfer) throws {
    let isWithin = transfer == .pq || transfer == .hlg
    try check("\(transfer)", beyond: !isWithin, within: 4e-5, { $0.toLight(transfer) }) {
      $0.map { PlainTransfer.light($0, transfer) }
    }
  }

  @Test(arguments: ColorTags.Transfer.allCases)
  func lightBecomesSignals(_ transfer: ColorTags.Transfer) throws {
    try check("\(transfer)", within: 2e-5, { $0.toSignal(transfer) }) {
      $0.map { PlainTransfer.signal($0, transfer) }
    }
  }

  @Test(arguments: ColorTags.Transfer.allCases)
  func thereAndBackIsNothing(_ transfer: ColorTags.Transfer) throws {
    try check(
      "\(transfer)", beyond: false, within: 3e-5, { $0.toLight(transfer).toSignal(transfer) }
    ) { $0 }
  }

  /// The values that the recommendations print.
  @Test func publishedValues() throws {
    let renderer = PictureRenderer(threadCount: 1)
    func value(_ image: Image) throws -> Double {
      try renderer.render(image, to: .float(1, 1)).floatPixel(0, 0).x
    }
    func gray(_ level: Double) -> Image { Image(color: Color(level, level, level)) }
    // BT.2408-4 table 1: 203 cd/m² is 58 % PQ (0.5807) and 75 % HLG.
    #expect(abs(try value(gray(203.0 / 10_000).toSignal(.pq)) - 0.5807) < 5e-5)
    #expect(abs(try value(gray(0.01).toSignal(.pq)) - 0.5081) < 5e-5)  // 100 cd/m²
    #expect(abs(try value(gray(0.1).toSignal(.pq)) - 0.7518) < 5e-5)  // 1000 cd/m²
    #expect(abs(try value(gray(1).toSignal(.pq)) - 1) < 1e-5)
    #expect(abs(try value(gray(0.265).toSignal(.hlg)) - 0.75) < 5e-4)
    #expect(abs(try value(gray(1.0 / 12).toSignal(.hlg)) - 0.5) < 1e-6)
    #expect(abs(try value(gray(1).toSignal(.hlg)) - 1) < 1e-5)
    #expect(abs(try value(gray(0.5).toLight(.srgb)) - 0.2140) < 5e-5)  // IEC 61966-2-1
    #expect(abs(try value(gray(0.5).toLight(.bt709)) - 0.1895) < 5e-5)
  }
}
