// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelModel
import MoonreelPlayback

/// A player in a script: on a clock that stands but for `run`, so all is exact and nothing has to be waited for. It draws no
/// pictures; which frame is shown is known without.
final class PlayerHandle: Handle {
  override class var typeName: String { "player" }
  override var cost: Int { 16_384 + items.reduce(0) { $0 + $1.request.timeline.byteEstimate } }
  let player: QueuePlayer
  /// All items that it ever had; scripts know them by their number.
  private(set) var items: [PlayerItem]
  private let clock: VirtualClock
  private let maker: PlayerFunction
  private let shown = Locked<[Shown]>([])
  /// What went wrong in a function that was called.
  let failure = Locked<(any Error)?>(nil)
  var observers: [Int: TimeObserverToken] = [:]
  var lastObserver = 0
  private var looper: PlayerLooper?
  private var isRunning = false
  private var stepsLeft = mostSteps

  /// A frame that was shown: of which item, and when.
  private struct Shown {
    var host: Time
    var item: PlayerItem
    var frame: Int64
    var time: Time
  }

  /// Films of one player.
  static let mostItems = 1000
  /// Pieces of work of one player, among them frames that are shown.
  private static let mostSteps = 400_000
  /// The longest that one call may run, in the clock's seconds.
  private static let longestRun = Time(wholeSeconds: 86_400)

  init(_ host: ScriptHost, _ items: [PlayerItem], drawTime: Time) throws {
    self.items = items
    maker = PlayerFunction(host: host)
    clock = VirtualClock { _, _ in drawTime }
    player = try QueuePlayer(items: items, clock: clock)
    super.init()
    let (clock, shown) = (clock, shown)
    player.watch { item, frame in
      let now = clock.now
      shown.withLock {
        $0.append(Shown(host: now, item: item, frame: frame.index, time: frame.itemTime))
      }
    }
    try settle()
  }

  /// The rate of the current item's frames, for frames and timecodes.
  var frameRate: FrameRate? { player.currentItem?.request.effectiveComposition.frameRate }

  /// A number of times the usual speed.
  static func rate(_ argument: Argument) throws -> Double {
    let rate = try argument.real(-64...64)
    guard rate == 0 || abs(rate) >= 0.001 else {
      throw argument.expected("a rate from -64 to 64 that is 0 or at least 0.001 in size")
    }
    return rate
  }

  func number(of item: PlayerItem) -> Int? {
    items.firstIndex { $0 === item }.map { $0 + 1 }
  }

  /// Does all that is to be done until `duration` from now.
  fileprivate func run(for duration: Time) throws {
    guard !isRunning else {
      throw MoonreelError(
        .invalidArgument,
        "a player cannot be told anything by what it calls; let the function note what it has to do, and do it after player:run"
      )
    }
    isRunning = true
    defer { isRunning = false }
    let stopping = maker.host.gate.cancellation
    let end = clock.now + duration
    try player.run(until: end) {
      try stopping.check()
      stepsLeft -= 1
      guard stepsLeft > 0 else {
        throw MoonreelError(
          .limitExceeded,
          "the player has done 400000 things, which is the most: make another player, or run it for less"
        )
      }
      return failure.withLock { $0 == nil }
    }
    let raised = failure.withLock { failure in
      defer { failure = nil }
      return failure
    }
    if let raised { throw raised }
    for item in items { if case .failed(let error) = item.status { throw error } }
  }

  /// Does what can be done at once: so what is asked next is what the last command led to.
  fileprivate func settle() throws { try run(for: .zero) }

  /// Loops item number `item`.
  func loop(item number: Int, range: TimeRange?, count: Int?) throws {
    looper = nil
    looper = PlayerLooper(player: player, item: items[number - 1], range: range, count: count)
    try settle()
  }

  private var frame: Shown? { shown.withLock { $0.last } }

  private func value(_ shown: Shown) -> LuaValue {
    .record([
      ("at", .seconds(shown.host)), ("frame", .integer(shown.frame)),
      ("time", .seconds(shown.time)), ("item", .count(number(of: shown.item))),
    ])
  }
}

// MARK: What scripts see

extension PlayerHandle {
  static var binding: TypeBinding {
    TypeBinding(PlayerHandle.self) { type in
      addState(&type)
      addPlaying(&type)
      addItems(&type)
      addPictures(&type)
      addLogs(&type)
      addObserving(&type)
    }
  }

  private static func addState(_ type: inout TypeBuilder<PlayerHandle>) {
    type.property("clock") { .seconds($0.clock.now) }
    type.property("current_time") { .seconds($0.player.currentTime) }
    type.property("duration") { .some($0.player.currentItem?.duration, LuaValue.seconds) }
    type.absence("duration") { _ in "the player has no item" }
    type.property("status") { handle in
      switch handle.player.timeControlStatus {
      case .paused: .string("paused")
      case .playing: .string("playing")
      case .waiting: .string("waiting")
      }
    }
    type.property("waiting_reason") { handle in
      guard case .waiting(let reason) = handle.player.timeControlStatus else { return .nil }
      return .string(SnakeCase.text(reason.rawValue))
    }
    type.absence("waiting_reason") { _ in "the player does not wait" }
    type.property("rate") {
      .number($0.player.rate)
    } set: { handle, argument in
      let rate = try PlayerHandle.rate(argument)
      try handle.tell { $0.rate = rate }
    }
    type.property("default_rate") {
      .number($0.player.defaultRate)
    } set: { handle, argument in
      let rate = try PlayerHandle.rate(argument)
      try handle.tell { $0.defaultRate = rate }
    }
    type.property("at_end") {
      .string(SnakeCase.text($0.player.actionAtItemEnd.rawValue))
    } set: { handle, argument in
      let action: ActionAtItemEnd = try argument.choice()
      try handle.tell { $0.actionAtItemEnd = action }
    }
  }

  /// Tells the player something, and lets it do what that leads to.
  private func tell(_ command: (QueuePlayer) -> Void) throws {
    if !isRunning { command(player) }
    try settle()
  }

  private static func addPlaying(_ type: inout TypeBuilder<PlayerHandle>) {
    type.method("play") { handle, _ in
      try handle.tell { $0.play() }
      return .nil
    }
    type.method("pause") { handle, _ in
      try handle.tell { $0.pause() }
      return .nil
    }
    type.method("seek", ["time"]) { handle, call in
      let time = try call[0].time(handle.frameRate)
      let arrived = Locked(false)
      try handle.tell { $0.seek(to: time) { isDone in arrived.withLock { $0 = isDone } } }
      return .boolean(arrived.withLock { $0 })
    }
    type.method("step", ["count?"]) { handle, call in
      let most = 1 << 31
      let count = try call[0].ifGiven { try $0.integer(-most...most) } ?? 1
      try handle.tell { $0.step(byCount: count) }
      return .nil
    }
    type.method("run", ["seconds"]) { handle, call in
      let duration = try call[0].duration(handle.frameRate)
      guard duration <= longestRun else { throw call[0].expected("at most a day, 86400 s") }
      let before = handle.shown.withLock { $0.count }
      try handle.run(for: duration)
      return .list(handle.shown.withLock { Array($0[before...]) }.map(handle.value))
    }
  }

  private static func addItems(_ type: inout TypeBuilder<PlayerHandle>) {
    type.property("item") { handle in
      .some(handle.player.currentItem.flatMap(handle.number)) { .count($0) }
    }
    type.absence("item") { _ in "the player has no item" }
    type.property("queue") { handle in
      .list(handle.player.items.compactMap(handle.number).map { .count($0) })
    }
    type.method("insert", ["film", "after?"]) { handle, call in
      let item = try handle.maker.item(call[0])
      let after = try call[1].ifGiven { try handle.item($0) }
      guard handle.items.count < mostItems else {
        throw MoonreelError(.limitExceeded, "a player has at most \(mostItems) films")
      }
      guard handle.player.canInsert(item, after: after) else {
        throw call[1].expected("the number of an item that is in the queue")
      }
      handle.items.append(item)
      try handle.tell { $0.insert(item, after: after) }
      return .count(handle.items.count)
    }
    type.method("remove", ["item"]) { handle, call in
      let item = try handle.item(call[0])
      try handle.tell { $0.remove(item) }
      return .nil
    }
    type.method("advance") { handle, _ in
      try handle.tell { $0.advanceToNextItem() }
      return .nil
    }
    type.method("loop", ["range?", "count?"]) { handle, call in
      let range = try call[0].ifGiven { try $0.range(handle.frameRate) }
      let count = try call[1].ifGiven { try $0.integer(1...1_000_000) }
      guard let item = handle.player.currentItem.flatMap(handle.number) else {
        throw MoonreelError(.invalidArgument, "the player has no item that could be looped")
      }
      try handle.loop(item: item, range: range, count: count)
      return .nil
    }
    type.method("end_loop") { handle, _ in
      try handle.tell { _ in handle.looper?.disableLooping() }
      return .nil
    }
    type.property("loop_count") { .count($0.looper?.loopCount ?? 0) }
  }

  private func item(_ argument: Argument) throws -> PlayerItem {
    items[try argument.integer(1...max(1, items.count)) - 1]
  }

  private static func addPictures(_ type: inout TypeBuilder<PlayerHandle>) {
    type.property("shown") { handle in .some(handle.frame, handle.value) }
    type.absence("shown") { _ in "nothing was shown yet" }
    type.method("image") { handle, _ in
      guard let image = try handle.image() else { return .nil }
      _ = try ImageHandle.value(image)
      // At most about as many decoded pixels as are seen.
      let size = handle.frame?.item.request.effectiveComposition.renderSize
      let pixels = size.map { $0.width * $0.height } ?? 0
      return .object(ImageHandle(image, framePixels: pixels))
    }
    type.method("digest") { handle, _ in
      .some(try handle.image()?.digest) { .string($0.description) }
    }
  }

  /// What is on screen; `nil` where nothing is.
  private func image() throws -> Image? {
    guard let frame else { return nil }
    return try maker.host.state.watch.allowMeasuring {
      try frame.item.image(ofFrame: frame.frame)
    }
  }
}
