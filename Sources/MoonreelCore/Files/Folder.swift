// SPDX-License-Identifier: MIT

import Glibc

/// Folders of the file system.
package enum Folder {
  /// The names in `folder` but for `.` and `..` that `isWanted` takes, in no order, at most `limit`; empty where it
  /// cannot be read.
  package static func names(
    in folder: String, atMost limit: Int = .max, where isWanted: (String) -> Bool = { _ in true }
  ) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    return names(stream, atMost: limit, where: isWanted)
  }

  /// The names in the folder of `descriptor`, which is closed.
  static func names(inOpened descriptor: Int32) -> [String] {
    guard let stream = fdopendir(descriptor) else {
      close(descriptor)
      return []
    }
    return names(stream, atMost: .max) { _ in true }
  }

  private static func names(
    _ stream: OpaquePointer, atMost limit: Int, where isWanted: (String) -> Bool
  ) -> [String] {
    defer { closedir(stream) }
    var names: [String] = []
    while names.count < limit, let entry = readdir(stream) {
      let name = name(of: entry)
      if name != ".", name != "..", isWanted(name) { names.append(name) }
    }
    return names
  }

  /// The names of the folders in `folder`, also through links, but for hidden ones, in no order, at most `limit`; empty
  /// where it cannot be read.
  package static func folders(in folder: String, atMost limit: Int) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while names.count < limit, let entry = readdir(stream) {
      // Most files are told from folders without another question.
      let type = Int32(entry.pointee.d_type)
      guard [DT_DIR, DT_LNK, DT_UNKNOWN].contains(where: { Int32($0) == type }) else { continue }
      let name = Self.name(of: entry)
      if name.utf8.first != UInt8(ascii: "."), exists("\(folder)/\(name)") { names.append(name) }
    }
    return names
  }

  private static func name(of entry: UnsafeMutablePointer<dirent>) -> String {
    withUnsafePointer(to: &entry.pointee.d_name) { tuple in
      let capacity = MemoryLayout.size(ofValue: tuple.pointee)
      return tuple.withMemoryRebound(to: CChar.self, capacity: capacity) { String(cString: $0) }
    }
  }

  /// Whether `path` is a folder, also through links.
  package static func exists(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Removes `folder` with all that it holds, as far as that can be removed. Links are removed, never followed.
  package static func remove(_ folder: String) {
    guard let real = realpath(FilePath.folder(of: folder), nil) else { return }
    defer { free(real) }
    (try? OpenFolder.open(String(cString: real)))?.remove(FilePath.name(of: folder))
  }

  /// A folder that could not be made.
  package struct Failure: Error {
    package let folder: String
    /// `errno`'s number.
    package let code: Int32
  }

  /// Makes `folder` and those that it lies in, as far as they are missing.
  ///
  /// - Throws: ``Failure`` for the first that cannot be made.
  package static func make(_ folder: String, permissions: mode_t) throws(Failure) {
    var path = folder.hasPrefix("/") ? "/" : ""
    for part in folder.split(separator: "/") {
      path += path.isEmpty || path == "/" ? part : "/" + part
      if mkdir(path, permissions) == 0 { continue }
      let code = errno
      // Where a disk cannot be written, what is there already is not told as such.
      guard code == EEXIST || access(path, F_OK) == 0 else {
        throw Failure(folder: path, code: code)
      }
    }
  }
}
