// SPDX-License-Identifier: MIT

import CCaptureHost
import MoonreelCore

/// The formats that a camera lists, with what makes no sense left out and warned of.
struct CameraFormats {
  private let node: CameraNode
  private let name: String
  private let warnings: WarningLog?

  /// The most entries of a list: drivers with errors may list for ever.
  private static let most: UInt32 = 256

  /// Sizes that are offered where a driver takes any.
  private static let usualSizes = [
    PixelSize(160, 120), PixelSize(176, 144), PixelSize(320, 180), PixelSize(320, 240),
    PixelSize(352, 288), PixelSize(640, 360), PixelSize(640, 480), PixelSize(800, 600),
    PixelSize(1024, 768), PixelSize(1280, 720), PixelSize(1280, 960), PixelSize(1600, 1200),
    PixelSize(1920, 1080), PixelSize(2560, 1440), PixelSize(3840, 2160),
  ]

  init(_ node: CameraNode, name: String, warnings: WarningLog?) {
    (self.node, self.name, self.warnings) = (node, name, warnings)
  }

  /// All of them, the best first: those that move (24 a second), then by size, then by what they cost to decode.
  func all() -> [CapturePictureFormat] {
    var formats: [CapturePictureFormat] = []
    for index in 0..<Self.most {
      var pixels = mr_camera_pixels()
      guard mr_camera_pixels_at(node.handle, index, &pixels) == 0 else { break }
      guard let coding = CaptureCoding(cameraCode: pixels.code) else { continue }
      for size in sizes(pixels.code) {
        guard let (lowest, highest) = rates(pixels.code, size) else { continue }
        let format = CapturePictureFormat(
          size: size, coding: coding, lowestRate: lowest, highestRate: highest)
        if !formats.contains(format) { formats.append(format) }
      }
    }
    return formats.sorted { Self.rank($0) < Self.rank($1) }
  }

  private static func rank(_ format: CapturePictureFormat) -> (Int, Int, Int) {
    (
      format.highestRate.doubleValue >= 23.9 ? 0 : 1,
      -format.size.width * format.size.height, format.coding.effort
    )
  }

  private func sizes(_ code: UInt32) -> [PixelSize] {
    var found: [PixelSize] = []
    for index in 0..<Self.most {
      var sizes = mr_camera_sizes()
      guard mr_camera_sizes_at(node.handle, code, index, &sizes) == 0 else { break }
      found += Self.sizes(sizes)
    }
    if found.isEmpty, let now = sizeNow { found = [now] }
    if found.contains(where: { !Self.makesSense($0) }) {
      warnings?.warn("The camera '\(name)' lists sizes that make no sense; they are left out.")
    }
    return found.filter(Self.makesSense)
  }

  private static func makesSense(_ size: PixelSize) -> Bool {
    (1...32768).contains(size.width) && (1...32768).contains(size.height)
  }

  /// The size that is set, for drivers that list none.
  private var sizeNow: PixelSize? {
    var picture = mr_camera_picture()
    guard mr_camera_picture_now(node.handle, &picture) == 0 else { return nil }
    return PixelSize(Int(picture.width), Int(picture.height))
  }

  private static func sizes(_ sizes: mr_camera_sizes) -> [PixelSize] {
    let most = PixelSize(Int(sizes.most_width), Int(sizes.most_height))
    guard sizes.step_width > 0, sizes.step_height > 0 else { return [most] }
    let usual = usualSizes.filter { size in
      fits(size.width, sizes.least_width, sizes.most_width, sizes.step_width)
        && fits(size.height, sizes.least_height, sizes.most_height, sizes.step_height)
    }
    return usual.contains(most) ? usual : usual + [most]
  }

  private static func fits(_ value: Int, _ least: UInt32, _ most: UInt32, _ step: UInt32) -> Bool {
    value >= Int(least) && value <= Int(most) && (value - Int(least)) % Int(step) == 0
  }

  /// The fewest and the most pictures a second; `nil` where the driver lists only such as make no sense.
  private func rates(_ code: UInt32, _ size: PixelSize) -> (FrameRate, FrameRate)? {
    var found: [FrameRate] = []
    var isWrong = false
    for index in 0..<Self.most {
      var durations = mr_camera_durations()
      guard
        mr_camera_durations_at(
          node.handle, code, UInt32(size.width), UInt32(size.height), index, &durations) == 0
      else { break }
      for fraction in [durations.least, durations.most] {
        if let rate = FrameRate(duration: fraction) { found.append(rate) } else { isWrong = true }
      }
      if durations.is_range { break }
    }
    if isWrong {
      warnings?.warn(
        "The camera '\(name)' lists frame rates of zero or without sense; they are left out.")
      if found.isEmpty { return nil }
    }
    if found.isEmpty { found = [rateNow] }
    let sorted = found.sorted {
      $0.doubleValue < $1.doubleValue
    }
    return (sorted[0], sorted[sorted.count - 1])
  }

  /// The rate that is set, for drivers that list none; 30 where they say nothing.
  private var rateNow: FrameRate {
    var duration = mr_camera_fraction()
    guard mr_camera_duration_now(node.handle, &duration) == 0 else { return .usual }
    return FrameRate(duration: duration) ?? .usual
  }
}

extension FrameRate {
  /// The rate of pictures that last so long; `nil` where that is no rate from 0.01 to 10,000 a second.
  init?(duration: mr_camera_fraction) {
    let (numerator, denominator) = (Int64(duration.numerator), Int64(duration.denominator))
    guard numerator > 0, denominator > 0, denominator <= numerator * 10_000,
      numerator <= denominator * 100
    else { return nil }
    do { try self.init(denominator, numerator) } catch { return nil }
  }

  /// What cameras do that say nothing.
  fileprivate static let usual: FrameRate = {
    guard let rate = try? FrameRate(30) else { preconditionFailure("30 is a rate") }
    return rate
  }()
}
