// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import Glibc
import MoonreelCore

/// One opening that libav asks for: what is named is found, passes the gate, and is opened in a form that
/// leaves nothing to be understood.
struct Opening {
  let url: String
  let session: GateSession
  var flags = AVIO_FLAG_READ
  var options: [(key: String, value: String)] = []
  var interrupt: UnsafePointer<AVIOInterruptCB>?

  typealias File = UnsafeMutablePointer<AVIOContext>

  /// The open file.
  ///
  /// - Throws: `MoonreelError`: `accessDenied` or `fileAccess`.
  func run() throws -> File {
    guard flags & AVIO_FLAG_WRITE == 0 else {
      throw MoonreelError(.accessDenied, "Cannot write to '\(url)' while reading.")
    }
    switch try Address(url) {
    case .path(let path):
      guard !session.beginsOnNetwork else {
        throw MoonreelError(
          .accessDenied,
          "Cannot open '\(url)': what comes from the network may not name files of this machine.")
      }
      return try openFile(path)
    case .network(let address): return try openNetwork(address)
    case .other(let scheme):
      throw MoonreelError(
        .accessDenied, "Cannot open '\(url)': the protocol '\(scheme)' is not allowed.")
    }
  }

  /// libav opens files by name, and would wait for a pipe that was put in the place of one: it gets the name
  /// of our own descriptor.
  private func openFile(_ path: String) throws -> File {
    let real = try session.gate.resolve(path)
    guard let descriptor = try RegularFile.open(real, named: path) else {
      throw failure(-ENOENT)
    }
    defer { close(descriptor) }
    let own = "/proc/self/fd/\(descriptor)"
    return try open("file:" + (access(own, R_OK) == 0 ? own : real))
  }

  /// What lies on a server is read by us, block by block; `offset` and `end_offset` are libav's words for a part of it.
  private func openNetwork(_ address: NetworkAddress) throws -> File {
    let reader = RemoteReader(gate: session.gate, name: session.name(of: url))
    let file = try session.gate.remote.open(address, reader)
    let ends = ["offset", "end_offset"].map { key in
      options.first { $0.key == key }.flatMap { Int64($0.value) }
    }
    guard ends.contains(where: { $0 != nil }) else {
      let bytes = try RemotePresentation(reader: reader).bytes(of: file, ManifestPlace(of: url))
      session.gate.remote.note(bytes, at: url)
      return try session.stream(bytes, name: reader.name)
    }
    let start = min(max(0, ends[0] ?? 0), file.count)
    let end = min(max(start, ends[1] ?? file.count), file.count)
    // holds: both are brought within the file, the end behind the start.
    return try session.stream(RemotePart(file, start..<end), name: reader.name)
  }

  /// Opens `address`, which is ours.
  private func open(_ address: String) throws -> File {
    var settings = Libav.dictionary([("protocol_whitelist", "file")])
    defer { av_dict_free(&settings) }
    var file: File?
    let code = avio_open2(&file, address, flags, interrupt, &settings)
    guard code >= 0, let file else { throw failure(code) }
    return file
  }

  private func failure(_ code: Int32) -> MoonreelError {
    let reason = code == -ENOENT ? "there is no such file" : Libav.words(code).lowercased()
    return MoonreelError(.fileAccess, "Cannot open '\(session.name(of: url))': \(reason).")
  }
}
