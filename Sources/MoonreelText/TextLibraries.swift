// SPDX-License-Identifier: MIT

import CPango

/// The libraries that draw text, as they are loaded.
package enum TextLibraries {
  /// Names and versions.
  package static var versions: [(name: String, version: String)] {
    let fontconfig = FcGetVersion()
    return [
      ("Pango", String(cString: pango_version_string())),
      ("Cairo", String(cString: cairo_version_string())),
      ("Fontconfig", "\(fontconfig / 10000).\(fontconfig / 100 % 100).\(fontconfig % 100)"),
    ]
  }
}
