// SPDX-License-Identifier: MIT

/// How large a picture may be: a limit that is checked before its memory is taken.
public enum PictureLimit {
  /// The most pixels unless another number is given: 16384 × 8192, half a gibibyte as RGBA.
  public static let usual = 16_384 * 8_192

  /// Whether `size` is within `limit` pixels; sizes of any value may be asked for.
  public static func allows(_ size: PixelSize, limit: Int) -> Bool {
    let (pixels, overflow) = size.width.multipliedReportingOverflow(by: size.height)
    return !overflow && pixels <= limit
  }

  /// The error for a picture of `size`.
  ///
  /// - Parameter what: what cannot be done, such as `"Cannot open 'a.png'"`.
  public static func error(_ what: String, size: PixelSize, limit: Int) -> MoonreelError {
    MoonreelError(
      .limitExceeded,
      "\(what): \(size) is more than the \(limit) pixels that a picture may have. Scale it down, or "
        + "allow more with --max-pixels.")
  }
}
