// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore

/// The proxies of heavy files: small pictures that are read in their place while a film is played, and for nothing else.
///
/// They are kept in the folder of a ``MediaCache`` by what their sources hold: a copy of a file has its proxy, a file that
/// was changed has none until one is made. What is missing, damaged or of another version is as if it were not there, so
/// a proxy costs no more than the sharpness of a picture that moves. Several processes may use one folder.
///
/// A gate that has one (``FileGate/proxies``) lets players use what is known; whoever finds and makes them does so on a
/// thread of its own.
public final class MediaProxies: Sendable {
  /// What there is of a track.
  public enum Finding: Hashable, Sendable {
    /// It needs none, or can have none.
    case unwanted
    /// It has one, which is used from now on.
    case ready
    /// It wants one.
    case missing
    /// Another process is making it.
    case beingMade
  }

  /// Tracks that have one proxy.
  private struct Source: Hashable {
    var path: String
    var stream: Int
    var gaps: GapPolicy
    var deinterlacing: Deinterlacing?
    var decoder: String?
    /// Where whoever loads the asset says it.
    var color: ColorTags?

    init(_ track: AssetTrack) {
      (path, stream, gaps) = (track.path, track.streamIndex, track.gapPolicy)
      (deinterlacing, decoder) = (track.video?.deinterlacing, track.video?.decoder)
      color = track.video?.isColorOverridden == true ? track.video?.color : nil
    }

    /// The name of the proxy of a file with these bytes.
    func name(_ content: Digest) -> String {
      DigestWriter(
        "proxy", ProxyRule.version, content, stream, gaps.rawValue, deinterlacing?.rawValue,
        decoder, color
      ).digest.description
    }
  }

  private struct Known {
    var proxy: Proxy
    var file: String
    var identity: FileIdentity
  }

  private struct State {
    var known: [Source: Known] = [:]
    var onRejection: (@Sendable () -> Void)?
  }

  /// Bytes that all proxies of the folder may take: 10 GiB.
  public static let usualLimit = 10 << 30

  /// Bytes that all proxies of the folder may take; beyond it those go that were not used for the longest time.
  public let limit: Int
  /// Whether proxies are used where a frame of the film is drawn larger than they are.
  public let areEnlarged: Bool
  private let rule: ProxyRule
  private let niceness: Int32
  private let files: CacheFolder
  private let digests: ContentDigests
  private let state = Locked(State())

  /// The proxies in `folder`, which is made where it is missing; `nil` where that is not possible, or the folder is
  /// somebody else's or others may write to it.
  public convenience init?(folder: String, limit: Int = usualLimit, areEnlarged: Bool = true) {
    self.init(folder: folder, limit: limit, areEnlarged: areEnlarged, rule: ProxyRule())
  }

  /// The same with another rule of what is heavy, and made with another priority.
  init?(
    folder: String, limit: Int, areEnlarged: Bool = true, rule: ProxyRule, niceness: Int32 = 10
  ) {
    guard let files = CacheFolder(folder, ending: ".proxy.mov"),
      let digests = ContentDigests(folder)
    else { return nil }
    (self.files, self.digests) = (files, digests)
    (self.limit, self.areEnlarged) = (limit, areEnlarged)
    (self.rule, self.niceness) = (rule, niceness)
  }

  /// Lets other threads have most of the machine, and the one that calls it a tenth, from now on: for those who find and make
  /// proxies.
  public func yieldThread() { setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness) }

  /// Whether there is no proxy of any file.
  public var isEmpty: Bool {
    !Folder.names(in: files.folder).contains { $0.hasSuffix(files.ending) }
  }

  /// Calls `body` whenever a proxy turned out to be damaged while it was used.
  public func onRejection(_ body: @escaping @Sendable () -> Void) {
    state.withLock { $0.onRejection = body }
  }

  /// Looks whether `track` is heavy and has a proxy. Reads the whole file where nobody has before: not for a thread that
  /// somebody waits for.
  ///
  /// - Throws: `MoonreelError` where the file cannot be read; `cancelled`.
  public func find(
    _ track: AssetTrack, gate: FileGate, cancellation: CancellationFlag
  ) throws -> Finding {
    guard track.video?.isStillImage == false else { return .unwanted }
    let (format, index) = try FormatContext.openForReading(track, gate: gate)
    guard format.isOneFile, format.rawPictures == nil, let file = format.realPath,
      rule.isHeavy(track, index)
    else { return .unwanted }
    let place = try place(of: track, file, cancellation)
    var status = stat()
    guard stat(file, &status) == 0 else { return .unwanted }
    let own = Self.gate(of: place, like: gate)
    guard let proxy = Proxy(place, of: track, frames: index.slots.count, gate: own) else {
      if PartialFile.isBeingWritten(place) { return .beingMade }
      unlink(place)
      return .missing
    }
    if stat(place, &status) == 0 { files.noteUse(of: place, status) }
    guard stat(file, &status) == 0 else { return .unwanted }
    let known = Known(proxy: proxy, file: file, identity: FileIdentity(status))
    state.withLock { $0.known[Source(track)] = known }
    return .ready
  }

  private func place(
    of track: AssetTrack, _ file: String, _ cancellation: CancellationFlag
  ) throws -> String {
    guard let content = digests.digest(of: file, cancellation: cancellation) else {
      try cancellation.check()
      throw MoonreelError(.fileAccess, "Cannot read '\(track.path)' while it is being changed.")
    }
    return files.path(Source(track).name(content))
  }

  /// Makes the proxy of `track`, on this thread, and uses it from then on.
  ///
  /// - Parameters:
  ///   - tracks: those whose proxies must not be removed to make room.
  ///   - progress: told how much is done, 0…1.
  /// - Throws: `MoonreelError` where it cannot be decoded or written, or there is no room; `cancelled`. Nothing is left
  ///   then.
  public func make(
    _ track: AssetTrack, sparing tracks: [AssetTrack] = [], gate: FileGate,
    cancellation: CancellationFlag, progress: (Double) -> Void = { _ in }
  ) throws {
    guard let file = try InputSource(path: track.path, gate: gate).realPath else { return }
    let place = try place(of: track, file, cancellation)
    let sources = Set(tracks.map { Source($0) })
    let maker = ProxyMaker(track: track, gate: gate, cancellation: cancellation)
    try maker.make(at: place, limit: limit) { [self] count in
      let spared = state.withLock { state in
        state.known.filter { sources.contains($0.key) }.map(\.value.proxy.path)
      }
      return files.makeRoom(for: count, limit: limit, sparing: Set(spared))
    } progress: {
      progress($0)
    }
    _ = try find(track, gate: gate, cancellation: cancellation)
  }

  /// The proxy that is known of `track`, whose file is what it was; opens and reads nothing.
  package func proxy(of track: AssetTrack) -> Proxy? {
    guard let known = state.withLock({ $0.known[Source(track)] }) else { return nil }
    var status = stat()
    guard stat(known.file, &status) == 0, FileIdentity(status) == known.identity else { return nil }
    return known.proxy
  }

  /// Whether a proxy of `track` is known and used.
  public func has(_ track: AssetTrack) -> Bool { proxy(of: track) != nil }

  /// Removes `proxy`, which cannot be read.
  package func reject(_ proxy: Proxy) {
    let body = state.withLock { state in
      state.known = state.known.filter { $0.value.proxy != proxy }
      return state.onRejection
    }
    unlink(proxy.path)
    body?()
  }

  /// What opens the proxy at `path`, and nothing else; it is stopped with `gate`.
  static func gate(of path: String, like gate: FileGate) -> FileGate {
    var own = FileGate(folders: [FilePath.folder(of: path)], cancellation: gate.cancellation)
    own.pixelLimit = gate.pixelLimit
    return own.recording(in: OpenedFiles())
  }
}
