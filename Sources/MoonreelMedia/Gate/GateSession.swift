// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import Glibc
import MoonreelCore

/// Lets libav open files through a gate: every opening, the first and those that playlists and
/// references ask for, comes through here, and what was refused is remembered.
final class GateSession: Sendable {
  private let gate: FileGate
  private let state = Locked(State())

  private struct State {
    var hasOpened = false
    var firstFault: MoonreelError?
  }

  init(gate: FileGate) { self.gate = gate }

  /// The first opening that was refused, or why the file itself could not be opened.
  ///
  /// That a neighbour which a format looks for is missing is no fault: most are optional.
  var firstFault: MoonreelError? { state.withLock { $0.firstFault } }

  /// Makes `context` open everything through `self`, which must outlive it.
  func install(in context: UnsafeMutablePointer<AVFormatContext>) {
    context.pointee.opaque = Unmanaged.passUnretained(self).toOpaque()
    context.pointee.io_open = { context, output, url, flags, options in
      guard let context, let output, let url, let opaque = context.pointee.opaque else {
        return MR_EACCES
      }
      let session = Unmanaged<GateSession>.fromOpaque(opaque).takeUnretainedValue()
      return session.open(
        String(cString: url), into: output, flags: flags, options: options,
        interrupt: &context.pointee.interrupt_callback)
    }
  }

  private func open(
    _ url: String, into output: UnsafeMutablePointer<UnsafeMutablePointer<AVIOContext>?>,
    flags: Int32, options: UnsafeMutablePointer<OpaquePointer?>?,
    interrupt: UnsafePointer<AVIOInterruptCB>
  ) -> Int32 {
    do {
      let (address, protocols) = try admit(url, flags: flags)
      let whitelist = Libav.dictionary([("protocol_whitelist", protocols)])
      var settings = whitelist
      defer { av_dict_free(&settings) }
      // Only what concerns the network is passed on (headers, byte ranges); never a whitelist.
      for (key, value) in Libav.entries(options?.pointee)
      where ["offset", "end_offset", "user_agent", "headers", "cookies", "seekable"].contains(key) {
        av_dict_set(&settings, key, value, 0)
      }
      let code = avio_open2(output, address, flags, interrupt, &settings)
      guard code >= 0 else { throw Self.openingError(url, code) }
      try requireAllowedLocation(of: output, url)
      state.withLock { $0.hasOpened = true }
      return code
    } catch let fault as MoonreelError {
      state.withLock { state in
        guard fault.code == .accessDenied || !state.hasOpened else { return }
        state.firstFault = state.firstFault ?? fault
      }
      return MR_EACCES
    } catch {
      return MR_EACCES
    }
  }

  /// Closes what a redirect led to on a host that is not allowed, before a byte of it is read.
  ///
  /// libav follows redirects on its own: the other host has been asked by now, and a redirect that comes
  /// only later, when libav jumps in the file and asks again, is followed unseen.
  private func requireAllowedLocation(
    of output: UnsafeMutablePointer<UnsafeMutablePointer<AVIOContext>?>, _ url: String
  ) throws {
    guard case .network = Address(url), let file = output.pointee else { return }
    guard let text = mr_location(file) else { return }
    defer { av_free(text) }
    guard case .network(_, let host) = Address(String(cString: text)), gate.hosts.contains(host)
    else {
      let target = String(cString: text)
      avio_closep(output)
      throw MoonreelError(
        .accessDenied,
        "Cannot open '\(url)': it redirects to '\(target)', on a host that is not allowed. Allow it "
          + "with --allow-net if you trust it.")
    }
  }

  /// What libav may open in place of `url`, and the protocols it needs for that.
  private func admit(_ url: String, flags: Int32) throws -> (address: String, protocols: String) {
    guard flags & AVIO_FLAG_WRITE == 0 else {
      throw MoonreelError(.accessDenied, "Cannot write to '\(url)' while reading.")
    }
    switch Address(url) {
    case .path(let path):
      let real = try gate.resolve(path)
      try Self.requireRegularFile(real, named: path)
      return ("file:" + real, "file")
    case .network(let url, let host):
      guard gate.hosts.contains(host) else {
        throw MoonreelError(
          .accessDenied,
          "Cannot open '\(url)': the network is closed. Allow its host with --allow-net \(host).")
      }
      return (url, "http,https,tcp,tls")
    case .other(let scheme):
      throw MoonreelError(
        .accessDenied, "Cannot open '\(url)': the protocol '\(scheme)' is not allowed.")
    }
  }

  /// Refuses folders, devices and pipes: reading one could block for ever or have side effects.
  private static func requireRegularFile(_ real: String, named path: String) throws {
    var status = stat()
    guard stat(real, &status) == 0 else { throw openingError(path, -errno) }
    let kind = status.st_mode & S_IFMT
    guard kind != S_IFREG else { return }
    let name =
      switch kind {
      case S_IFDIR: "a folder"
      case S_IFIFO: "a pipe, and reading needs to jump to and fro"
      case S_IFSOCK: "a socket"
      default: "a device"
      }
    throw MoonreelError(.fileAccess, "Cannot open '\(path)': it is \(name). Give a regular file.")
  }

  private static func openingError(_ url: String, _ code: Int32) -> MoonreelError {
    let reason = code == -ENOENT ? "there is no such file" : Libav.words(code).lowercased()
    return MoonreelError(.fileAccess, "Cannot open '\(url)': \(reason).")
  }
}
