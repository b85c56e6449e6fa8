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
  public let folder: String
  /// Bytes on the disk; when they are exceeded, what was not used for the longest time goes. 256 MiB.
  public var limit = 256 << 20

  /// Files that are read faster than looked up.
  static let smallestFile: Int64 = 64 << 10
  private static let ending = ".index"

  /// The cache in `folder`, which is made where it is missing; `nil` where that is not possible, or the folder is
  /// somebody else's or others may write to it.
  public init?(folder: String) {
    guard FilePath.isAbsolute(folder) else { return nil }
    var status = stat()
    if stat(folder, &status) != 0 { try? Folder.make(folder, permissions: 0o700) }
    guard stat(folder, &status) == 0,
      status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid(),
      status.st_mode & (S_IWGRP | S_IWOTH) == 0
    else { return nil }
    self.folder = folder
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
    noteUse(of: path(identity, gaps), stored.status)
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
    return FilePath.join(folder, name + Self.ending)
  }

  /// Writes beside the place and renames, so that nobody sees half of it; without effect where that fails.
  private func keep(_ bytes: [UInt8]?, _ identity: FileIdentity, _ gaps: GapPolicy) {
    guard let bytes, bytes.count <= limit / 4 else { return }
    makeRoom(for: bytes.count)
    let target = path(identity, gaps)
    let partial = target + ".\(getpid())-\(UInt32.random(in: 0 ... .max))"
    let descriptor = open(partial, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return }
    let isWritten = bytes.withUnsafeBytes { buffer in
      var done = 0
      while done < buffer.count {
        let count = write(descriptor, buffer.baseAddress! + done, buffer.count - done)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        done += count
      }
      return true
    }
    let isClosed = close(descriptor) == 0
    guard isWritten, isClosed, rename(partial, target) == 0 else {
      unlink(partial)
      return
    }
  }

  /// The time of the entry at `path` says when it was used last, to the day.
  private func noteUse(of path: String, _ status: stat) {
    guard time(nil) - status.st_mtim.tv_sec > 86_400 else { return }
    // The sandbox allows no change of times by name.
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    futimens(descriptor, nil)
    close(descriptor)
  }

  /// Removes the entries that were not used for the longest time until `count` bytes more fit, and what a process
  /// that was killed an hour ago or earlier has left behind.
  private func makeRoom(for count: Int) {
    var entries: [(path: String, size: Int, used: Int)] = []
    for name in Folder.names(in: folder) where name.contains(Self.ending) {
      let path = FilePath.join(folder, name)
      var status = stat()
      guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
      if !name.hasSuffix(Self.ending) {
        if time(nil) - status.st_mtim.tv_sec > 3600 { unlink(path) }
        continue
      }
      entries.append((path, Int(status.st_size), status.st_mtim.tv_sec))
    }
    var total = entries.reduce(count) { $0 + $1.size }
    for entry in entries.sorted(by: { $0.used < $1.used }) where total > limit {
      unlink(entry.path)
      total -= entry.size
    }
  }
}
