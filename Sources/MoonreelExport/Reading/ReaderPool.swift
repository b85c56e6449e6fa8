// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore
import MoonreelMedia

/// Serves the frames of many segments through few decoders.
///
/// Decoders are found by (file, stream, position): wishes for the same or a nearby source time share one,
/// wherever they stand in the timeline. A decoder whose uses are over is reused by seeking or closed, and
/// the one of a segment that begins soon is opened and wound to its first frame on another thread (see
/// `ReaderPool+Ahead.swift`). At most ``Limits/openReaders`` are open at any time.
final class ReaderPool: Sendable {
  /// What the pool may take.
  struct Limits: Sendable {
    /// Decoders open at one time: as many as are wanted at once, but that files remain for everything
    /// else (output, sound, the system's own queues, which end the process where they get none).
    var openReaders = Limits.affordableReaders(descriptors: Limits.descriptorLimit)
    /// Threads of each while there are fewer decoders than cores; then one.
    var threadsPerReader = 2
    /// Whether an encoder works on the same cores.
    var feedsEncoder = false
    /// Whether the frame that a use will want next is decoded while the one at hand is composed, the files of several
    /// layers side by side. On two cores that takes memory and no time off.
    var decodesAhead = Limits.decodesAhead(onThreads: nil)
    /// Whether frames are shown as they come, at whatever size is in time, and all decoders together may keep no more for
    /// who walks backwards than one of an export.
    var isForPlaying = false
    /// How long before its first frame a decoder is opened.
    var lead = Time(flicks: Time.flicksPerSecond)

    /// How many decoders fit into `descriptors` open files: 2 to 48.
    static func affordableReaders(descriptors: Int) -> Int {
      max(2, min(48, (descriptors - 16) / 2))
    }

    private static var descriptorLimit: Int {
      var limit = rlimit()
      guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 256 }
      return Int(clamping: limit.rlim_cur)
    }

    /// Whether a film that may use `threads` decodes ahead; `nil`: one a core.
    static func decodesAhead(onThreads threads: Int?) -> Bool { threads ?? coreCount > 2 }

    private static let coreCount = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))

    /// Threads of a decoder for `track` that is opened where `open` are.
    ///
    /// On two cores one thread decodes light streams several times as fast as any encoder takes their
    /// frames; a second one would hold frames and save no time.
    func threads(for track: AssetTrack, besides open: Int) -> Int {
      if open > Self.coreCount { return 1 }
      return feedsEncoder && Self.coreCount <= 2 && Self.isLight(track) ? 1 : threadsPerReader
    }

    private static func isLight(_ track: AssetTrack) -> Bool {
      guard let size = track.video?.codedSize else { return true }
      let codecs: Set<String> = ["h264", "mpeg1video", "mpeg2video", "mpeg4", "vp8"]
      return codecs.contains(track.codecName) && size.width * size.height <= 1920 * 1088
    }
  }

  struct State {
    var readers: [PooledReader] = []
    var clock = 0
    var opened = 0
    var peak = 0
    var schedule: [ReaderUse] = []
    var nextUse = 0
    var active: [ReaderUse] = []
    var now = Time.distantPast
    /// How wide the film is drawn, where it is played.
    var playedWidth: Int?
    /// Frames that came from proxies.
    var proxiedFrames = 0
    /// How often what was given was not whole.
    var concealedCount = 0
    /// Pictures of 1 / so much of the size will do.
    var shrink = 1
    /// The bytes of frames that a decoder keeps for who walks backwards; while playing, all of them together.
    var backwardsBytes = 96 << 20
    /// Frames of streams that are asked for other times than the one that is drawn.
    var kept = KeptFrames()
  }

  let gate: FileGate
  let limits: Limits
  let warnings: WarningLog?
  let profile: ExportProfile?
  let monitor = Monitor(State())

  init(
    gate: FileGate, limits: Limits = Limits(), warnings: WarningLog?,
    profile: ExportProfile? = nil
  ) {
    (self.gate, self.limits, self.warnings) = (gate, limits, warnings)
    self.profile = profile
  }

  /// How many decoders were opened so far, and how many at the same time.
  var statistics: (opened: Int, peak: Int) { monitor.read { ($0.opened, $0.peak) } }

  /// From now on pictures of 1 / `divisor` of the size will do.
  func shrink(by divisor: Int) { monitor.update { $0.shrink = divisor } }

  /// The frame of `track` that `wish` means, for the use named `use`. What is concealed in it is told here, where it is
  /// shown, whichever thread has decoded it, and when.
  ///
  /// - Parameter next: the source time that this use will want after that, where it is known.
  /// - Throws: what opening or decoding throws.
  func frame(
    of track: AssetTrack, key: ReaderUse.Key, wish: FrameWish, next: Time? = nil, use: ReaderUse.ID
  ) throws -> VideoFrame {
    var wish = wish
    wish.shrink = limits.isForPlaying ? monitor.read { $0.shrink } : 1
    let wanted = wish
    let choice = monitor.wait { state -> Choice? in
      choose(key, wanted, use, &state)
    }
    defer { decodeAhead(of: track, key: key, after: wanted, next: next, use: use) }
    let frame: VideoFrame
    switch choice {
    case .ready(let known): frame = known
    case .decode(let reader, let replaced):
      if replaced != nil { profile?.sample() }
      _ = replaced  // closes here, outside the lock
      frame = try profile.measure(.decode, within: .compose) {
        try decode(reader, track, wanted, next: next)
      }
    }
    if !frame.concealed.isEmpty { noteConcealment(frame.concealed) }
    return frame
  }

  enum Choice {
    case ready(VideoFrame)
    case decode(PooledReader, replacing: PooledReader?)
  }

  /// Opens `reader` where it is not, decodes what `wish` means and frees the reader for others.
  func decode(
    _ reader: PooledReader, _ track: AssetTrack, _ wish: FrameWish, next: Time? = nil
  ) throws -> VideoFrame {
    do {
      // What one use passes over another may want.
      let (claims, bytes) = monitor.read { state in
        let sharers = limits.isForPlaying ? max(1, state.readers.count) : 1
        return (reader.claims.count, state.backwardsBytes / sharers)
      }
      let next = claims == 1 ? next : nil
      let media = try reader.reader ?? openReader(track, reader.key.proxy)
      media.backwardsLimit = bytes
      let frame =
        try wish.isBefore
        ? media.frame(before: wish.time, shrink: wish.shrink)
        : media.frame(at: wish.time, next: next, shrink: wish.shrink)
      monitor.update {
        reader.reader = media
        reader.isBusy = false
        reader.remember(frame, for: wish)
        $0.kept.insert(frame, of: reader.key)
      }
      return frame
    } catch {
      monitor.update { state in
        reader.isBusy = false
        state.readers.removeAll { $0 === reader }
      }
      throw error
    }
  }

  private func openReader(_ track: AssetTrack, _ proxy: Proxy?) throws -> any TrackFrames {
    if let proxy { return try ProxyReader(proxy, of: track, gate: gate) }
    let threads = limits.threads(
      for: track, besides: monitor.read { $0.readers.count })
    return try profile.startingThreads(of: .decode) {
      try VideoReader(track: track, gate: gate, threadCount: threads)
    }
  }

  /// What is to be done for `wish`; `nil` where a busy decoder is on its way there.
  func choose(
    _ key: ReaderUse.Key, _ wish: FrameWish, _ use: ReaderUse.ID, _ state: inout State
  ) -> Choice? {
    state.clock += 1
    if use.lane > 0 { state.kept.begin(key) }
    if let frame = state.kept.frame(of: key, for: wish) { return .ready(frame) }
    let mine = state.readers.filter { $0.key == key && $0.lane == use.lane }
    if let (reader, frame) = mine.lazy.compactMap({ reader in
      reader.recentFrame(for: wish).map { (reader, $0) }
    }).first {
      note(reader, use, state)
      return .ready(frame)
    }
    if let near = nearest(mine, to: wish) {
      return near.isBusy ? nil : take(near, wish, use, &state)
    }
    let free = mine.filter { !$0.isBusy && $0.claims.subtracting([use]).isEmpty }
    if let idle = free.min(by: { $0.lastUse < $1.lastUse }) { return take(idle, wish, use, &state) }
    return open(key, mine, wish, use, &state)
  }

  private func nearest(_ readers: [PooledReader], to wish: FrameWish) -> PooledReader? {
    readers.compactMap { reader in reader.distance(to: wish).map { (reader, $0) } }
      .min { $0.1 < $1.1 }?.0
  }

  private func open(
    _ key: ReaderUse.Key, _ mine: [PooledReader], _ wish: FrameWish, _ use: ReaderUse.ID,
    _ state: inout State
  ) -> Choice? {
    var replaced: PooledReader?
    if state.readers.count >= limits.openReaders {
      let idle = state.readers.filter { !$0.isBusy }
      // Everything is busy only while another thread opens ahead: it will be done soon.
      guard
        let oldest = (idle.filter { $0.claims.isEmpty }.min { $0.lastUse < $1.lastUse })
          ?? idle.min(by: { $0.lastUse < $1.lastUse })
      else { return nil }
      if oldest.key == key, oldest.lane == use.lane { return take(oldest, wish, use, &state) }
      state.readers.removeAll { $0 === oldest }
      replaced = oldest
    }
    let reader = PooledReader(key: key, lane: use.lane, position: wish)
    state.readers.append(reader)
    state.opened += 1
    state.peak = max(state.peak, state.readers.count)
    note(reader, use, state)
    return .decode(reader, replacing: replaced)
  }

  func take(
    _ reader: PooledReader, _ wish: FrameWish, _ use: ReaderUse.ID, _ state: inout State
  ) -> Choice {
    reader.isBusy = true
    reader.position = wish
    note(reader, use, state)
    return .decode(reader, replacing: nil)
  }

  private func note(_ reader: PooledReader, _ use: ReaderUse.ID, _ state: State) {
    reader.claims.insert(use)
    (reader.lastUse, reader.lastTime) = (state.clock, state.now)
  }
}
