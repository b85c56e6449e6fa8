// SPDX-License-Identifier: MIT

/// What decoded frames count against a script's memory. Lua's collector sees a frame as a few bytes; without
/// this, frames whose pictures the script has long dropped would stay until it next looks.
enum FrameCost {
  /// At most this for one object, so that a request for large frames on many tracks stays possible.
  private static let limit = 16 << 20

  /// The cost of frames of `pixels` pixels, taken as 4:2:0 of up to ten bits.
  static func bytes(ofPixels pixels: Int) -> Int { min(limit, pixels * 2) }
}
