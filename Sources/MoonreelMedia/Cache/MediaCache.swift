// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore

/// What was found out about media files, kept on the disk: a file that was not changed since is not read through
/// again, by no process of this user.
///
/// A cache only saves time: what is missing, damaged, of another version or of a file that was changed is found
/// out anew, and a folder that cannot be written is left as it is. Files below 64 KiB, playlists, numbered pictures
/// and what lies on the network are not kept. Several processes may use one folder.
public struct MediaCache: Sendable {
  /// Where it is kept.
  public var folder: String { files.folder }
  /// Bytes on the disk; when they are exceeded, what was not used for the longest time goes. 256 MiB.
  public var limit = 256 << 20

  /// Files that are read faster than looked up.
  static let smallestFile: Int64 = 64 << 10
  private let files: CacheFolder

  /// The cache in `folder`, which is made where it is missing; `nil` where that is not possible, or the folder is
  /// somebody else's or others may write to it.
  public init?(folder: String) {
    guard let files = CacheFolder(folder, ending: ".index") else { return nil }
    self.files = files
  }

  /// `moonreel` in the user's folder for such things: `$XDG_CACHE_HOME`, or `~/.cache` (XDG Base Directory
  /// Specification); `nil` where neither is known.
  public static var usualFolder: String? {
    func folder(_ variable: String) -> String? {
      getenv(variable).map { String(cString: $0) }.flatMap { FilePath.isAbsolute($0) ? $0 : nil }
    }
    let caches = folder("XDG_CACHE_HOME") ?? folder("HOME").map { FilePath.join($0, ".cache") }
    return caches.map { FilePath.join($0, "moonreel") }
  }

  /// What was kept of a file and of no other; `nil` where there is nothing.
  func entry(of file: FileBytes, gaps: GapPolicy) -> CacheEntry? {
    let identity = FileIdentity(file.status)
    guard identity.size >= Self.smallestFile,
      let stored = try? FileBytes(path(identity, gaps), named: "the cache"),
      let entry = CacheEntry(stored), entry.identity == identity
    else { return nil }
    if let mark = entry.contentMark {
      guard mark == FileIdentity.contentMark(of: file) else { return nil }
      // Two seconds later the times alone tell that it is the same.
      if !identity.isYoung { keep(entry.withoutMark(), identity, gaps) }
    }
    files.noteUse(of: path(identity, gaps), stored.status)
    return entry
  }

  /// Keeps what was found out about `file`.
  func keep(
    _ description: FileDescription, _ index: MediaIndex, of file: FileBytes, gaps: GapPolicy
  ) {
    let identity = FileIdentity(file.status)
    guard identity.size >= Self.smallestFile else { return }
    let mark = identity.isYoung ? FileIdentity.contentMark(of: file) : nil
    guard let bytes = CacheEntry.encode(description, index, identity, contentMark: mark) else {
      return
    }
    keep(bytes, identity, gaps)
  }

  private func path(_ identity: FileIdentity, _ gaps: GapPolicy) -> String {
    let name =
      String(identity.place.device, radix: 16) + "-" + String(identity.place.node, radix: 16) + "-"
      + gaps.rawValue
    return files.path(name)
  }

  private func keep(_ bytes: [UInt8]?, _ identity: FileIdentity, _ gaps: GapPolicy) {
    guard let bytes, bytes.count <= limit / 4 else { return }
    files.makeRoom(for: bytes.count, limit: limit)
    files.keep(bytes, at: path(identity, gaps))
  }
}
