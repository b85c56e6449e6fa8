// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelMedia
import MoonreelModel
import MoonreelPlayback

/// One page that looks at the film, with a player of its own.
final class StudioSession: SocketPeer {
  struct State {
    /// What the player's items belong to.
    var films: [ObjectIdentifier: (generation: Int, isBefore: Bool)] = [:]
    var item: PlayerItem?
    /// What it plays or is about to play.
    var own: PlayerItem?
    var looper: PlayerLooper?
    var loop: (isOn: Bool, start: Time?, end: Time?) = (false, nil, nil)
    var seeking = Seeking()
    /// Whether a little sound is heard where a seek leads to while nothing plays.
    var hearsSeeks = false
    /// Galleries that were asked for.
    var galleries = 0
    /// Gets what the page says to have shown.
    var credits: AsyncStream<Void>.Continuation?
    var isClosed = false
    var showsBefore = false
    var tasks: [Task<Void, Never>] = []
  }

  let socket: Socket
  let studio: Studio
  let clock = PageClock()
  let sound: SocketSound
  let state = Locked(State())
  let player: Player
  private let room = HostClock()
  private let sender = Locked<PictureSender?>(nil)

  init(_ socket: Socket, _ studio: Studio) throws {
    (self.socket, self.studio, sound) = (socket, studio, SocketSound(socket))
    player = try Player(items: [], clock: clock, sound: sound)
    player.actionAtItemEnd = .pause
  }

  // MARK: What the page says

  func receive(_ message: Message) {
    do { try act(on: message) } catch { socket.say(MoonreelError.sentence(of: error)) }
  }

  func canSend() { room.wake() }

  /// How long others wait for a page that takes nothing.
  private static let patience = Time(wholeSeconds: 10)

  /// Waits until the socket has room for more, or the page is gone; not on the server's thread. A page that takes nothing
  /// for seconds is given up: it opens a new socket when it is looked at again.
  func waitForRoom() {
    let end = room.now + Self.patience
    while !socket.hasRoom, !state.withLock({ $0.isClosed }) {
      guard room.now < end else {
        state.withLock { $0.isClosed = true }
        return socket.close(.goingAway)
      }
      room.wait(until: room.now + Time(flicks: Time.flicksPerSecond / 10))
    }
  }

  /// What work for `kind` is for.
  func purpose(_ kind: Kind, clip: Int? = nil) -> WorkQueue.Purpose {
    WorkQueue.Purpose(page: ObjectIdentifier(self), kind: kind, clip: clip)
  }

  func closed() {
    state.withLock { $0.isClosed = true }
    studio.remove(self)
    player.pause()
    for task in state.withLock({ $0.tasks }) { task.cancel() }
    player.replaceCurrentItem(with: nil)
  }

  /// Begins: the page has said who it is.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) where it has begun before, or does not say how large its picture is.
  func begin(_ message: Message) throws {
    guard sender.withLock({ $0 }) == nil else {
      throw MoonreelError(.invalidArgument, "The page has said 'hello' already.")
    }
    var form = PictureCoder.Form.jpeg
    if case .array(let codecs)? = message["codecs"], codecs.contains(.string("h264")) {
      form = .h264
    }
    try view(message)
    sender.withLock { $0 = PictureSender(socket, form: form) }
    watch()
    studio.add(self)
  }

  func view(_ message: Message) throws {
    player.preferredMaximumSize = PixelSize(
      try message.integer("width", 16...16384), try message.integer("height", 16...16384))
  }

  func credit() { state.withLock { $0.credits }?.yield() }

  // MARK: What the page is told

  /// Passes on what the player does, until the page is gone.
  private func watch() {
    let (frames, statuses, events) = (
      player.frames(), player.timeControlStatuses(), player.events()
    )
    let times = try? player.times(every: Time(flicks: Time.flicksPerSecond / 4))
    let (shown, credits) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(PictureSender.credit))
    let sender = sender.withLock { $0 }
    let tasks = [
      Task { for await _ in shown { await sender?.shown() } },
      Task { [weak self] in for await frame in frames { await self?.show(frame) } },
      Task { [weak self] in for await _ in statuses { self?.tellState() } },
      Task { [weak self] in for await event in events { self?.tell(event) } },
      Task { [weak self] in
        guard let times else { return }
        for await _ in times { self?.tellState() }
      },
    ]
    state.withLock { ($0.tasks, $0.credits) = (tasks, credits) }
  }

  private func show(_ frame: PlayedFrame) async {
    guard let sender = sender.withLock({ $0 }) else { return }
    let film = state.withLock { $0.films[frame.source] }
    guard let film else { return }
    let isStill = frame.divisor == 1 && !frame.hasProxies && player.rate == 0
    await sender.send(
      PictureSender.Picture(
        frame: frame, generation: UInt32(clamping: film.generation),
        flags: (isStill ? WireHead.isStill : 0) | (film.isBefore ? WireHead.isBefore : 0)
          | (frame.hasProxies ? WireHead.hasProxies : 0)))
  }

  private func tell(_ event: PlayerEvent) {
    if case .failed(_, let error) = event { socket.say(error.message) }
    tellState()
  }

  /// Sends where the player is and what it does.
  func tellState() {
    let (item, loop) = state.withLock { ($0.item, $0.loop) }
    let time = player.currentTime
    var (status, reason) = ("paused", JSONValue.null)
    switch player.timeControlStatus {
    case .paused: break
    case .playing: status = "playing"
    case .waiting(let why): (status, reason) = ("waiting", .string(why.rawValue))
    }
    let log = item?.accessLog ?? AccessLog()
    let loaded = item?.loadedTimeRanges ?? []
    socket.send(
      .members([
        "type": .string("state"), "time": .number(time.seconds),
        "frame": .integer(item?.frameTimes?.frame(at: time) ?? 0), "rate": .number(player.rate),
        "status": .string(status), "reason": reason,
        "loop": .members([
          "on": .bool(loop.isOn), "in": loop.start.map { .number($0.seconds) } ?? .null,
          "out": loop.end.map { .number($0.seconds) } ?? .null,
        ]),
        "dropped": Self.object(DropReason.allCases) { log.dropped[$0] },
        "late": .int(log.late), "muted": .bool(player.isMuted),
        "stalls": Self.object(StallReason.allCases) { log.stallReasons[$0] },
        "loaded": .array(
          loaded.map { .array([.number($0.start.seconds), .number($0.end.seconds)]) }),
        "buffer": .number(loaded.forwardBuffer(at: time).seconds),
        "network": .members([
          "requests": .int(log.network.requests), "bytes": .int(Int(log.network.bytes)),
          "repetitions": .int(log.network.repetitions),
        ]),
      ]))
  }

  private static func object<Reason: RawRepresentable<String>>(
    _ reasons: [Reason], _ count: (Reason) -> Int?
  ) -> JSONValue {
    .object(reasons.map { JSONValue.Member($0.rawValue, .int(count($0) ?? 0)) })
  }

  // MARK: Films

  /// The number of the frame that it shows, of a film whose frames are shown at `times`.
  func frame(in times: FilmFrameTimes) -> Int64 { times.frame(at: player.currentTime) }

  /// Goes on with `item` in place of what it plays, at the same time and rate.
  ///
  /// - Parameter frame: of `item`, drawn before; shown at once where the page looks at it.
  func exchange(
    _ item: PlayerItem, _ frame: PlayedFrame?, generation: Int, isBefore: Bool = false
  ) {
    let last = state.withLock { state in
      let last = state.item
      if let old = state.item {
        state.films = state.films.filter { $0.key == ObjectIdentifier(old) }
      }
      state.films[ObjectIdentifier(item)] = (generation, isBefore)
      state.item = item
      state.showsBefore = isBefore
      return last
    }
    player.exchangeCurrentItem(with: item, showing: frame)
    // What it went on decoding until now is no longer looked at.
    if let last, last !== item { studio.script.add { last.closeReaders() } }
    applyLoop()
    tellState()
  }

  /// Loops what is between the points, or all, where the loop is on.
  func applyLoop() {
    let (item, loop) = state.withLock {
      state -> (PlayerItem?, (isOn: Bool, start: Time?, end: Time?)) in
      state.looper = nil
      return (state.item, state.loop)
    }
    guard loop.isOn, let item else { return }
    var range: TimeRange?
    if let duration = item.duration, loop.start != nil || loop.end != nil {
      let start = min(loop.start ?? .zero, duration)
      range = TimeRange(start: start, end: max(start, min(loop.end ?? duration, duration)))
    }
    let looper = PlayerLooper(player: player, item: item, range: range)
    state.withLock { $0.looper = looper }
  }
}
