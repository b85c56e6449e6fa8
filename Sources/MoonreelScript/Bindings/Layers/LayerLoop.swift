// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// How a layer repeats what it shows: `loop = true`, `3`, or `{ times =, cross_fade =, bar = }`.
///
/// Such a layer shows a composition that the library's `moonreel.loop` makes of its source. It is made anew whenever the
/// source, the stretch or the layer's length change.
///
/// `@unchecked Sendable`: as ``GivenValue``.
struct LayerLoop: @unchecked Sendable {
  /// As the script gave it.
  let given: LuaValue
  /// Rounds; `nil`: as many as the layer's length takes.
  var times: Int?
  /// Over which the end of a round goes over into the next, in the source's time.
  var crossFade = Time.zero
  /// A bar in seconds, `true` for that of the music itself, or nil.
  var bar = LuaValue.nil
  /// What is repeated.
  var base = GivenSource.known(.adjustment)
  /// The stretch of it; `nil`: all.
  var stretch: TimeRange?

  /// The stretch that a round plays; `nil` where the source has no end and none was said.
  var round: TimeRange? { stretch ?? base.source.availableRange }

  /// - Throws: `MoonreelError` where `argument` is no loop.
  init?(_ argument: Argument, rate: FrameRate) throws {
    given = try argument.given().value
    switch argument.value {
    case .nil, .boolean(false): return nil
    case .boolean(true): break
    case .integer, .number: times = try argument.integer(1...10_000)
    default:
      let rule = "true, a number of rounds, or { times =, cross_fade =, bar = }"
      let options = try argument.options(
        ["times", "cross_fade", "bar"], owner: argument.label, rule: rule)
      times = try options["times"].ifGiven { try $0.integer(1...10_000) }
      crossFade = try options["cross_fade"].ifGiven { try $0.duration(rate) } ?? .zero
      try options["bar"].ifGiven { argument in
        if case .boolean(true) = argument.value { return bar = .boolean(true) }
        bar = .number(try argument.real(0.01...10_000))
      }
    }
  }
}

extension Layer {
  /// How it repeats what it shows.
  var loop: LayerLoop? {
    get { givenValues["loop"] as? LayerLoop }
    set { givenValues["loop"] = newValue }
  }
}

extension LayerDraft {
  /// Sets how the layer repeats what it shows, or lets it show that once.
  mutating func setLoop(_ argument: Argument) throws {
    let old = layer.loop
    guard var loop = try LayerLoop(argument, rate: sourceRate) else {
      if let old { showOnce(old) }
      return
    }
    if let old {
      (loop.base, loop.stretch) = (old.base, old.stretch)
    } else {
      loop.base = base
      if !isNew {
        let shown = times.timing.sourceRange(lasting: layer.timeRange.duration)
        loop.stretch = shown == times.source.availableRange ? nil : shown
      }
      times.timing.sourceStart = .zero
    }
    layer.loop = loop
    lastsRounds = !isNew && loop.times != nil
  }

  /// Repeats another stretch.
  mutating func setLoop(stretch: TimeRange) {
    layer.loop?.stretch = stretch
    times.timing.sourceStart = .zero
    lastsRounds = !isNew && layer.loop?.times != nil
  }

  /// Goes back to one round of `loop`.
  private mutating func showOnce(_ loop: LayerLoop) {
    layer.loop = nil
    (times.source, nested) = (loop.base.source, loop.base.nested)
    hasOtherSource = true
    times.timing.sourceStart = loop.round?.start ?? .zero
    if let round = loop.round, !isNew { times.duration = times.played(round.duration) }
  }

  /// What the layer repeats, or would.
  private var base: GivenSource {
    if isNew { return shown }
    return owner.nested(on: layer.id).map(GivenSource.nested) ?? .known(layer.source)
  }

  /// Shows the rounds in place of the source, where the layer repeats it.
  ///
  /// - Parameter isItem: whether it is one of a sequence, which does not last until the composition's end.
  mutating func wrapLoop(isItem: Bool) throws {
    guard let loop = layer.loop else { return }
    let end = isItem ? nil : owner.composition.chosenDuration
    let wanted = times.wanted(until: end)
    guard let length = loop.times == nil ? wanted?.end : .zero else {
      throw MoonreelError(
        .invalidArgument,
        "\(label) needs a 'duration': loop = true goes on for as long as the layer, and nothing says how long "
          + "that is; or say how many rounds: loop = 3")
    }
    let film = try owner.host.film(of: loop, lasting: length, in: self)
    (times.source, nested) = (.composition(film.composition.outline), film)
    hasOtherSource = true
    guard times.timing.frozenTime == nil else { return }
    let most = times.played(film.composition.duration - times.timing.sourceStart)
    if loop.times == nil {
      times.duration = min(wanted.map { times.played($0.duration) } ?? most, most)
    } else if times.duration == nil || lastsRounds {
      times.duration = most
    } else if let duration = times.duration, duration > most + rate.frameDuration {
      throw MoonreelError(
        .invalidArgument,
        "bad 'duration' of \(label): 'loop' plays the source for \(most), and the layer lasts \(duration); leave "
          + "one of them out, or write loop = true")
    }
  }
}

extension ScriptHost {
  /// What the library's `moonreel.loop` makes of the source of `draft`.
  ///
  /// - Parameter length: seconds of the source's clock for a loop without a number of rounds.
  fileprivate func film(
    of loop: LayerLoop, lasting length: Time, in draft: LayerDraft
  ) throws -> CompositionHandle {
    let bounds = draft.owner.composition
    var options: [(String, LuaValue)] = [
      ("cross_fade", .seconds(loop.crossFade)), ("bar", loop.bar),
      loop.times.map { ("times", .count($0)) } ?? ("duration", .seconds(length)),
    ]
    if let round = loop.round { options.append(("trim", .range(round))) }
    if let size = loop.base.source.pictureSize(in: bounds.size) {
      options.append(("size", .size(size)))
    }
    var film: CompositionHandle?
    try state.run(
      text: "return require 'moonreel.loop'(...)", name: "moonreel:loop",
      arguments: [try loopable(draft), .record(options)]
    ) { film = try $0.value(label: "the result of loop").object(CompositionHandle.self) }
    guard let film else {
      throw MoonreelError(.internalError, "Cannot loop: the library made no composition.")
    }
    // Pictures pass through it as if it were not there.
    (film.composition.color, film.composition.workingSpace) = (bounds.color, bounds.workingSpace)
    film.composition.seed = bounds.seed
    let own = loop.base.source.frameRate ?? bounds.frameRate
    film.composition.frameRate =
      own.framesPerSecond.doubleValue > bounds.frameRate.framesPerSecond.doubleValue
      ? own : bounds.frameRate
    return film
  }

  /// The source of `draft` as `moonreel.loop` takes it.
  private func loopable(_ draft: LayerDraft) throws -> LuaValue {
    switch (draft.layer.givenValues["source"] as? GivenValue)?.value {
    case .string(let path)?: return .object(try asset(at: path))
    case let value?: return value
    case nil:
      throw MoonreelError(
        .invalidArgument, "bad 'loop' of \(draft.label): what it shows was not given by a script")
    }
  }
}

extension LayerSource {
  /// Frames a second of its own.
  var frameRate: FrameRate? {
    switch self {
    case .media(let video?, _): video.frameRate
    case .composition(let composed): composed.videoComposition.frameRate
    case .media, .image, .adjustment: nil
    }
  }

  /// The size of its pictures in a composition of size `whole`; `nil` where the library finds it.
  fileprivate func pictureSize(in whole: PixelSize) -> PixelSize? {
    switch self {
    case .media(.asset?, _), .media(nil, _), .adjustment: nil
    case .media(let video?, _): video.naturalSize ?? whole
    case .composition(let composed): composed.videoComposition.renderSize
    case .image: whole
    }
  }
}
