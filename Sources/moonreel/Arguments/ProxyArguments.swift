// SPDX-License-Identifier: MIT

import ArgumentParser
import MoonreelMedia

/// What is read in place of heavy files while a film is played.
struct ProxyArguments: ParsableArguments {
  /// Whether proxies are used, as typed.
  enum Choice: String, CaseIterable, ExpressibleByArgument {
    case on, off
  }

  @Option(
    help: ArgumentHelp(
      "on (default) or off: whether small copies of heavy files are read while the film plays.",
      valueName: "choice"))
  var proxies: Choice = .on

  /// The proxies in the user's folder of caches; `nil` where they are off, or `access` keeps nothing there.
  ///
  /// - Parameters:
  ///   - limit: bytes that all may take; `nil`: as usual.
  ///   - areEnlarged: whether pictures may be drawn larger than they are.
  func proxies(
    _ access: AccessArguments, limit: Int? = nil, areEnlarged: Bool = true
  ) -> MediaProxies? {
    guard proxies == .on, let cache = access.cache else { return nil }
    return MediaProxies(
      folder: cache.folder, limit: limit ?? MediaProxies.usualLimit, areEnlarged: areEnlarged)
  }
}
