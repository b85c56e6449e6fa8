// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore

extension ProcessSandbox {
  /// What libraries read while they work: themselves, fonts and Fontconfig's settings and caches, tables of
  /// letters and time zones, what the system says about processors and this process. Nothing of it may be
  /// written: Fontconfig's cache, too, is read by other programs, which trust it.
  public static var systemPlaces: [String] {
    libraries + data + fonts + machine
  }

  private static let libraries = [
    "/usr/lib", "/usr/lib32", "/usr/lib64", "/lib", "/lib64", "/usr/local/lib", "/usr/local/lib64",
    "/etc/ld.so.cache",
  ]

  private static let data = [
    "/usr/share", "/usr/local/share", "/etc/localtime", "/etc/locale.alias",
  ]

  private static var fonts: [String] {
    let home = environment("HOME")
    let own = { (variable: String, usual: String) in
      environment(variable) ?? home.map { $0 + usual }
    }
    let folders = [
      own("XDG_DATA_HOME", "/.local/share").map { $0 + "/fonts" }, home.map { $0 + "/.fonts" },
      home.map { $0 + "/.local/share/fonts" },
      own("XDG_CACHE_HOME", "/.cache").map { $0 + "/fontconfig" },
      own("XDG_CONFIG_HOME", "/.config").map { $0 + "/fontconfig" },
    ]
    return ["/etc/fonts", "/var/cache/fontconfig"] + folders.compactMap { $0 }
  }

  private static let machine = [
    "/dev/null", "/dev/zero", "/dev/random", "/dev/urandom", "/proc/self", "/proc/cpuinfo",
    "/proc/meminfo", "/proc/stat", "/proc/filesystems", "/proc/sys/vm", "/sys/devices/system",
  ]

  /// What resolving names and checking certificates needs.
  static let networkPlaces = [
    "/etc/resolv.conf", "/etc/hosts", "/etc/nsswitch.conf", "/etc/host.conf", "/etc/gai.conf",
    "/etc/services", "/etc/protocols", "/etc/ssl/certs", "/etc/ssl/openssl.cnf", "/etc/gnutls",
    "/etc/pki/tls/certs", "/etc/pki/ca-trust", "/etc/ca-certificates", "/etc/crypto-policies",
  ]

  /// What programs read of themselves and of the limits on them as they begin. Each has a folder of its own in `/proc`
  /// that is not there yet; the kernel keeps what is secret in those of other sandboxes.
  static let startingPlaces = ["/proc", "/sys/fs/cgroup"]

  /// Where the kernel describes cameras.
  static let cameraPlaces = ["/sys/class/video4linux", "/sys/devices"]

  /// The folder of devices.
  static let devices = "/dev"

  /// The nodes of cameras that are there now.
  static var cameras: [String] {
    Folder.names(in: devices) { $0.wholeMatch(of: /video\d+/) != nil }.map { "\(devices)/\($0)" }
  }

  private static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
  }
}
