// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// Pictures of a device in a film that is captured: at every time of the film, the newest that came.
///
/// Only a ``FilmSource`` and ``LiveDevices`` show anything in it. A film that is only looked over has a test card in its place;
/// one that is rendered cannot be drawn.
public final class LiveSource: Source {
  /// What device is meant.
  public enum Input: Hashable, Sendable {
    /// The camera of this name: see ``MachineDevices/camera(_:)``.
    case camera(String)
    /// A part of a display.
    case screen(ScreenPlace)
    /// The live stream at this place.
    case stream(StreamPlace)

    /// What people call it.
    public var name: String {
      switch self {
      case .camera(let name): "the camera '\(name)'"
      case .screen(let place): "the screen '\(place.text)'"
      case .stream(let place): "the stream '\(place.address)'"
      }
    }
  }

  private enum Standing {
    case testCard
    case absent
    case shown(FrameBuffer)
  }

  /// What device is meant.
  public let input: Input
  /// The size of its pictures, whatever the device gives: those of another size are fitted in, proportions kept.
  public let naturalSize: PixelSize
  /// The pictures a second that the device is asked for; `nil`: as it likes.
  public let rate: FrameRate?
  private let standing: Locked<Standing>

  /// Pictures of `input`.
  ///
  /// - Parameter isTestCard: whether a test card is shown until there is a picture.
  public init(_ input: Input, size: PixelSize, rate: FrameRate? = nil, isTestCard: Bool = false) {
    (self.input, naturalSize, self.rate) = (input, size, rate)
    standing = Locked(isTestCard ? .testCard : .absent)
  }

  /// Pictures.
  public var mediaType: MediaType { .video }
  /// As long as it is wanted.
  public var duration: Time? { nil }
  /// As the device was asked; `nil`: a picture at every time.
  public var frameRate: FrameRate? { rate }
  /// One picture at a time.
  public var byteEstimate: Int { naturalSize.width * naturalSize.height * 4 }

  /// Whether there is a picture.
  public var hasPicture: Bool { newest != nil }

  /// The newest picture; `nil` before the first.
  var newest: FrameBuffer? {
    standing.withLock { standing in
      switch standing {
      case .shown(let frame): frame
      case .testCard, .absent: nil
      }
    }
  }

  /// Shows `frame` from now on.
  public func show(_ frame: FrameBuffer) { standing.withLock { $0 = .shown(frame) } }

  /// The newest picture.
  ///
  /// - Throws: `MoonreelError` (`invalidTimeline`) where the film is not captured.
  public func image(at time: Time, in context: FrameContext) throws -> Image {
    let bounds = Rect(origin: .zero, size: naturalSize.size)
    switch standing.withLock({ $0 }) {
    case .testCard: return Image(.testCard(size: naturalSize.size, phase: 0))
    case .absent:
      throw MoonreelError(
        .invalidTimeline,
        "Cannot draw \(input.name): its pictures are there only while the film is captured. Say moonreel capture in "
          + "place of this command.")
    case .shown(let frame):
      let image = Image(frame: frame)
      guard let extent = image.extent, extent != bounds else { return image }
      return image.transformed(by: FitMode.contain.transform(from: extent, into: bounds.size))
    }
  }
}

extension LiveSource: NamedSource {
  /// What plans and timelines call it.
  public var givenName: String? { input.name }
}
