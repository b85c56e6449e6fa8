// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelMedia
import MoonreelPlayback

/// Plays a film until its end, until whoever watches has enough, or until a signal.
final class PlaySession {
  /// What was asked for.
  struct Wishes {
    var start: Time?
    var rate = 1.0
    var isLooping = false
    var isMuted = false
    var volume: Float = 1
  }

  private let request: ExportRequest
  private let gate: FileGate
  private let screen: any PlayScreen
  private let terminal: PlayTerminal
  private let player: Player
  private let clock: any PlaybackClock
  private var item: PlayerItem
  private var output = PlayerItemVideoOutput()
  private var looper: PlayerLooper?
  private var area: PixelSize?
  private var change: (area: PixelSize?, since: Time)?
  private var keys = PlayKeys()
  private var wishes: Wishes
  /// The rate that is played, 0 while it stands.
  private var rate: Double
  private var lastStatus = ""
  /// Whether the first frame to be shown is there.
  private var arrival = Locked(true)
  /// What became of frames of items that are no longer played.
  private var former = AccessLog()
  private var problems: [ErrorLogEntry] = []

  /// A session that has not begun. `request` is that of ``ExportRequest/forPlaying(on:)``.
  init(
    _ request: ExportRequest, gate: FileGate, screen: any PlayScreen, terminal: PlayTerminal,
    sound: PulseSoundOutput?, _ wishes: Wishes
  ) throws {
    (self.request, self.gate, self.screen) = (request, gate, screen)
    (self.terminal, self.wishes, rate) = (terminal, wishes, wishes.rate)
    clock = sound.map { SoundClock(following: $0) } ?? HostClock()
    area = screen.area
    item = Self.item(request, area, gate)
    item.add(output)
    player = try Player(items: [item], clock: clock, sound: sound)
    player.volume = wishes.volume
    player.isMuted = wishes.isMuted
    setLoop()
  }

  private static func item(_ request: ExportRequest, _ area: PixelSize?, _ gate: FileGate)
    -> PlayerItem
  {
    PlayerItem(request.fitting(area), gate: gate)
  }

  /// Plays.
  ///
  /// - Throws: `MoonreelError`: what the film's files and functions raise, `cancelled` after a signal.
  func run() throws {
    let start = wishes.start ?? (rate < 0 ? Time(flicks: request.playedDuration.flicks) : .zero)
    if start > .zero { begin(at: start) }
    player.rate = rate
    while try proceed() {}
  }

  /// Tells what could not be read, drawn or heard.
  func tellProblems(_ warnings: WarningLog) {
    for entry in problems + item.errorLog { warnings.warn(entry.error.message) }
  }

  /// What became of the frames, in a line.
  var summary: String {
    let log = item.accessLog
    let shown = max(0, former.shown + log.shown - screen.leftOut)
    let dropped = former.droppedCount + log.droppedCount + screen.leftOut
    let size = item.presentationSize.map { " at \($0)" } ?? ""
    return
      "played: \(shown) frames shown\(size), \(log.late + former.late) late, \(dropped) left out, "
      + "size changed \(log.scaleChanges + former.scaleChanges) times"
  }

  /// A hundredth of a second.
  ///
  /// - Returns: whether it goes on.
  private func proceed() throws -> Bool {
    try Interruption.flag.check()
    if case .failed(let error) = item.status { throw error }
    for key in keys.take(terminal.read(waiting: 5, orRoom: screen.isWriting)) {
      if key == .quit { return false }
      press(key)
    }
    try screen.proceed()
    if screen.isClosed { return false }
    if let error = item.errorLog.last?.error, item.accessLog.shown + former.shown == 0 {
      throw error
    }
    fit()
    let now = clock.now
    if arrival.withLock({ $0 }), output.hasNewFrame(forHostTime: now),
      let frame = output.frame(forHostTime: now)
    {
      try screen.show(frame.buffer, size: item.presentationSize ?? frame.buffer.size)
    }
    try tell()
    return !hasEnded
  }

  /// Whether the film was played to its end: the player has paused itself.
  private var hasEnded: Bool {
    guard rate != 0, player.rate == 0 else { return false }
    let isForward = rate > 0
    rate = 0
    return isForward || !terminal.hasKeys
  }

  /// Draws at another size where the terminal has had another one for a while: it may still be pulled at.
  private func fit() {
    let (found, now) = (screen.area, clock.now)
    guard found != area else {
      change = nil
      return
    }
    guard let change, change.area == found else {
      change = (found, now)
      return
    }
    guard now - change.since >= Time(flicks: Time.flicksPerSecond / 5) else { return }
    (area, self.change) = (found, nil)
    let time = player.currentTime
    let log = item.accessLog
    former.shown += log.shown
    former.late += log.late
    former.scaleChanges += log.scaleChanges
    for (reason, count) in log.dropped { former.dropped[reason, default: 0] += count }
    problems += item.errorLog.prefix(100 - min(100, problems.count))
    output = PlayerItemVideoOutput()
    item = Self.item(request, area, gate)
    item.add(output)
    player.replaceCurrentItem(with: item)
    begin(at: time)
    setLoop()
    player.rate = rate
  }

  /// Goes to `time` of a new item, and shows nothing before.
  private func begin(at time: Time) {
    let arrival = Locked(false)
    self.arrival = arrival
    player.seek(to: time) { _ in arrival.withLock { $0 = true } }
  }

  private func setLoop() {
    looper = nil
    if wishes.isLooping { looper = PlayerLooper(player: player, item: item) }
  }
}

// MARK: What is pressed

extension PlaySession {
  private func press(_ key: PlayKey) {
    switch key {
    case .toggle: set(rate: rate == 0 ? wishes.rate : 0)
    case .pause: set(rate: 0)
    case .faster: set(rate: rate > 0 ? min(32, rate * 2) : 1)
    case .backwards: set(rate: rate < 0 ? max(-32, rate * 2) : -1)
    case .frameBack, .frameOn:
      rate = 0
      player.step(byCount: key == .frameOn ? 1 : -1)
    case .secondBack: move(by: -1)
    case .secondOn: move(by: 1)
    case .start: seek(to: .zero)
    case .end: seek(to: request.playedDuration)
    case .quieter: player.volume = max(0, player.volume - 0.05)
    case .louder: player.volume = min(2, player.volume + 0.05)
    case .mute: player.isMuted.toggle()
    case .loop:
      wishes.isLooping.toggle()
      setLoop()
    case .quit: break
    }
  }

  private func set(rate new: Double) {
    rate = new
    // At the end there is nothing left to play.
    if new > 0, player.currentTime >= request.playedDuration { player.seek(to: .zero) { _ in } }
    player.rate = new
  }

  private func move(by seconds: Int64) {
    seek(to: player.currentTime + Time(wholeSeconds: seconds))
  }

  private func seek(to time: Time) {
    let end = request.playedDuration
    // While it plays, the end would end it.
    let last = max(.zero, end - request.effectiveComposition.frameRate.frameDuration)
    player.seek(to: time.clamped(to: .zero...(rate > 0 ? last : end))) { _ in }
  }

  private func tell() throws {
    let time = (request.playedRange?.start ?? .zero) + player.currentTime
    let end = (request.playedRange?.start ?? .zero) + request.playedDuration
    var words = [
      rate == 0 ? "||" : "|>", "\(Self.clock(time)) / \(Self.clock(end))",
    ]
    if rate != 0, rate != 1 { words.append("x\(Numbers.exact(rate))") }
    if player.isMuted {
      words.append("muted")
    } else if player.volume != 1 {
      words.append("volume \(Int((player.volume * 100).rounded())) %")
    }
    if looper != nil { words.append("loop") }
    if case .waiting = player.timeControlStatus { words.append("…") }
    let status = words.joined(separator: "  ")
    guard status != lastStatus else { return }
    lastStatus = status
    try screen.tell(status)
  }

  /// Minutes, seconds and tenths, cut.
  private static func clock(_ time: Time) -> String {
    let tenths = max(0, time.flicks * 10 / Time.flicksPerSecond)
    let (minutes, rest) = tenths.quotientAndRemainder(dividingBy: 600)
    return "\(minutes):\(rest < 100 ? "0" : "")\(rest / 10).\(rest % 10)"
  }
}
