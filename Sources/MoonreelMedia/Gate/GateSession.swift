// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import Glibc
import MoonreelCore

/// Lets libav open files through a gate: every opening, the first and those that playlists and
/// references ask for, comes through here, and what was refused is remembered. Whatever libav waits for
/// ends when the gate's flag is thrown or a server's time is up. What lies on a server is read by us, and libav gets the bytes.
final class GateSession: Sendable {
  let gate: FileGate
  let clock: SessionClock
  /// What libav is told to open first, and what the user called it.
  private let first: (url: String, name: String)?
  private let state = Locked(State())

  private struct State {
    var hasOpened = false
    var urls: Set<String> = []
    var firstFault: MoonreelError?
    var failures = 0
    var playlists = PlaylistRules()
    var pictures: (kind: RawPictureKind, bytes: [UInt8])?
    var streams: [RemoteStream] = []
  }

  /// Once this many files that a file names could not be opened, the file is given up.
  private static let mostFailures = 100

  /// A session that begins with `url`, which messages call `name`.
  init(gate: FileGate, url: String? = nil, name: String = "") {
    self.gate = gate
    first = url.map { ($0, name) }
    clock = SessionClock(cancellation: gate.cancellation)
  }

  /// Whether the file itself lies on the network.
  var beginsOnNetwork: Bool {
    guard let first, case .network = try? Address(first.url) else { return false }
    return true
  }

  /// What messages call `url`.
  func name(of url: String) -> String { url == first?.url ? first?.name ?? url : url }

  /// Whether nothing but the file itself was asked for: no playlist, no neighbour, no file that it refers to.
  var isOneFile: Bool { state.withLock { $0.urls.count == 1 } && !beginsOnNetwork }

  /// The first opening that was refused, or why the file itself could not be opened.
  ///
  /// That a neighbour which a format looks for is missing is no fault: most are optional.
  var firstFault: MoonreelError? { state.withLock { $0.firstFault } }

  /// Why libav was stopped while it worked on `path`, if it was.
  func interruption(_ path: String) -> MoonreelError? {
    if gate.cancellation.isCancelled { return CancellationFlag.error }
    guard clock.hasStopped else { return nil }
    return firstFault ?? MoonreelError(.fileAccess, "Cannot read '\(path)': it was given up.")
  }

  /// Who reads from servers, for the file as a whole.
  var reader: RemoteReader { RemoteReader(gate: gate, name: first?.name ?? "") }

  /// Gives the file up: what is read of it from now on fails, by `error`.
  func fail(_ error: any Error) {
    let fault = error as? MoonreelError ?? MoonreelError(.internalError, "\(error)")
    state.withLock { if !clock.hasStopped { $0.firstFault = fault } }
    clock.stop()
  }

  /// Makes `context` open everything through `self`, which must outlive it.
  func install(in context: UnsafeMutablePointer<AVFormatContext>) {
    let own = Unmanaged.passUnretained(self).toOpaque()
    context.pointee.opaque = own
    context.pointee.interrupt_callback.opaque = own
    context.pointee.interrupt_callback.callback = { opaque in
      guard let opaque else { return 0 }
      let session = Unmanaged<GateSession>.fromOpaque(opaque).takeUnretainedValue()
      return session.clock.isOver ? 1 : 0
    }
    context.pointee.io_close2 = { context, file in
      guard let context, let file, let opaque = context.pointee.opaque else { return MR_EINVAL }
      let session = Unmanaged<GateSession>.fromOpaque(opaque).takeUnretainedValue()
      return session.close(file)
    }
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
      output.pointee = try open(
        Opening(
          url: url, session: self, flags: flags, options: Libav.entries(options?.pointee),
          interrupt: interrupt))
      return 0
    } catch is ReadOtherwise {
      return MR_EACCES
    } catch {
      note(error as? MoonreelError ?? MoonreelError(.internalError, "\(error)"))
      return MR_EACCES
    }
  }

  private func open(_ opening: Opening) throws -> Opening.File {
    state.withLock { _ = $0.urls.insert(opening.url) }
    let file = try opening.run()
    do {
      try checkHead(of: file, opening.url)
    } catch {
      _ = close(file)
      throw error
    }
    state.withLock { $0.hasOpened = true }
    return file
  }

  /// The file itself where it lies on a server; libav closes no file that it has not opened.
  ///
  /// - Throws: `MoonreelError`, or what says that another library than libav reads it (``takePictures()``).
  func openFirst() throws -> RemoteStream? {
    guard beginsOnNetwork, let first else { return nil }
    let file = try open(Opening(url: first.url, session: self))
    return state.withLock { $0.streams.first { $0.file == file } }
  }

  /// A file for libav that reads `bytes`.
  func stream(_ bytes: any RemoteBytes, name: String) throws -> Opening.File {
    let stream = try RemoteStream(bytes, name: name, session: self)
    state.withLock { $0.streams.append(stream) }
    return stream.file
  }

  private func close(_ file: Opening.File) -> Int32 {
    let isOwn = state.withLock { state in
      let count = state.streams.count
      state.streams.removeAll { $0.file == file }
      return state.streams.count < count
    }
    return isOwn ? 0 : avio_close(file)
  }

  /// Keeps `fault` where it is one of the file as a whole.
  private func note(_ fault: MoonreelError) {
    state.withLock { state in
      state.failures += 1
      let isMany = state.failures > Self.mostFailures
      if isMany { clock.stop() }
      // What a playlist may not ask for counts wherever it stands; a missing neighbour does not.
      guard fault.code != .fileAccess || !state.hasOpened || isMany else { return }
      state.firstFault = state.firstFault ?? fault
    }
  }

  /// What the file itself holds where libav is not to read it, once.
  func takePictures() -> (kind: RawPictureKind, bytes: [UInt8])? {
    state.withLock { state in
      defer { state.pictures = nil }
      return state.pictures
    }
  }

  /// libav is not to read a file.
  private struct ReadOtherwise: Error {}

  /// Looks through `file`, which stands at its beginning, where it is a playlist, and keeps what another library
  /// than libav reads.
  ///
  /// - Throws: `ReadOtherwise` for the latter, `MoonreelError` for what may not be opened.
  private func checkHead(of file: UnsafeMutablePointer<AVIOContext>, _ url: String) throws {
    let start = avio_seek(file, 0, SEEK_CUR)
    var text = Self.read(file, atMost: RawPictureKind.headBytes)
    if url == first?.url, let kind = RawPictureKind(head: text) {
      let bytes = text + Self.readAll(file, atMost: RawPictureKind.readBytes - text.count)
      state.withLock { $0.pictures = (kind, bytes) }
      throw ReadOtherwise()
    }
    if DASHManifest.mayBegin(text) {
      let rest = Self.read(file, atMost: DASHManifest.headBytes)
      guard !DASHManifest.begins(text + rest) else {
        throw DASHManifest.refusal(ofFile: name(of: url))
      }
    }
    if PlaylistRules.isPlaylist(text) {
      text += Self.read(file, atMost: PlaylistRules.longest)
      try state.withLock { try $0.playlists.admit(text, name: url) }
    }
    guard avio_seek(file, start, SEEK_SET) == start else {
      throw MoonreelError(
        .fileAccess, "Cannot open '\(url)': the server does not allow a second reading.")
    }
  }

  private static func readAll(
    _ file: UnsafeMutablePointer<AVIOContext>, atMost count: Int
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let part = read(file, atMost: min(1 << 20, count - bytes.count))
      if part.isEmpty { break }
      bytes += part
    }
    return bytes
  }

  private static func read(
    _ file: UnsafeMutablePointer<AVIOContext>, atMost count: Int
  ) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      // holds: a mebibyte at most.
      filled = Int(max(0, avio_read(file, buffer.baseAddress, Int32(count))))
    }
  }
}
