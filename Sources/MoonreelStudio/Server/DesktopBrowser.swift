// SPDX-License-Identifier: MIT

import Glibc

/// The desktop's browser.
enum DesktopBrowser {
  private static let program = "/usr/bin/xdg-open"

  /// Shows the page at `address`; `false` where there is no desktop, or the sandbox lets no program start.
  static func open(_ address: String) -> Bool {
    let hasScreen = getenv("DISPLAY") != nil || getenv("WAYLAND_DISPLAY") != nil
    guard hasScreen, access(program, X_OK) == 0 else { return false }
    var process = pid_t()
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup(program), strdup(address), nil]
    defer { for argument in arguments { free(argument) } }
    return posix_spawn(&process, program, nil, nil, &arguments, environ) == 0
  }
}
