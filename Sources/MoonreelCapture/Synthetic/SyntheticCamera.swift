// SPDX-License-Identifier: MIT

import MoonreelCore

/// A camera that is not there: it gives ``TestPicture``s, numbered, lit for the first tenth of each second of the clock.
public final class SyntheticCamera: CaptureSource {
  /// The device.
  public let device: CaptureDevice
  private let clock: any CaptureClock
  private let behavior: SyntheticBehavior
  private let ticker: SyntheticTicker
  private let lastStamp = Locked(Time.zero)

  /// A camera of `sizes`, each at 1 to 120 pictures a second.
  public init(
    id: String = "synthetic:camera", sizes: [PixelSize] = SyntheticCamera.sizes,
    clock: any CaptureClock, behavior: SyntheticBehavior = SyntheticBehavior()
  ) {
    device = CaptureDevice(
      id: id, name: "Test pictures", kind: .synthetic,
      formats: sizes.map { .picture(Self.format($0)) })
    (self.clock, self.behavior) = (clock, behavior)
    ticker = SyntheticTicker(clock, behavior)
  }

  /// The sizes of the usual presets.
  public static let sizes = [
    PixelSize(1280, 720), PixelSize(1920, 1080), PixelSize(640, 480), PixelSize(320, 180),
  ]

  private static func format(_ size: PixelSize) -> CapturePictureFormat {
    // Both rates are whole and within bounds.
    CapturePictureFormat(
      size: size, coding: .pixels(.yuv420()), lowestRate: try! FrameRate(1),
      highestRate: try! FrameRate(120))
  }

  /// Begins to give pictures.
  public func start(
    _ format: CaptureFormat, _ receive: @escaping @Sendable (CaptureEvent) -> Void
  ) throws(MoonreelError) {
    guard let picture = format.picture, picture.coding == .pixels(.yuv420()),
      device.formats.contains(where: { $0.picture?.size == picture.size })
    else { throw SyntheticCamera.refusal(device) }
    ticker.start(rate: picture.highestRate.framesPerSecond, receive) { [self] index, time in
      let stamp = lastStamp.withLock { last in
        last = behavior.stamp(index, at: time, before: last)
        return last
      }
      let isLit = time.flicks % Time.flicksPerSecond < Time.flicksPerSecond / 10
      receive(
        .picture(
          CapturedPicture(
            time: stamp,
            frame: TestPicture(number: Int(index), isLit: isLit).draw(picture.size))))
    }
  }

  /// Stops.
  public func stop() { ticker.stop() }

  static func refusal(_ device: CaptureDevice) -> MoonreelError {
    MoonreelError(
      .invalidArgument,
      "Cannot start '\(device.name)' with a format that it does not have: choose one of its formats."
    )
  }
}
