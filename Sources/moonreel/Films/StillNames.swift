// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore
import MoonreelMedia

/// Names for several stills: `still_%02d.png` counts them from 1, `still_{time}.png` says when they are,
/// and a folder takes `frame_0001.png` and so on.
struct StillNames {
  private let folder: String
  private let name: String

  private static let time = "{time}"

  /// Reads `path`; `nil` where it names one file.
  init?(_ path: String) {
    var status = stat()
    let isFolder = stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    guard !path.hasSuffix("/"), !isFolder else {
      (folder, name) = (path.hasSuffix("/") ? path : path + "/", "frame_%04d.png")
      return
    }
    name = FilePath.name(of: path)
    folder = String(path.dropLast(name.count))
    guard FramePattern(name) != nil || name.contains(Self.time) else { return nil }
  }

  /// Refuses names with several places for a number, and with braces that stand for something else than the
  /// time.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`).
  static func check(_ path: String) throws {
    let name = FilePath.name(of: path)
    try FramePattern(name)?.check(path)
    let unknown = name.matches(of: /\{[^{}]*\}/).map(\.0).first { $0 != time }
    guard let unknown else { return }
    throw MoonreelError(
      .invalidArgument,
      "Cannot name pictures '\(path)': '\(unknown)' stands for nothing. Write {time} for the time, or %04d "
        + "for the number.")
  }

  /// The file of still number `index`, counted from 0, which shows `time`.
  func path(index: Int, time: Time) -> String {
    let timed = name.split(separator: Self.time, omittingEmptySubsequences: false)
      .joined(separator: time.clock(separator: "-"))
    return folder + (FramePattern(timed)?.name(Int64(index) + 1) ?? timed)
  }
}
