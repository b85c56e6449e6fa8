// SPDX-License-Identifier: MIT

import CSandboxHost
import MoonreelCore

/// What the running kernel can keep of a sandbox.
public struct SandboxSupport: Sendable {
  /// The version of Landlock's interface; 0 where there is none.
  public let landlockVersion: Int
  /// Whether system calls can be filtered.
  public let hasSeccomp: Bool

  /// Before version 2 files could not be moved from folder to folder at all.
  private static let firstUsable = 2
  /// The version that watches files being cut short.
  private static let firstWhole = 3
  /// The version that binds all threads of a process.
  private static let bindsThreads = 8

  /// What this machine's kernel can do.
  public static var current: SandboxSupport {
    SandboxSupport(
      landlockVersion: Int(mr_landlock_abi()), hasSeccomp: mr_seccomp_is_available())
  }

  /// Whether files can be kept.
  var keepsFiles: Bool { landlockVersion >= Self.firstUsable }

  /// What cannot be kept if the sandbox is closed now, a sentence each.
  var gaps: [String] {
    guard !mr_is_sanitized() else {
      return ["this build has a sanitizer, which the sandbox would stop."]
    }
    var gaps: [String] = []
    if !keepsFiles {
      gaps.append(
        landlockVersion == 0
          ? "this kernel has no Landlock (Linux 5.19 or later, switched on): files are not protected."
          : "this kernel's Landlock is too old (Linux 5.19 or later is needed): files are not protected."
      )
    } else if landlockVersion < Self.firstWhole {
      gaps.append(
        "this kernel's Landlock (before Linux 6.2) does not protect files from being cut short.")
    }
    if !hasSeccomp { gaps.append("this kernel filters no system calls (seccomp).") }
    let threads = Self.threadCount
    if threads > 1, keepsFiles, landlockVersion < Self.bindsThreads {
      gaps.append("\(threads) threads run already, and Landlock would bind only one of them.")
    }
    return gaps
  }

  /// How many threads the process has; 1 where it cannot be told.
  private static var threadCount: Int {
    max(1, Folder.names(in: "/proc/self/task").count)
  }
}

extension SandboxSupport: CustomStringConvertible {
  /// Such as `"Landlock 7, seccomp yes"`.
  public var description: String {
    "Landlock \(landlockVersion == 0 ? "no" : String(landlockVersion)), "
      + "seccomp \(hasSeccomp ? "yes" : "no")"
  }
}
