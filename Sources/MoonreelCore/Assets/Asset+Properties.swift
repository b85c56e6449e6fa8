// SPDX-License-Identifier: MIT

/// What a track is for (`AVMediaCharacteristic`).
public enum MediaCharacteristic: String, Hashable, Sendable, CaseIterable {
  /// It can be seen.
  case visual
  /// It can be heard.
  case audible
  /// It can be read.
  case legible
}

extension MediaType {
  /// What media of this type is for; `nil` for data.
  public var characteristic: MediaCharacteristic? {
    switch self {
    case .video: .visual
    case .audio: .audible
    case .subtitle: .legible
    case .metadata: nil
    }
  }
}

extension Asset {
  /// The tracks that can be seen, heard or read.
  public func tracks(_ characteristic: MediaCharacteristic) -> [AssetTrack] {
    tracks.filter { $0.mediaType.characteristic == characteristic }
  }

  /// Width and height of the first picture track before orientation; `nil` without pictures.
  public var naturalSize: PixelSize? { video?.video?.naturalSize }

  /// The map that turns the first picture track upright; the identity without pictures.
  public var preferredTransform: AffineTransform {
    video?.video?.preferredTransform ?? .identity
  }

  /// Whether it lasts as long as wanted: it has a still image and nothing that ends.
  public var isStillImage: Bool {
    !tracks.isEmpty && tracks.allSatisfy { $0.video?.isStillImage == true }
  }
}
