// SPDX-License-Identifier: MIT

import MoonreelModel

/// Files of look-up tables.
enum CubeTarget: FuzzTarget {
  static let name = "cube"
  static let shortRunCount = 20_000

  static func seeds() -> [[UInt8]] {
    let corners = (0..<8).map { "\($0 & 1) \($0 >> 1 & 1) \($0 >> 2).0" }.joined(separator: "\n")
    return [
      "TITLE \"warm\"\nLUT_1D_SIZE 2\n0 0 0\n1 0.9 0.8\n",
      "LUT_3D_SIZE 2\nDOMAIN_MIN 0 0 0\nDOMAIN_MAX 1 1 1\n# corners\n\(corners)\n",
      "LUT_1D_SIZE 2\nLUT_1D_INPUT_RANGE 0 1\nLUT_3D_SIZE 2\nLUT_3D_INPUT_RANGE 0 1\n0 0 0\n1 1 1\n"
        + corners,
      "lut_in_video_range\nLUT_OUT_VIDEO_RANGE\nMADE_BY hand\nLUT_1D_SIZE 2\n0 0 0\n1 1 1\n",
    ].map { Array($0.utf8) }
  }

  static func take(_ input: [UInt8]) throws {
    _ = try CubeFile.parse(String(decoding: input, as: UTF8.self), name: "look.cube")
  }
}
