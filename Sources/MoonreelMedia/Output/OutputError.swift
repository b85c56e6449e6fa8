// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore

/// Sentences for what the system says when a file cannot be written.
package enum OutputError {
  /// The error for a file that is there and must stay.
  package static func exists(_ path: String) -> MoonreelError {
    MoonreelError(
      .fileAccess,
      "Cannot write '\(path)': it exists, and no file is to be replaced. Write to another name, or "
        + "allow replacing.")
  }

  /// The error for a film that is to go into the one picture at `path`.
  static func onePicture(_ path: String) -> MoonreelError {
    MoonreelError(
      .invalidArgument,
      "Cannot write all pictures of a film into the one file '\(path)': give them numbers, "
        + "'\(FilePath.numbered(path))', or draw one of them with moonreel frame.")
  }

  /// The error for `number` (an `errno` value), met while writing `path` in its folder.
  static func writing(_ path: String, errno number: Int32) -> MoonreelError {
    MoonreelError(
      number == EPIPE ? .outputClosed : .fileAccess,
      "Cannot write '\(path)': \(sentence(number, path))")
  }

  /// The error for `number` (an `errno` value), met while a recording grew at `path`: what it has stays.
  static func recording(_ path: String, errno number: Int32) -> MoonreelError {
    let reason =
      switch number {
      case ENOSPC, EDQUOT: "no space is left"
      case EFBIG: "the file would be larger than the file system or the process's limit allows"
      default: String(cString: strerror(number))
      }
    return MoonreelError(
      .fileAccess,
      "Cannot record further to '\(path)': \(reason). What it has so far can be played.")
  }

  /// The error for the output `path`, one of whose names that Moonreel makes, that of `place`, is taken by `what`.
  static func taken(_ path: String, _ place: String, by what: String) -> MoonreelError {
    let subject = place == path ? "it" : "'\(place)'"
    return MoonreelError(
      .fileAccess,
      "Cannot write '\(path)': \(subject) is \(what), and names that Moonreel makes below a folder lead nowhere else. "
        + "Remove it, or name the folder or the file that is meant.")
  }

  /// Opens the folder at `place`, to write `path` in it; where `folder` is given, `place` lies below it.
  ///
  /// - Parameter permissions: those of folders that are made; `nil`: none is made.
  /// - Throws: `MoonreelError` (`fileAccess`), also where a symbolic link is on the way.
  static func opened(
    _ place: String, below folder: OpenFolder? = nil, making permissions: mode_t? = nil,
    toWrite path: String
  ) throws -> OpenFolder {
    do {
      guard let folder else { return try OpenFolder.open(place) }
      return try folder.folder(place, making: permissions)
    } catch {
      throw error.isLink
        ? taken(path, error.path, by: "a symbolic link") : writing(path, errno: error.code)
    }
  }

  private static func sentence(_ number: Int32, _ path: String) -> String {
    let folder = FilePath.folder(of: path)
    switch number {
    case ENOSPC, EDQUOT:
      return "no space is left. Free some, or write elsewhere; a file that was there is untouched."
    case EACCES, EPERM:
      return
        "permission is denied in the folder '\(folder)'. Choose a folder that you may write to."
    case EROFS:
      return "the folder '\(folder)' is on a read-only file system. Choose another folder."
    case ENOENT:
      return "the folder '\(folder)' does not exist. Create it first, or correct the path."
    case ENOTDIR:
      return "a part of '\(folder)' is a file, not a folder. Correct the path."
    case EISDIR:
      return "it is a folder. Give the name of a file in it."
    case ENAMETOOLONG:
      return "the name is too long for the file system. Shorten it."
    case EPIPE:
      return "the reader at the other end of the pipe has closed it."
    case EFBIG:
      return "the file would be larger than the file system or the process's limit allows."
    case EMFILE, ENFILE:
      return "too many files are open. Raise the limit (ulimit -n)."
    default:
      return "\(String(cString: strerror(number))). A file that was there is untouched."
    }
  }
}
