// SPDX-License-Identifier: MIT

import CStandardLibrary
import MoonreelCore

/// Moonreel's own Lua files: embedded, or read from a folder while developing.
public struct StandardLibrary: Sendable {
  /// The folder that replaces the embedded files; `nil`: the embedded ones.
  public let folder: String?

  /// The embedded files, or those in `folder`.
  public init(folder: String? = nil) { self.folder = folder }

  /// The embedded files by their path under `stdlib/`.
  public static let embedded = files(mr_library_file_at)

  /// What plugins and films begin with, by the path under `stdlib/new/`.
  public static let beginnings: [String: String] = Dictionary(
    uniqueKeysWithValues: files(mr_library_beginning_at).map {
      (String($0.key.dropFirst("new/".count)), $0.value)
    })

  /// What the library's reference is made of besides, by its path under `stdlib/`: the plan of its pages, and examples.
  package static let reference = files(mr_library_reference_at)

  /// The files of one table.
  static func files(_ at: (Int) -> mr_library_file) -> [String: String] {
    var (files, index) = ([String: String](), 0)
    while case let file = at(index), let name = file.name, let text = file.text {
      files[String(cString: name)] = String(cString: text)
      index += 1
    }
    return files
  }

  /// The text of `path`, such as `"moonreel/options.lua"`; `nil` where the library has no such file.
  ///
  /// - Throws: `MoonreelError` (`fileAccess`) when the file is there and cannot be read.
  public func text(of path: String) throws -> String? {
    guard let folder else { return Self.embedded[path] }
    return try TextFile.read("\(folder)/\(path)")
  }
}
