// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// Makes one clip of a layer: its media, what of it is shown, and the effects that other programs have.
struct ClipMaker {
  private let layer: Layer
  private let index: Int
  /// Where the clip lies on the composition's clock.
  private let range: TimeRange
  private let kind: Editorial.Track.Kind
  private let builder: CutBuilder
  private(set) var losses: [(outcome: Loss.Outcome, reason: String)] = []
  /// The address of the file, and what is known of it.
  private(set) var address: String?
  private(set) var facts: MediaFacts?
  /// Whether the clip only says what is missing.
  private var isPlaceholder = false

  init(
    _ layer: Layer, _ index: Int, _ range: TimeRange, _ kind: Editorial.Track.Kind,
    _ builder: CutBuilder
  ) {
    (self.layer, self.index, self.range) = (layer, index, range)
    (self.kind, self.builder) = (kind, builder)
  }

  private var content: FilmContent { builder.content }

  /// The clip.
  ///
  /// - Throws: what an expression throws; `MoonreelError` of the baker.
  mutating func clip() throws -> Editorial.Clip {
    var words = LayerWords(layer, in: content.size.size, rate: content.rate)
    _ = try words.picture()
    let cannotBeDrawn = kind == .video && words.losses.contains { $0.outcome == .lost }
    let reference = try reference()
    if let baker = builder.baker, kind == .video, reference == nil || cannotBeDrawn {
      return try baked(by: baker)
    }
    if let baker = builder.baker, kind == .audio, reference == nil {
      return try bakedSound(by: baker)
    }
    guard let reference else { return try placeholder() }
    return Editorial.Clip(try properties(start: facts?.startTime ?? .zero), reference)
  }

  // MARK: Media

  private var source: SegmentSource? { kind == .video ? layer.source.video : layer.source.audio }

  /// What the layer shows or plays, where that is something that other programs, or Moonreel when it reads the cut, can
  /// open; `nil` for what is drawn.
  private mutating func reference() throws -> Editorial.MediaReference? {
    if case .image(let image) = layer.source, case .color(let color) = image.node {
      return generator("SolidColor", ["source": .string(color.hexadecimalText)])
    }
    switch source {
    case .asset(let track): return file(track.path)
    case .custom(let source as any AddressedSource):
      lose(.placeholder, "the sample '\(source.address)' is made by Moonreel")
      return generator("moonreel", ["source": .string(source.address)])
    case .custom, .timeline, .composed, nil: return nil
    }
  }

  private func generator(_ kind: String, _ own: KeyValuePairs<String, JSONValue>)
    -> Editorial.MediaReference
  {
    let parameters = Editorial.Metadata([
      JSONValue.Member(Editorial.Metadata.ownName, .members(own))
    ])
    return Editorial.MediaReference(
      .generator(kind: kind, parameters: parameters), name: kind,
      availableRange: TimeRange(start: .zero, duration: layer.timeRange.duration))
  }

  private mutating func file(_ path: String) -> Editorial.MediaReference {
    let facts = builder.catalogue.facts(path)
    let place = builder.catalogue.place(path)
    self.facts = facts
    var reference = Editorial.MediaReference(
      .external(url: FileURL.text(place)), name: FilePath.name(of: path),
      availableRange: facts?.availableRange, rate: facts?.rate)
    if path.contains("%"), let sequence = sequence(place) {
      reference.kind = .imageSequence(sequence)
    }
    if case .external(let url) = reference.kind { address = url }
    var own: [JSONValue.Member] = []
    if let folder = builder.options.folder, FilePath.isAbsolute(place) {
      own.append(JSONValue.Member("path", .string(FileURL.relative(place, to: folder))))
    }
    if let reel = facts?.reel { own.append(JSONValue.Member("reel", .string(reel))) }
    reference.metadata.own = .object(own)
    return reference
  }

  /// Numbered pictures: the parts of the pattern and the first number.
  private func sequence(_ path: String) -> Editorial.MediaReference.ImageSequence? {
    let (folder, name) = (FilePath.folder(of: path), FilePath.name(of: path))
    guard let match = name.firstMatch(of: /%0?(\d*)d/), let rate = source?.frameRate else {
      return nil
    }
    let (prefix, suffix) = (
      String(name[..<match.range.lowerBound]), String(name[match.range.upperBound...])
    )
    let numbers = Folder.names(in: folder) { $0.hasPrefix(prefix) && $0.hasSuffix(suffix) }
      .compactMap { Int($0.dropFirst(prefix.count).dropLast(suffix.count)) }
    return Editorial.MediaReference.ImageSequence(
      folder: FileURL.text(folder) + "/", prefix: prefix, suffix: suffix, start: numbers.min() ?? 1,
      padding: Int(match.1) ?? 0, rate: rate)
  }

  // MARK: Properties

  /// Name, range and effects of a clip whose media begins at `start` on the clock of its timecode.
  ///
  /// - Throws: what an expression throws.
  mutating func properties(start: Time) throws -> Editorial.Properties {
    let shown = sourceStart
    var properties = Editorial.Properties(
      name: layer.name ?? fileName ?? source?.name ?? "",
      sourceRange: TimeRange(start: start + shown, duration: range.duration))
    properties.isEnabled = layer.isEnabled
    properties.effects = timeEffects
    var words = LayerWords(layer, in: content.size.size, rate: content.rate)
    var members: [JSONValue.Member] = []
    noteRemap()
    if kind == .video {
      let options = try words.picture()
      members.append(JSONValue.Member("options", options))
      loseUntold(options, byEffects: !builder.options.dialects.isEmpty)
      properties.effects += try lookEffects(mediaStart: start + shown)
    }
    if kind == .audio, let remap = try words.remap() {
      members.append(JSONValue.Member("options", .members(["time_remap": remap])))
    }
    if kind == .audio || isNested, let sound = try words.sound() {
      members.append(JSONValue.Member("audio", sound))
      loseUntold(sound, byEffects: builder.options.dialects.contains(where: \.hasSound))
      loseVolume(sound)
      properties.effects += try soundEffects()
    }
    if isNested, !isHeard {
      members.removeAll { $0.key == "audio" }
      members.append(JSONValue.Member("audio", .bool(false)))
    }
    members += outside
    losses += words.losses
    properties.metadata.own = .object(
      members + [JSONValue.Member("layer", .int(index + 1))]
        + (layer.place.map { [JSONValue.Member("place", .string($0))] } ?? []))
    return properties
  }

  private var fileName: String? {
    if case .asset(let track)? = source { FilePath.name(of: track.path) } else { nil }
  }

  private var isHeard: Bool {
    guard layer.audio.isEnabled, let heard = content.heard, layer.source.audio != nil else {
      return layer.audio.isEnabled
    }
    return heard.contains(index)
  }

  /// How many seconds of the layer lie before the composition's beginning and after its end: keyframes are counted from the
  /// one, and fades from the other.
  private var outside: [JSONValue.Member] {
    let before = range.start == .zero ? -layer.timeRange.start : .zero
    let after = range.end == content.duration ? layer.timeRange.end - range.end : .zero
    return [("before", before), ("after", after)].filter { $0.1 > .zero }.map {
      JSONValue.Member($0.0, .number($0.1.seconds))
    }
  }

  private var isNested: Bool { if case .composition = layer.source { true } else { false } }

  /// The time of the source with which the clip begins; of one that runs backwards, with which it ends.
  private var sourceStart: Time {
    let timing = layer.timing
    if let frozen = timing.frozenTime { return frozen }
    guard timing.remap == nil else { return timing.sourceStart }
    let passed =
      timing.isReversed ? layer.timeRange.end - range.end : range.start - layer.timeRange.start
    return timing.sourceStart + passed.scaled(by: timing.speed)
  }

  private var timeEffects: [Editorial.Effect] {
    let timing = layer.timing
    if timing.remap != nil { return [Editorial.Effect(.timeEffect, "TimeEffect")] }
    if timing.frozenTime != nil {
      return source?.isStill == true ? [] : [Editorial.Effect(.freezeFrame, "FreezeFrame")]
    }
    // A warp that changes nothing makes Premiere drop those that do.
    guard timing.speed != .one || timing.isReversed else { return [] }
    let speed = timing.speed.doubleValue
    return [Editorial.Effect(.linearTimeWarp(timing.isReversed ? -speed : speed), "LinearTimeWarp")]
  }

  private mutating func lookEffects(mediaStart: Time) throws -> [Editorial.Effect] {
    let dialects = Dialect.allCases.filter { builder.options.dialects.contains($0) }
    guard !dialects.isEmpty else { return [] }
    let look = try LookCurves(layer, from: range.start, in: content.size.size, rate: content.rate)
    for dialect in dialects where !dialect.has(layer.blendMode) {
      lose(
        .approximated,
        "the blend mode '\(SnakeCase.text(layer.blendMode.rawValue))' is not written for \(dialect.rawValue)"
      )
    }
    return dialects.flatMap {
      $0.effects(
        look, blend: layer.blendMode, in: content.size.size, mediaStart: mediaStart,
        rate: content.rate)
    }
  }

  private mutating func soundEffects() throws -> [Editorial.Effect] {
    let dialects = Dialect.allCases.filter {
      $0.hasSound && builder.options.dialects.contains($0)
    }
    guard !dialects.isEmpty else { return [] }
    let audio = layer.audio
    let volume = try LookCurve(
      volume: audio.volume, decibels: audio.decibels, of: layer, from: range.start,
      rate: content.rate)
    for dialect in dialects where volume.keys.contains(where: { $0.value > dialect.loudest }) {
      lose(
        .approximated,
        "its volume goes above the \(dialect.loudest) dB that are written for \(dialect.rawValue)")
    }
    return dialects.flatMap {
      $0.sound(
        volume, fadeIn: audio.fadeIn, fadeOut: audio.fadeOut, in: content.size.size,
        rate: content.rate)
    }
  }

  // MARK: What is not a file

  private mutating func lose(_ outcome: Loss.Outcome, _ reason: String) {
    losses.append((outcome, reason))
  }

  private mutating func noteRemap() {
    guard layer.timing.remap != nil, kind == .video || layer.source.video == nil else { return }
    lose(
      .approximated,
      "its changing speed (time_remap) is not told to other programs; they play it straight on")
  }

  /// Names those of `options` that only Moonreel is told of.
  private mutating func loseUntold(_ options: JSONValue, byEffects: Bool) {
    guard !isPlaceholder else { return }
    let isFitted = layer.fit == layer.source.usualFit
    let names = options.names.filter { $0 != "fit" || !isFitted }
    losses += UntoldOptions.losses(names, byEffects: byEffects)
  }

  /// Names the programs that are told nothing of how loud the clip is, where others are.
  private mutating func loseVolume(_ sound: JSONValue) {
    let dialects = Dialect.allCases.filter { builder.options.dialects.contains($0) }
    guard !UntoldOptions.byEffects.isDisjoint(with: sound.names),
      dialects.contains(where: \.hasSound)
    else { return }
    for dialect in dialects where !dialect.hasSound {
      lose(.lost, "its volume is not written for \(dialect.rawValue)")
    }
  }

  /// What the layer shows, in words.
  private var what: String {
    if case .image = layer.source { return "a picture that the script draws" }
    return "what '\(source?.name ?? "it")' draws"
  }

  /// A generator that says why it is one.
  private mutating func placeholder() throws -> Editorial.Clip {
    let reason = "\(what) is made by Moonreel, and has no file"
    lose(.placeholder, reason)
    isPlaceholder = true
    let reference = generator(source?.name ?? "image", ["reason": .string(reason)])
    return Editorial.Clip(try properties(start: .zero), reference)
  }

  /// The layer alone, drawn in its place.
  private mutating func baked(by baker: ClipBaker) throws -> Editorial.Clip {
    let film = try content.alone(index)
    let whole = layer.timeRange.intersection(TimeRange(start: .zero, duration: content.duration))
    let path = try baker.pictures(
      of: film, in: whole, named: layer.name ?? source?.name ?? "picture")
    lose(.baked, "\(what) was rendered into '\(FilePath.name(of: path))'")
    var plain = Layer(layer.source, over: whole)
    (plain.name, plain.place, plain.blendMode) = (layer.name, layer.place, layer.blendMode)
    var maker = ClipMaker(plain, index, range, kind, builder)
    let reference = maker.file(path)
    (facts, address) = (maker.facts, maker.address)
    var properties = try maker.properties(start: .zero)
    losses += maker.losses
    if case .object(let members)? = properties.metadata.own {
      properties.metadata.own = .object(members.filter { $0.key != "options" })
    }
    return Editorial.Clip(properties, reference)
  }

  private mutating func bakedSound(by baker: ClipBaker) throws -> Editorial.Clip {
    let film = try content.alone(index)
    let path = try baker.sound(
      of: film, in: layer.timeRange, named: layer.name ?? source?.name ?? "sound")
    lose(.baked, "\(what) was mixed into '\(FilePath.name(of: path))'")
    var plain = Layer(layer.source, over: layer.timeRange)
    (plain.name, plain.place) = (layer.name, layer.place)
    var maker = ClipMaker(plain, index, range, kind, builder)
    let reference = maker.file(path)
    (facts, address) = (maker.facts, maker.address)
    return Editorial.Clip(try maker.properties(start: .zero), reference)
  }
}

extension LookCurve {
  /// The whole gain of a layer in decibels.
  fileprivate init(
    volume: Animated<Double>, decibels: Animated<Double>, of layer: Layer, from start: Time,
    rate: FrameRate
  ) throws {
    self = try LookCurve(
      of: layer, from: start, rate: rate, moving: [volume, decibels]
    ) { time in
      let factor = max(0, try volume.value(at: time))
      let gain = factor > 0 ? 20 * PortableMath.log(factor) / PortableMath.log(10.0) : -100
      return gain + (try decibels.value(at: time))
    }
  }
}

extension FilmContent {
  /// The film with layer `index` alone, and what it needs of others.
  ///
  /// - Throws: `MoonreelError` where it cannot be lowered.
  func alone(_ index: Int) throws -> ComposedTimeline {
    var composition = Composition(size: size, frameRate: rate)
    composition.chosenDuration = duration
    for (position, layer) in layers.enumerated() {
      var layer = layer
      (layer.isSolo, layer.blendMode, layer.blending) = (position == index, .normal, nil)
      if position == index { layer.isEnabled = true }
      composition.add(layer)
    }
    return try composition.lowered(isNested: true)
  }
}
