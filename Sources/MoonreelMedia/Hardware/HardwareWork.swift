// SPDX-License-Identifier: MIT

import MoonreelCore

/// What hardware is wanted for.
enum HardwareWork {
  /// With this encoder.
  case encoding(encoder: String)
  /// Of the file at `path`, with this decoder or kind of device.
  case decoding(path: String, decoder: String)

  /// The error for hardware that is not there.
  ///
  /// - Parameter cause: libav's words.
  func lacks(_ kind: HardwareKind, cause: String) -> MoonreelError {
    switch self {
    case .encoding(let encoder):
      MoonreelError(
        .encodingFailed,
        "Cannot encode with \(encoder): \(kind.lack). Leave 'video_encoder' out to encode in software.",
        cause: cause)
    case .decoding(let path, let decoder):
      MoonreelError(
        .unsupportedFormat,
        "Cannot decode '\(path)' with \(decoder): \(kind.lack). Leave 'video_decoder' out to decode in software.",
        cause: cause)
    }
  }
}
