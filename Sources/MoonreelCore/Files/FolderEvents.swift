// SPDX-License-Identifier: MIT

import Glibc

/// What the kernel tells of some folders (inotify), and a bell that ends waiting for it. One thread reads.
///
/// `@unchecked Sendable`: the descriptors stay the same as long as the object lives; `folders` is touched by the
/// reading thread alone.
package final class FolderEvents: @unchecked Sendable {
  /// Something that happened.
  package enum Event {
    /// The name in the folder may stand for another file, or the file for other bytes.
    case name(String, in: String)
    /// A folder is no longer watched, or events were lost: everything may have changed.
    case everything
  }

  private let descriptor: Int32
  /// Ends the waiting; who waits for something else as well waits for it, too.
  package let bell: Bell
  private var folders: [Int32: String] = [:]

  private static let mask = UInt32(
    IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_CREATE | IN_DELETE | IN_ATTRIB
      | IN_DELETE_SELF | IN_MOVE_SELF)

  /// - Throws: `MoonreelError` (`limitExceeded`) where the system allows no more watching.
  package init() throws {
    descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0, let bell = Bell() else {
      if descriptor >= 0 { close(descriptor) }
      throw MoonreelError(
        .limitExceeded,
        "Cannot watch folders: the system allows no more programs to watch files "
          + "(fs.inotify.max_user_instances) or to open them (ulimit -n). Allow more.")
    }
    self.bell = bell
  }

  deinit { close(descriptor) }

  /// Ends the waiting of ``wait(milliseconds:)``; from any thread.
  package func ring() { bell.ring() }

  /// Watches `wanted` and nothing else; folders that do not exist are left out.
  ///
  /// - Returns: why some cannot be watched; `nil`: all are.
  package func watch(_ wanted: some Sequence<String>) -> String? {
    var known = Dictionary(folders.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    var kept: [Int32: String] = [:]
    var refusal: String?
    for folder in wanted {
      // Adding a watch once more tells whether it still is the same folder.
      let watch = inotify_add_watch(descriptor, folder, Self.mask | UInt32(IN_ONLYDIR))
      if watch >= 0 {
        kept[watch] = folder
        known[folder] = nil
      } else if errno == ENOSPC {
        refusal =
          "The system allows no more watches of folders (fs.inotify.max_user_watches): changes of some files "
          + "are not noticed. Allow more."
      }
    }
    for watch in folders.keys where kept[watch] == nil { inotify_rm_watch(descriptor, watch) }
    folders = kept
    return refusal
  }

  /// Waits for something to happen, at most so long; negative: for ever.
  package func wait(milliseconds: Int32) {
    var polled = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: bell.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    _ = poll(&polled, 2, milliseconds)
    bell.silence()
  }

  /// What has happened since; empties the queue.
  package func take() -> [Event] {
    var events: [Event] = []
    let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 14, alignment: 8)
    defer { block.deallocate() }
    while true {
      let count = read(descriptor, block.baseAddress, block.count)
      guard count > 0 else { return events }
      var offset = 0
      while offset + 16 <= count {
        let length = Int(block.load(fromByteOffset: offset + 12, as: UInt32.self))
        let name = block[offset + 16..<offset + 16 + length].prefix { $0 != 0 }
        if let event = event(
          watch: block.load(fromByteOffset: offset, as: Int32.self),
          mask: block.load(fromByteOffset: offset + 4, as: UInt32.self),
          String(decoding: name, as: UTF8.self))
        {
          events.append(event)
        }
        offset += 16 + length
      }
    }
  }

  private func event(watch: Int32, mask: UInt32, _ name: String) -> Event? {
    if mask & UInt32(IN_Q_OVERFLOW | IN_DELETE_SELF | IN_MOVE_SELF) != 0 { return .everything }
    guard let folder = folders[watch], !name.isEmpty else { return nil }
    let isFolder = mask & UInt32(IN_ISDIR) != 0
    if mask & UInt32(IN_CREATE) != 0, !isFolder, isBeingWritten(FilePath.join(folder, name)) {
      return nil
    }
    return .name(name, in: folder)
  }

  /// Whether a file that was just made gets its bytes now: then its closing says when it is whole.
  private func isBeingWritten(_ path: String) -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0 else { return false }
    return status.st_mode & S_IFMT == S_IFREG && status.st_nlink == 1
  }
}
