// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import Glibc
import MoonreelCore

/// The files of one kind in a folder of the user's caches: whole or not there, several processes at once, those that
/// were not used for the longest time removed first. What cannot be written is left as it is.
struct CacheFolder: Sendable {
  let folder: String
  /// How the names of this kind end.
  let ending: String

  /// The folder at `path`, which is made where it is missing; `nil` where that is not possible, or it is somebody else's
  /// or others may write to it.
  init?(_ path: String, ending: String) {
    guard FilePath.isAbsolute(path) else { return nil }
    var status = stat()
    if stat(path, &status) != 0 { try? Folder.make(path, permissions: 0o700) }
    guard stat(path, &status) == 0,
      status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid(),
      status.st_mode & (S_IWGRP | S_IWOTH) == 0
    else { return nil }
    (folder, self.ending) = (path, ending)
  }

  /// Where the file `name` lies.
  func path(_ name: String) -> String { FilePath.join(folder, name + ending) }

  /// The names of all files of this kind, without their ending.
  var names: [String] {
    Folder.names(in: folder).filter { $0.hasSuffix(ending) }
      .map { String($0.dropLast(ending.count)) }
  }

  /// Writes `bytes` beside `target` and renames, so that nobody sees half of it; without effect where that fails.
  ///
  /// - Returns: whether they are there now.
  @discardableResult
  func keep(_ bytes: [UInt8], at target: String) -> Bool {
    let partial = target + ".\(getpid())-\(UInt32.random(in: 0 ... .max))"
    let descriptor = open(partial, O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return false }
    // A limit on files' sizes is an error here, not the end of the process.
    let isWritten = mr_write_bytes(descriptor, bytes, bytes.count) == 0
    let isClosed = close(descriptor) == 0
    guard isWritten, isClosed, rename(partial, target) == 0 else {
      unlink(partial)
      return false
    }
    return true
  }

  /// The time of the file at `path` says when it was used last, to `step` seconds: a day.
  func noteUse(of path: String, _ status: stat, after step: Int = 86_400) {
    guard time(nil) - status.st_mtim.tv_sec > step else { return }
    // The sandbox allows no change of times by name.
    let descriptor = open(path, O_WRONLY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    futimens(descriptor, nil)
    close(descriptor)
  }

  /// Removes the files that were not used for the longest time until `count` bytes more fit into `limit`, and what a
  /// process that was killed an hour ago or earlier has left behind.
  ///
  /// - Parameter spared: files that stay.
  /// - Returns: whether so many fit now.
  @discardableResult
  func makeRoom(for count: Int, limit: Int, sparing spared: Set<String> = []) -> Bool {
    var files: [(path: String, size: Int, used: Int)] = []
    for name in Folder.names(in: folder) where name.contains(ending) {
      let path = FilePath.join(folder, name)
      var status = stat()
      guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
      if !name.hasSuffix(ending) {
        if time(nil) - status.st_mtim.tv_sec > 3600 { unlink(path) }
        continue
      }
      files.append((path, Int(status.st_size), status.st_mtim.tv_sec))
    }
    var total = files.reduce(count) { $0 + $1.size }
    for file in files.sorted(by: { $0.used < $1.used })
    where total > limit && !spared.contains(file.path) {
      unlink(file.path)
      total -= file.size
    }
    return total <= limit
  }
}
