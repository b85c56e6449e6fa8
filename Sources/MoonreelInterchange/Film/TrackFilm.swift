// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// Makes layers of a film of tracks: one for each segment, looking as the instructions say.
struct TrackFilm {
  let film: ComposedTimeline
  private var result: FilmContent

  init(_ film: ComposedTimeline) {
    self.film = film
    result = FilmContent(film, layers: [])
  }

  private var video: VideoComposition { film.videoComposition }

  /// The film as rows of layers.
  ///
  /// - Throws: what an expression throws.
  func content() throws -> FilmContent {
    var maker = self
    let (order, isContradictory) = maker.pictureOrder
    for track in order { maker.add(track, .video) }
    for track in film.timeline.tracks(.audio) { maker.add(track, .audio) }
    maker.result.background = video.instructions.first?.backgroundColor
    maker.noteDrawing(isContradictory: isContradictory)
    return maker.result
  }

  /// Notes what the instructions say of the whole picture and others do not do.
  private mutating func noteDrawing(isContradictory: Bool) {
    if isContradictory {
      result.lose(.approximated, "the order in which its tracks lie over each other changes")
    }
    for instruction in video.instructions where isDrawnByFunction(instruction) {
      result.lose(
        .lost, "a function of the script draws the pictures from here on",
        over: instruction.timeRange)
    }
    if Set(video.instructions.map(\.backgroundColor)).count > 1 {
      result.lose(.lost, "its background changes")
    }
  }

  private func isDrawnByFunction(_ instruction: VideoInstruction) -> Bool {
    instruction.compositor != nil
      || video.compositor != nil && instruction.layerInstructions.isEmpty
  }

  /// The tracks of pictures from the bottom up, as instructions lay them, and whether these contradict each other.
  private var pictureOrder: (tracks: [Track], isContradictory: Bool) {
    var order = film.timeline.tracks(.video).map(\.id)
    var isContradictory = false
    for instruction in video.instructions {
      let drawn = Array(instruction.layerInstructions.map(\.trackID).reversed())
      let places = drawn.compactMap { order.firstIndex(of: $0) }
      guard places != places.sorted(), places.count == drawn.count else { continue }
      if instruction.timeRange != video.instructions.first?.timeRange { isContradictory = true }
      for (place, id) in zip(places.sorted(), drawn) { order[place] = id }
    }
    return (order.compactMap { film.timeline[$0] }, isContradictory)
  }

  private mutating func add(_ track: Track, _ type: MediaType) {
    var row = FilmContent.Row(name: track.title ?? "", layers: [], isEnabled: track.isEnabled)
    for segment in track.segments {
      guard let source = segment.source else { continue }
      var layer = Self.layer(segment, source, type)
      switch type {
      case .video: look(&layer, segment, track)
      case .audio: sound(&layer, track)
      case .subtitle, .metadata: break
      }
      row.layers.append(result.layers.count)
      result.layers.append(layer)
    }
    guard !row.layers.isEmpty else { return }
    switch type {
    case .video:
      if row.name.isEmpty { row.name = "V\(result.pictures.count + 1)" }
      result.pictures.append(row)
    case .audio:
      if row.name.isEmpty { row.name = "A\(result.sounds.count + 1)" }
      result.sounds.append(row)
    case .subtitle, .metadata: break
    }
  }

  /// A layer that shows or plays what `segment` does.
  static func layer(_ segment: Segment, _ source: SegmentSource, _ type: MediaType) -> Layer {
    var timing = LayerTiming()
    let range = segment.sourceRange
    (timing.sourceStart, timing.isReversed) = (range.start, segment.isReversed)
    timing.speed = segment.rate
    if let curve = segment.curve {
      let keys = curve.points.map {
        Keyframe(time: $0.target - segment.targetRange.start, value: $0.source.seconds)
      }
      timing.remap = (try? KeyframeAnimation(keys)).map { .keyframes($0) }
    } else if source.isStill || range.duration <= Time(flicks: 1) {
      timing.frozenTime = range.start
      timing.speed = .one
    }
    let media: LayerSource
    switch source {
    case .timeline(let timeline): media = .composition(ComposedTimeline(inside: timeline))
    case .composed(let composed): media = .composition(composed)
    case .asset, .custom:
      media = type == .video ? .media(video: source, audio: nil) : .media(video: nil, audio: source)
    }
    var layer = Layer(media, over: segment.targetRange, timing: timing)
    layer.place = segment.place
    if type == .video { layer.audio.isEnabled = false }
    return layer
  }

  // MARK: How it looks

  private mutating func look(_ layer: inout Layer, _ segment: Segment, _ track: Track) {
    var (opacities, transforms) = (KeyList<Double>(), KeyList<AffineTransform>())
    let start = segment.targetRange.start
    var hasCrop = false
    for instruction in video.instructions where instruction.timeRange.overlaps(segment.targetRange)
    {
      let range = instruction.timeRange.intersection(segment.targetRange)
      let drawn = instruction.layerInstructions.first { $0.trackID == track.id }
      if drawn == nil, !isDrawnByFunction(instruction), instruction.passthroughTrackID != track.id {
        opacities.add(0, to: 0, over: range.shifted(by: -start))
        continue
      }
      for ramp in drawn?.opacities.ramps(in: range, initial: 1) ?? [] {
        opacities.add(ramp.start, to: ramp.end, over: ramp.timeRange.shifted(by: -start))
      }
      let upright = track.uprightTransform(of: segment)
      for ramp in drawn?.transforms.ramps(in: range, initial: upright) ?? [] {
        transforms.add(ramp.start, to: ramp.end, over: ramp.timeRange.shifted(by: -start))
      }
      hasCrop = hasCrop || drawn.map { !$0.crops.isEmpty } ?? false
    }
    layer.opacity = opacities.animated ?? .constant(1)
    if hasCrop { lose(layer, "the crop of its layer instruction") }
    if let size = segment.source?.naturalSize, !transforms.isEmpty {
      place(&layer, transforms, size, upright: segment.source?.preferredTransform ?? .identity)
    }
  }

  /// Places the layer as the transforms do, which map the natural frame.
  private mutating func place(
    _ layer: inout Layer, _ transforms: KeyList<AffineTransform>, _ size: PixelSize,
    upright: AffineTransform
  ) {
    guard let back = upright.inverted else { return }
    let box = upright.boundingBox(of: Rect(origin: .zero, size: size.size))
    let maps = transforms.map { back.followed(by: $0) }
    let fitted = FitMode.contain.transform(from: box, into: video.renderSize.size)
    if let only = maps.constant, only.isNear(fitted) { return }
    let parts = maps.map { PlacedBox($0) }
    layer.fit = .none
    func length(_ path: KeyPath<PlacedBox, Double>) -> Animated<RelativeLength>? {
      parts.map { RelativeLength(pixels: $0[keyPath: path]) }.animated
    }
    func number(_ path: KeyPath<PlacedBox, Double>, _ usual: Double) -> Animated<Double> {
      parts.map { $0[keyPath: path] }.animated ?? .constant(usual)
    }
    layer.transform.anchorX = .constant(RelativeLength(pixels: 0))
    layer.transform.anchorY = .constant(RelativeLength(pixels: 0))
    (layer.transform.x, layer.transform.y) = (length(\.x), length(\.y))
    layer.transform.scaleX = number(\.scaleX, 1)
    layer.transform.scaleY = number(\.scaleY, 1)
    layer.transform.rotation = number(\.rotation, 0)
    layer.transform.skewX = number(\.skewX, 0)
    if let rotation = layer.transform.rotation.constant, rotation.isFinite { return }
    lose(layer, "its turning goes by angles instead of coefficient by coefficient", .approximated)
  }

  // MARK: How it sounds

  private mutating func sound(_ layer: inout Layer, _ track: Track) {
    guard let entry = film.audioMix.parameters(for: track.id) else { return }
    var volumes = KeyList<Double>()
    for ramp in entry.volumes.ramps(in: layer.timeRange, initial: 1) {
      let range = ramp.timeRange.shifted(by: -layer.timeRange.start)
      volumes.add(max(0, ramp.start), to: max(0, ramp.end), over: range)
    }
    layer.audio.volume = volumes.animated ?? .constant(1)
    layer.audio.pitch = entry.timePitchAlgorithm
    layer.audio.isInverted = entry.isInverted
    layer.audio.declick = entry.declick
    layer.audio.effects = entry.effects
    layer.audio.output = entry.output
    layer.audio.sends = entry.sends
    layer.audio.loudness = entry.loudness?.target
    if !entry.reachesOutput { layer.audio.isEnabled = false }
    if !entry.factors.isEmpty || !entry.inputFactors.isEmpty {
      lose(layer, "the pan, balance or moving volume of its track")
    }
  }

  private mutating func lose(_ layer: Layer, _ reason: String, _ outcome: Loss.Outcome = .lost) {
    result.lose(
      Loss(
        outcome, "the segment '\((layer.source.video ?? layer.source.audio)?.name ?? "")'", reason,
        timeRange: layer.timeRange, place: layer.scriptPlace))
  }
}

extension ComposedTimeline {
  /// A timeline that lies in another: where it has no pictures, what lies below shows.
  fileprivate init(inside timeline: Timeline) {
    self.init(timeline)
    for index in videoComposition.instructions.indices {
      videoComposition.instructions[index].backgroundColor = .transparent
    }
  }
}
