// SPDX-License-Identifier: MIT

import CRsvg
import MoonreelText

/// The libraries that draw text, captions and SVG, as they are loaded; rlottie does not tell its version.
public enum DrawingLibraries {
  /// Names and versions.
  public static var versions: [(name: String, version: String)] {
    TextLibraries.versions + [
      ("librsvg", "\(rsvg_major_version).\(rsvg_minor_version).\(rsvg_micro_version)"),
      ("rlottie", "(version unknown)"),
    ]
  }
}
