// SPDX-License-Identifier: MIT

import MoonreelCore

/// Finds and reads the files that a drawing's file refers to.
///
/// The libraries that draw never open a file: what one refers to is found here, passes the caller's gate, and
/// is put in as data.
struct ReferencedFiles {
  /// Reads a file that may be read, by path.
  ///
  /// - Throws: a `MoonreelError` that says why not.
  typealias Read = (_ path: String) throws -> [UInt8]

  /// What messages call the file that refers to others.
  let name: String
  /// The folder that references are relative to; `nil` where there is none, and nothing may be referred to.
  let folder: String?
  /// The most pixels of a picture.
  let pixelLimit: Int
  let read: Read

  private init(name: String, folder: String?, pixelLimit: Int, read: @escaping Read) {
    (self.name, self.folder, self.pixelLimit, self.read) = (name, folder, pixelLimit, read)
  }

  /// The files that the file at `path` may refer to.
  ///
  /// - Parameter pixelLimit: the most pixels of a picture; beyond ``PictureHeader/mostPixels`` it is that.
  init(of path: String, pixelLimit: Int, read: @escaping Read) {
    self.init(
      name: path, folder: FilePath.folder(of: path),
      pixelLimit: min(pixelLimit, PictureHeader.mostPixels), read: read)
  }

  /// For a text without a file, which may refer to nothing.
  static func none(name: String, pixelLimit: Int) -> ReferencedFiles {
    let limit = min(pixelLimit, PictureHeader.mostPixels)
    return ReferencedFiles(name: name, folder: nil, pixelLimit: limit) { _ in
      preconditionFailure("without a folder nothing is read")
    }
  }

  /// The bytes and the path of what `reference` names.
  ///
  /// - Throws: `NamedFault`, whose sentence names both files.
  func open(_ reference: String) throws -> (path: String, bytes: [UInt8]) {
    let path = try path(reference)
    do {
      return (path, try read(path))
    } catch let error as MoonreelError {
      throw NamedFault(
        error: MoonreelError(
          error.code, "Cannot use '\(name)': it refers to '\(reference)'. \(error.message)",
          cause: error.cause))
    }
  }

  /// What a file at `path` refers to.
  func files(of path: String) -> ReferencedFiles {
    ReferencedFiles(of: path, pixelLimit: pixelLimit, read: read)
  }

  /// The same files for what is within the file itself, which may refer to nothing.
  var inside: ReferencedFiles {
    ReferencedFiles(name: name, folder: nil, pixelLimit: pixelLimit, read: read)
  }

  /// The error for a picture that is too large.
  func refusal(of header: PictureHeader) -> MoonreelError {
    MoonreelError(
      .limitExceeded,
      "a picture in it is \(header.size) pixels large, more than the \(pixelLimit) that one in a drawing "
        + "may have")
  }

  private func path(_ reference: String) throws -> String {
    guard let folder else {
      throw refusal(of: reference, "a text without a file of its own has no folder to look in")
    }
    guard let address = Self.local(reference) else {
      throw refusal(of: reference, "only files are read; save a copy beside it and refer to that")
    }
    guard let path = Percent.decoded(address), !path.isEmpty, !path.utf8.contains(0) else {
      throw refusal(of: reference, "that is no path")
    }
    return FilePath.isAbsolute(path) ? path : "\(folder)/\(path)"
  }

  /// The path of an address without a scheme, or of a `file:` one; `nil` for others.
  private static func local(_ reference: String) -> Substring? {
    let path = reference.prefix { $0 != "#" && $0 != "?" }
    if path.lowercased().hasPrefix("file://") {
      let rest = path.dropFirst("file://".count)
      return rest.hasPrefix("localhost/") ? rest.dropFirst("localhost".count) : rest
    }
    let scheme = path.prefix { $0 != ":" }
    return scheme.endIndex == path.endIndex || scheme.contains("/") ? path : nil
  }

  /// The error for a reference that is not followed.
  func refusal(of reference: String, _ reason: String) -> NamedFault {
    let shown = reference.count > 80 ? "\(reference.prefix(80))…" : reference
    return NamedFault(
      error: MoonreelError(
        .accessDenied, "Cannot use '\(name)': it refers to '\(shown)', and \(reason)."))
  }
}

/// An error within a drawing's file whose sentence names the file already. All others are phrases ("it holds no
/// elements"), which who reads the file puts behind its name.
struct NamedFault: Error {
  let error: MoonreelError
}

/// Percent-encoding of addresses (RFC 3986).
enum Percent {
  /// `text` with every `%41` replaced by its byte; `nil` where that gives no UTF-8.
  static func decoded(_ text: Substring) -> String? {
    guard let bytes = decodedBytes(text.utf8) else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  /// The bytes of `text`; `nil` where a percent sign is not followed by two hexadecimal digits.
  static func decodedBytes(_ text: some Collection<UInt8>) -> [UInt8]? {
    var result: [UInt8] = []
    var rest = text[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        result.append(byte)
        continue
      }
      guard rest.count >= 2,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      else { return nil }
      result.append(value)
      rest = rest.dropFirst(2)
    }
    return result
  }
}
