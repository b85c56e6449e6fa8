// SPDX-License-Identifier: MIT

/// Which Moonreel this is.
public enum MoonreelRelease {
  /// What `moonreel --version` prints and manifests of packages ask for.
  public static let version = "0.1.0"
}
