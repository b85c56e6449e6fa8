// SPDX-License-Identifier: MIT

import CPango
import CTextHost

/// The libraries that draw text, as they are loaded.
package enum TextLibraries {
  /// Has `say` get the warnings of GLib, Pango and librsvg, which may quote what strangers wrote, in place of standard
  /// error, from any thread. Only the first call counts.
  package static func listen(_ say: @convention(c) (UnsafePointer<CChar>?) -> Void) {
    mr_glib_listen(say)
  }

  /// Names and versions.
  package static var versions: [(name: String, version: String)] {
    let (fontconfig, libass) = (FcGetVersion(), mr_libass_version())
    return [
      ("Pango", String(cString: pango_version_string())),
      ("Cairo", String(cString: cairo_version_string())),
      ("Fontconfig", "\(fontconfig / 10000).\(fontconfig / 100 % 100).\(fontconfig % 100)"),
      ("libass", "\(libass / 10000).\(libass / 100 % 100).\(libass % 100)"),
    ]
  }
}
