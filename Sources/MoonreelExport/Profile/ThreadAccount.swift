// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore

/// What the system says a thread of this process has cost.
struct ThreadAccount {
  let id: Int32
  let stage: ExportProfile.Stage
  let nanoseconds: Int64

  /// The calling thread's number.
  static var currentID: Int32 {
    var link = [UInt8](repeating: 0, count: 64)
    let count = link.withUnsafeMutableBytes { bytes in
      readlink("/proc/thread-self", bytes.baseAddress!.assumingMemoryBound(to: CChar.self), 64)
    }
    let path = String(decoding: link.prefix(max(0, count)), as: UTF8.self)
    return path.split(separator: "/").last.flatMap { Int32($0) } ?? 0
  }

  /// Every thread whose name tells its stage.
  static func all() -> [ThreadAccount] {
    Folder.names(in: "/proc/self/task").compactMap { name in
      let path = "/proc/self/task/\(name)/"
      guard let id = Int32(name), let stage = stage(ofThread: text(path + "comm")) else {
        return nil
      }
      // "Nanoseconds on a processor, nanoseconds waiting for one, time slices."
      let spent = text(path + "schedstat").split(separator: " ").first.flatMap { Int64($0) }
      return ThreadAccount(id: id, stage: stage, nanoseconds: spent ?? 0)
    }
  }

  private static let mark = "mr-"

  /// The stage that a name stands for: our own names, those that newer libav gives to its decoders'
  /// threads, and the system's for threads that draw tiles.
  private static func stage(ofThread name: String) -> ExportProfile.Stage? {
    if name.hasPrefix(mark) {
      return ExportProfile.Stage(rawValue: String(name.dropFirst(mark.count)))
    }
    if name.hasPrefix("av:") { return .decode }
    return name.hasSuffix("default-qos") ? .draw : nil
  }

  /// Runs `body` under a name for threads of `stage`, which threads inherit that it starts.
  static func withName<Result>(
    of stage: ExportProfile.Stage, _ body: () throws -> Result
  ) rethrows -> Result {
    let former = text(ownName)
    rename(mark + stage.rawValue)
    defer { rename(former) }
    return try body()
  }

  private static let ownName = "/proc/thread-self/comm"

  private static func rename(_ name: String) {
    let descriptor = open(ownName, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    _ = name.withCString { write(descriptor, $0, strlen($0)) }
  }

  /// A small file of the system's, without the line's end; empty where the thread is gone.
  private static func text(_ path: String) -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return "" }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 128)
    let count = read(descriptor, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)).prefix { $0 != 10 }, as: UTF8.self)
  }
}
