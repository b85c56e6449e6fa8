// SPDX-License-Identifier: MIT

import MoonreelCore

/// Which of a device's formats is meant, said in a word (`AVCaptureSession.Preset`).
public enum CapturePreset: String, Hashable, Sendable, CaseIterable {
  /// The largest pictures of at most 1920x1080 at 24 a second or more.
  case high
  /// About 640x480.
  case medium
  /// About 320x240.
  case low
  /// The largest pictures, however few a second.
  case photo
  /// 320x240 pixels.
  case size320x240 = "320x240"
  /// 640x480 pixels.
  case size640x480 = "640x480"
  /// 1280x720 pixels.
  case size1280x720 = "1280x720"
  /// 1920x1080 pixels.
  case size1920x1080 = "1920x1080"
  /// 3840x2160 pixels.
  case size3840x2160 = "3840x2160"

  /// The format of `device` that is meant; with a `rate`, one that has it.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) where it has none; the sentence lists what it has.
  public func format(of device: CaptureDevice, rate: FrameRate? = nil) throws -> CaptureFormat {
    let usable = device.formats.compactMap(\.picture).compactMap { format in
      rate.map { format.at($0) } ?? format.at(Self.usualRate(format))
    }
    if let best = usable.filter(isMeant).min(by: isBetter) { return .picture(best) }
    let sizes = device.formats.compactMap(\.picture).map { format in
      "\(format.size) at \(format.lowestRate.text) to \(format.highestRate.text) a second"
    }
    let wish = rate.map { " at \($0.text) pictures a second" } ?? ""
    throw MoonreelError(
      .invalidArgument,
      "Cannot use '\(rawValue)'\(wish) with '\(device.name)': it has "
        + (sizes.isEmpty ? "no pictures." : sizes.joined(separator: ", ") + "."))
  }

  /// The sound format of `device` that is meant: 48 kHz and at most two channels where there is that.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) where it gives no sound.
  public static func soundFormat(of device: CaptureDevice) throws -> CaptureFormat {
    func rank(_ format: CaptureSoundFormat) -> (Int, Int) {
      (abs(format.sampleRate - 48_000), abs(format.channelCount - 2))
    }
    guard let best = device.formats.compactMap(\.sound).min(by: { rank($0) < rank($1) }) else {
      throw MoonreelError(.invalidArgument, "Cannot record sound of '\(device.name)': it has none.")
    }
    return .sound(best)
  }

  /// 30 a second, or what is nearest to it.
  private static func usualRate(_ format: CapturePictureFormat) -> FrameRate {
    let (low, high) = (format.lowestRate.doubleValue, format.highestRate.doubleValue)
    if high <= 30 { return format.highestRate }
    return low >= 30 ? format.lowestRate : (try? FrameRate(30)) ?? format.highestRate
  }

  private var exactSize: PixelSize? {
    switch self {
    case .high, .medium, .low, .photo: nil
    case .size320x240: PixelSize(320, 240)
    case .size640x480: PixelSize(640, 480)
    case .size1280x720: PixelSize(1280, 720)
    case .size1920x1080: PixelSize(1920, 1080)
    case .size3840x2160: PixelSize(3840, 2160)
    }
  }

  /// About how many pixels are wanted; `nil`: as many as there are.
  private var pixels: Int? {
    switch self {
    case .high: 1920 * 1080
    case .medium: 640 * 480
    case .low: 320 * 240
    case .photo: nil
    case .size320x240, .size640x480, .size1280x720, .size1920x1080, .size3840x2160:
      exactSize.map { $0.width * $0.height }
    }
  }

  private func isMeant(_ format: CapturePictureFormat) -> Bool {
    exactSize == nil || format.size == exactSize
  }

  /// Whether `format` is nearer to what is meant than `other`.
  private func isBetter(_ format: CapturePictureFormat, _ other: CapturePictureFormat) -> Bool {
    rank(format) < rank(other)
  }

  /// Smaller is better: whether it is too slow, how far its size is from the wanted one, what it costs to decode.
  private func rank(_ format: CapturePictureFormat) -> (Int, Int, Int) {
    let count = format.size.width * format.size.height
    let isSlow = self != .photo && format.highestRate.doubleValue < 24
    return (isSlow ? 1 : 0, pixels.map { abs(count - $0) } ?? -count, format.coding.effort)
  }
}

extension FrameRate {
  /// Frames a second.
  var doubleValue: Double { framesPerSecond.doubleValue }

  /// As sentences say it: whole, or with two decimals.
  var text: String {
    let hundredths = Int64(limiting: (doubleValue * 100).rounded())
    guard hundredths % 100 != 0 else { return "\(hundredths / 100)" }
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}

extension CaptureCoding {
  /// What it takes to make samples of it, from least to most.
  var effort: Int {
    switch self {
    case .pixels: 0
    case .yuyv, .uyvy: 1
    case .mjpeg: 2
    case .h264: 3
    }
  }
}
