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
  let flags: Int32
  let options: [(key: String, value: String)]
  let interrupt: UnsafePointer<AVIOInterruptCB>

  typealias File = UnsafeMutablePointer<AVIOContext>

  /// libav's own limit.
  private static let mostRedirects = 8

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
    return try open("file:" + (access(own, R_OK) == 0 ? own : real), protocols: "file") { code in
      failure(code)
    }
  }

  /// libav follows no redirect by itself: where one leads is asked of the gate before anybody speaks to
  /// that host.
  private func openNetwork(_ first: NetworkAddress) throws -> File {
    session.clock.noteNetwork()
    var address = first
    for step in 0...Self.mostRedirects {
      guard session.gate.allows(address) else { throw denial(of: address, isFirst: step == 0) }
      Self.takeRedirect()
      var location: String?
      do {
        return try open(address.text, protocols: "http,https,tcp,tls") { code in
          location = code == MR_EIO ? Self.takeRedirect() : nil
          return session.interruption(url) ?? failure(code)
        }
      } catch {
        guard let location else { throw error }
        address = try address.redirected(to: location)
      }
    }
    throw MoonreelError(
      .fileAccess, "Cannot open '\(url)': it redirects more than \(Self.mostRedirects) times.")
  }

  /// Opens `address`, which is ours, with what of the options concerns the network.
  private func open(
    _ address: String, protocols: String, error: (Int32) -> MoonreelError
  ) throws -> File {
    var settings = Libav.dictionary([
      ("protocol_whitelist", protocols), ("max_redirects", "0"),
      ("rw_timeout", "\(Int(session.gate.patience.silence * 1e6))"),
    ])
    defer { av_dict_free(&settings) }
    // Only what concerns the network is passed on (headers, byte ranges); never a whitelist.
    for (key, value) in options
    where ["offset", "end_offset", "user_agent", "headers", "cookies", "seekable"].contains(key) {
      av_dict_set(&settings, key, value, 0)
    }
    var file: File?
    let code = avio_open2(&file, address, flags, interrupt, &settings)
    guard code >= 0, let file else { throw error(code) }
    return file
  }

  /// Where the server that was asked last on this thread wants to be asked instead; forgets it.
  @discardableResult private static func takeRedirect() -> String? {
    let text = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4096) { buffer in
      mr_take_redirect(buffer.baseAddress, 4096)
      return String(cString: buffer.baseAddress!)
    }
    return text.isEmpty ? nil : text
  }

  private func denial(of address: NetworkAddress, isFirst: Bool) -> MoonreelError {
    guard isFirst else {
      return MoonreelError(
        .accessDenied,
        "Cannot open '\(url)': it redirects to '\(address.text)', on a host that is not allowed. "
          + "Allow it with --allow-net \(address.allowance) if you trust it.")
    }
    return MoonreelError(
      .accessDenied,
      "Cannot open '\(address.text)': the network is closed. Allow its host with --allow-net "
        + "\(address.allowance).")
  }

  private func failure(_ code: Int32) -> MoonreelError {
    let reason = code == -ENOENT ? "there is no such file" : Libav.words(code).lowercased()
    return MoonreelError(.fileAccess, "Cannot open '\(session.name(of: url))': \(reason).")
  }
}
