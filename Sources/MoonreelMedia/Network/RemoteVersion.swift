// SPDX-License-Identifier: MIT

import MoonreelCore

/// Which state of a file on a server was opened: bytes of two states are never mixed.
struct RemoteVersion: Codable, Hashable {
  /// Bytes of the file; `nil` where the server does not say.
  var length: Int64?
  /// The server's mark of the state (`ETag`), where it is the same only for the same bytes.
  var tag: String?
  /// When the server says that the file was changed (`Last-Modified`).
  var modified: String?
  /// A number of this opening alone, where the server says neither: nothing tells whether it is the same later.
  var opening: UInt64?

  /// What `head` says of the file.
  init(_ head: HTTPHead) {
    length = head.contentRange?.total ?? (head.status == 200 ? head.length : nil)
    tag = head.tag
    modified = head.modified
    if tag == nil, modified == nil { opening = .random(in: 0 ... .max) }
  }

  /// Whether it can be told later that the file is the same.
  var isLasting: Bool { opening == nil }

  /// Lines with which a server sends nothing where the file is the same.
  var conditions: [String] {
    if let tag { return ["If-None-Match: \(tag)"] }
    return modified.map { ["If-Modified-Since: \($0)"] } ?? []
  }

  /// How `head`, the answer to a later question for the same file, differs; `nil` where it does not.
  func difference(from head: HTTPHead) -> String? {
    let other = RemoteVersion(head)
    if let tag, let otherTag = other.tag, tag != otherTag {
      return "its ETag was \(tag) and is \(otherTag)"
    }
    if let length, let otherLength = other.length, length != otherLength {
      return "it had \(length) bytes and has \(otherLength)"
    }
    if tag == nil, let modified, let otherModified = other.modified, modified != otherModified {
      return "it was of \(modified) and is of \(otherModified)"
    }
    return nil
  }

  /// The name of its blocks: that of no other state of no other file.
  func key(of address: NetworkAddress) -> Digest {
    let parts = [
      address.text, tag ?? "", modified ?? "", length.map { "\($0)" } ?? "",
      opening.map { "\($0)" } ?? "",
    ]
    return SHA256.digest(of: Array(parts.joined(separator: "\n").utf8))
  }
}

/// What is kept of a file of a server beside its blocks.
struct RemoteRecord: Codable {
  var address: String
  var version: RemoteVersion
  /// Bytes of the file; 0 where the server has none.
  var count: Int64
  /// Where redirects led: what the file names is looked for from there.
  var place: String
  /// Whether the server sends parts of the file.
  var hasParts: Bool

  /// Whether the server has no such file.
  var isMissing: Bool { count == 0 }

  /// Whether its numbers make sense: the file that it was read from may hold anything.
  var isSound: Bool {
    (0...HTTPHead.largestFile).contains(count)
      && (0...HTTPHead.largestFile).contains(version.length ?? count)
  }
}
