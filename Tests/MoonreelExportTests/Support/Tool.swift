// SPDX-License-Identifier: MIT

import Foundation
import MediaTools
import MoonreelMedia

typealias Tool = MediaTool

extension MediaTool {
  /// Copies the packets of `path` into `output`, whose pictures are to be shown a quarter turned, clockwise.
  static func turn(_ path: String, to output: String) throws {
    // FFmpeg 6 brought an option for it, and 7 takes the old way no more.
    let version = MediaLibraries.versions.first { $0.name == "libavformat" }?.version
    let isOld = version.map { $0.hasPrefix("59.") } ?? false
    try ffmpeg(
      (isOld ? [] : ["-display_rotation", "270"]) + ["-i", path, "-c", "copy"]
        + (isOld ? ["-metadata:s:v", "rotate=270"] : []) + [output])
  }
}
