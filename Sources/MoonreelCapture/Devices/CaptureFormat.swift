// SPDX-License-Identifier: MIT

import MoonreelCore

/// One form in which a device gives pictures or sound.
public enum CaptureFormat: Hashable, Sendable {
  /// Pictures.
  case picture(CapturePictureFormat)
  /// Sound.
  case sound(CaptureSoundFormat)

  /// The form of pictures; `nil` for sound.
  public var picture: CapturePictureFormat? {
    switch self {
    case .picture(let format): format
    case .sound: nil
    }
  }

  /// The form of sound; `nil` for pictures.
  public var sound: CaptureSoundFormat? {
    switch self {
    case .picture: nil
    case .sound(let format): format
    }
  }
}

/// How a device gives pictures: their size, how they are coded, and how many there may be a second.
public struct CapturePictureFormat: Hashable, Sendable {
  /// Width and height in pixels.
  public var size: PixelSize
  /// How a picture's bytes are coded.
  public var coding: CaptureCoding
  /// The fewest pictures a second.
  public var lowestRate: FrameRate
  /// The most pictures a second, and those that a source is started with.
  public var highestRate: FrameRate

  /// Pictures of `size` at any rate from `lowestRate` to `highestRate`.
  public init(
    size: PixelSize, coding: CaptureCoding, lowestRate: FrameRate, highestRate: FrameRate
  ) {
    (self.size, self.coding) = (size, coding)
    (self.lowestRate, self.highestRate) = (lowestRate, highestRate)
  }

  /// The same at `rate` alone; `nil` where the device does not go as slow or as fast.
  public func at(_ rate: FrameRate) -> CapturePictureFormat? {
    let wanted = rate.framesPerSecond.doubleValue
    // Drivers round their intervals to whole units of theirs.
    guard wanted >= lowestRate.framesPerSecond.doubleValue * 0.999,
      wanted <= highestRate.framesPerSecond.doubleValue * 1.001
    else { return nil }
    return CapturePictureFormat(size: size, coding: coding, lowestRate: rate, highestRate: rate)
  }
}

/// How a device gives sound.
public struct CaptureSoundFormat: Hashable, Sendable {
  /// Samples a second.
  public var sampleRate: Int
  /// How many channels it has.
  public var channelCount: Int

  /// Sound of `channelCount` channels at `sampleRate`.
  public init(sampleRate: Int, channelCount: Int) {
    (self.sampleRate, self.channelCount) = (sampleRate, channelCount)
  }
}

/// How the bytes of a captured picture are coded.
public enum CaptureCoding: Hashable, Sendable {
  /// Plain samples.
  case pixels(PixelFormat)
  /// 4:2:2 in one plane, two pixels in four bytes: Y, Cb, Y, Cr.
  case yuyv
  /// 4:2:2 in one plane, two pixels in four bytes: Cb, Y, Cr, Y.
  case uyvy
  /// A JPEG file each (Motion JPEG).
  case mjpeg
  /// H.264 with start codes (ITU-T H.264, Annex B), a picture each.
  case h264
}
