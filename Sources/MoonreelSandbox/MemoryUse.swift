// SPDX-License-Identifier: MIT

import Glibc

/// How much memory a process has, as the kernel counts it.
///
/// `@unchecked Sendable`: the descriptor is constant, and reading at a place has no state.
final class MemoryUse: @unchecked Sendable {
  private let descriptor: Int32
  private let countsShared: Bool

  /// That of `process`, 0 for this one; `nil` where it cannot be read. What others share with it, rasters
  /// above all, counts only where `countsShared`.
  init?(of process: Int32 = 0, countsShared: Bool = true) {
    let path = process == 0 ? "/proc/self/statm" : "/proc/\(process)/statm"
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    self.countsShared = countsShared
    guard descriptor >= 0 else { return nil }
  }

  deinit { close(descriptor) }

  /// Bytes now; 0 where the process has ended.
  var bytes: Int {
    var text = [UInt8](repeating: 0, count: 128)
    let count = text.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
    guard count > 0 else { return 0 }
    let pages = text[..<count].split(separator: UInt8(ascii: " "))
      .map { Int(String(decoding: $0, as: UTF8.self)) ?? 0 }
    guard pages.count >= 3 else { return 0 }
    return (countsShared ? pages[1] : pages[1] - pages[2]) * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}

extension MemoryUse {
  /// The memory that this process could have: the machine's, or what its control groups leave it.
  static var available: Int {
    let pages = max(1, sysconf(Int32(_SC_PHYS_PAGES)))
    let physical = Int(pages) * Int(sysconf(Int32(_SC_PAGESIZE)))
    return groupLimits.reduce(physical, min)
  }

  /// What the control groups around the process allow, inner and outer.
  private static var groupLimits: [Int] {
    var files: [String] = []
    for line in text(of: "/proc/self/cgroup").split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3 else { continue }
      let isUnified = parts[1].isEmpty
      guard isUnified || parts[1].split(separator: ",").contains("memory") else { continue }
      let root = isUnified ? "/sys/fs/cgroup" : "/sys/fs/cgroup/memory"
      let name = isUnified ? "memory.max" : "memory.limit_in_bytes"
      var path = parts[2]
      while true {
        files.append("\(root)\(path == "/" ? "" : path)/\(name)")
        guard let slash = path.lastIndex(of: "/"), path.count > 1 else { break }
        path = slash == path.startIndex ? "/" : path[..<slash]
      }
    }
    return files.compactMap { Int(text(of: $0).prefix { $0.isNumber }) }.filter { $0 > 0 }
  }

  private static func text(of path: String) -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return "" }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = bytes.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}
