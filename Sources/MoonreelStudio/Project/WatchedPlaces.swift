// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore

/// The folders that have to be watched for some files, and the names in each that matter.
///
/// A file is watched in its folder, so that editors that save by renaming are seen. The folders above matter, too: one
/// that is taken away and put back brings other files. Links are followed step by step, each in its own folder.
struct WatchedPlaces {
  /// Names that matter by folder.
  private(set) var names: [String: Set<String>] = [:]
  /// Whether there were more folders than may be watched.
  private(set) var isCut = false

  /// The most folders.
  static let mostFolders = 4096
  private static let mostLinks = 40

  /// The places of `paths`, which are absolute.
  init(_ paths: some Sequence<String>) {
    for path in paths { add(path, links: 0) }
  }

  private mutating func add(_ path: String, links: Int) {
    guard links < Self.mostLinks else { return }
    var path = path
    while true {
      let (folder, name) = (FilePath.folder(of: path), FilePath.name(of: path))
      guard !name.isEmpty else { return }
      let isKnown = names[folder]?.contains(name) ?? false
      if !isKnown {
        guard names[folder] != nil || names.count < Self.mostFolders else {
          isCut = true
          return
        }
        names[folder, default: []].insert(name)
        if let end = Self.end(ofLink: path) { add(end, links: links + 1) }
      } else {
        return
      }
      if folder == "/" { return }
      path = folder
    }
  }

  /// Where the link at `path` leads; `nil` where there is none.
  private static func end(ofLink path: String) -> String? {
    var target = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let length = readlink(path, &target, Int(PATH_MAX))
    guard length > 0 else { return nil }
    let text = String(decoding: target[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
    return FilePath.isAbsolute(text)
      ? text : absolute(text, in: FilePath.folder(of: path))
  }

  /// `path` from the root on, as `folder` sees it, without `.` and `..`.
  static func absolute(_ path: String, in folder: String) -> String {
    let whole = FilePath.isAbsolute(path) ? path : folder + "/" + path
    var parts: [Substring] = []
    for part in whole.split(separator: "/") {
      switch part {
      case ".": continue
      case "..": _ = parts.popLast()
      default: parts.append(part)
      }
    }
    return "/" + parts.joined(separator: "/")
  }

  /// `path` from the root on, as the process sees it.
  static func absolute(_ path: String) -> String {
    guard !FilePath.isAbsolute(path), let working = getcwd(nil, 0) else {
      return absolute(path, in: "/")
    }
    defer { free(working) }
    return absolute(path, in: String(cString: working))
  }
}
