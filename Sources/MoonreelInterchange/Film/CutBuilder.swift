// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// Makes tracks of rows of layers.
struct CutBuilder {
  let content: FilmContent
  let options: CutOptions
  let catalogue: MediaCatalogue
  let baker: ClipBaker?
  var losses: [Loss]
  var media: [String: MediaFacts] = [:]
  /// The positions of the transitions between layers that follow each other in a track.
  private var met: Set<Int> = []
  /// The compositions that the one at hand lies in.
  private let outer: [String]
  /// When the one at hand is shown, on the film's clock, where it lies in another.
  private let shownRange: TimeRange?

  init(
    _ film: ComposedTimeline, _ options: CutOptions, _ catalogue: MediaCatalogue,
    _ baker: ClipBaker?
  ) throws {
    content = try FilmContent(film)
    (self.options, self.catalogue, self.baker) = (options, catalogue, baker)
    (losses, outer, shownRange) = (content.losses, [], nil)
  }

  /// A builder of what `layer` of another shows, who is called `outer` last.
  private init(
    inside composed: ComposedTimeline, of builder: CutBuilder, _ layer: Layer, _ outer: [String]
  ) throws {
    content = try FilmContent(composed, isNested: true)
    (options, catalogue, baker) = (builder.options, builder.catalogue, builder.baker)
    let range = builder.shownRange ?? layer.timeRange
    (self.outer, shownRange) = (outer, range)
    losses = content.losses.map { loss in
      let subject = loss.subject == FilmContent.subject ? [] : [loss.subject]
      return Loss(
        loss.outcome, (outer + subject).joined(separator: ", "), loss.reason, timeRange: range,
        place: loss.place ?? layer.scriptPlace)
    }
  }

  /// The stack of all tracks.
  ///
  /// - Throws: what an expression of the film throws; `MoonreelError` of the baker.
  mutating func stack() throws -> Editorial.Stack {
    var tracks: [Editorial.Element] = []
    for row in content.pictures { tracks.append(.track(try track(row, .video))) }
    for row in content.sounds { tracks.append(.track(try track(row, .audio))) }
    noteUnmetChanges()
    return Editorial.Stack(tracks)
  }

  private mutating func track(_ row: FilmContent.Row, _ kind: Editorial.Track.Kind) throws
    -> Editorial.Track
  {
    var track = Editorial.Track(row.name, kind: kind)
    track.properties.isEnabled = row.isEnabled
    if options.dialects.contains(.resolve) {
      track.properties.metadata[Dialect.resolve.metadataName] = .members(["Locked": .bool(false)])
    }
    var cursor = Time.zero
    var coming: (change: FilmContent.Change, cut: Time)?
    for (position, index) in row.layers.enumerated() {
      let layer = content.layers[index]
      let next = position + 1 < row.layers.count ? row.layers[position + 1] : nil
      let going = change(from: index, to: next, kind, after: coming?.cut ?? layer.timeRange.start)
      let start = max(.zero, coming?.cut ?? layer.timeRange.start)
      let end = min(content.duration, going?.cut ?? layer.timeRange.end)
      coming = nil
      // What begins after the composition's end is not shown.
      guard start < end else { continue }
      let range = TimeRange(start: start, end: end)
      if range.start > cursor { track.children.append(gap(range.start - cursor)) }
      track.children.append(try element(layer, index, over: range, kind))
      cursor = range.end
      guard let going else { continue }
      if going.cut < content.duration {
        track.children.append(.transition(transition(going.change, going.cut, kind)))
        coming = going
      } else if kind == .video, going.change.range.start < content.duration {
        lose(
          content.layers[going.change.to], .approximated,
          "the transition '\(going.change.name)' goes on after the film's end, and is left out")
      }
    }
    return track
  }

  private func gap(_ duration: Time) -> Editorial.Element {
    .gap(Editorial.Properties(sourceRange: TimeRange(start: .zero, duration: duration)))
  }

  /// How a layer gives way to the next of its row, and the whole frame at which the one is cut off and the other
  /// begins; `nil` where they do not overlap.
  private mutating func change(
    from index: Int, to next: Int?, _ kind: Editorial.Track.Kind, after start: Time
  ) -> (change: FilmContent.Change, cut: Time)? {
    guard let next,
      let position = content.changes.firstIndex(where: { ($0.from, $0.to) == (index, next) })
    else { return nil }
    let isShown = [index, next].allSatisfy { content.layers[$0].source.isVisual }
    if kind == .video || !isShown { met.insert(position) }
    let change = content.changes[position]
    guard kind == .video || change.crossFade != .none else { return nil }
    let middle = change.range.start + change.range.duration.scaled(by: Rational(1, 2))
    let frame = content.rate.time(ofFrame: content.rate.frame(at: middle))
    let cut = min(max(frame, change.range.start), change.range.end)
    guard cut > start, cut < content.layers[next].timeRange.end else {
      lose(
        content.layers[next], .approximated,
        "the transition '\(change.name)' overlaps another, and is left out")
      return nil
    }
    return (change, cut)
  }

  private mutating func transition(
    _ change: FilmContent.Change, _ cut: Time, _ kind: Editorial.Track.Kind
  ) -> Editorial.Transition {
    let isDissolve = change.name == "dissolve"
    if !isDissolve, kind == .video {
      lose(
        content.layers[change.to], .approximated,
        "the transition '\(change.name)' is drawn by Moonreel alone; others show one of their own")
    }
    var transition = Editorial.Transition(
      name: change.name, inOffset: cut - change.range.start, outOffset: change.range.end - cut,
      isDissolve: isDissolve || kind == .audio)
    transition.metadata.own = .members([
      "audio": .string(SnakeCase.text(change.crossFade.rawValue))
    ])
    return transition
  }

  /// Names the transitions between layers that do not follow each other in one track.
  private mutating func noteUnmetChanges() {
    for (index, change) in content.changes.enumerated() where !met.contains(index) {
      lose(
        content.layers[change.to], .approximated,
        "the transition '\(change.name)' is left out: its layers are no neighbours in a track")
    }
  }

  // MARK: Losses

  /// What messages call a layer; one without an identifier was made of a segment.
  private func label(_ layer: Layer) -> String {
    guard layer.name == nil, layer.id.rawValue == 0 else { return layer.label }
    return "the segment '\((layer.source.video ?? layer.source.audio)?.name ?? "")'"
  }

  mutating func lose(_ layer: Layer, _ outcome: Loss.Outcome, _ reason: String) {
    losses.append(
      Loss(
        outcome, (outer + [label(layer)]).joined(separator: ", "), reason,
        timeRange: shownRange ?? layer.timeRange,
        place: layer.scriptPlace ?? content.place))
  }

  // MARK: Elements

  private mutating func element(
    _ layer: Layer, _ index: Int, over range: TimeRange, _ kind: Editorial.Track.Kind
  ) throws -> Editorial.Element {
    if case .composition(let composed) = layer.source {
      return .stack(try nested(composed, layer, index, over: range))
    }
    if layer.source.isAdjustment {
      lose(layer, .lost, "an adjustment layer changes what lies below it by effects of Moonreel")
      return gap(range.duration)
    }
    var maker = ClipMaker(layer, index, range, kind, self)
    let clip = try maker.clip()
    for loss in maker.losses { lose(layer, loss.outcome, loss.reason) }
    if let address = maker.address, let facts = maker.facts { media[address] = facts }
    return .clip(clip)
  }

  /// A composition inside this one.
  private mutating func nested(
    _ composed: ComposedTimeline, _ layer: Layer, _ index: Int, over range: TimeRange
  ) throws -> Editorial.Stack {
    var inner = try CutBuilder(inside: composed, of: self, layer, outer + [label(layer)])
    var stack = try inner.stack()
    losses += inner.losses
    media.merge(inner.media) { first, _ in first }
    var maker = ClipMaker(layer, index, range, .video, self)
    stack.properties = try maker.properties(start: .zero)
    for loss in maker.losses { lose(layer, loss.outcome, loss.reason) }
    if case .object(let members)? = FilmCut.settings(inner.content, options).own,
      case .object(let own)? = stack.properties.metadata.own
    {
      stack.properties.metadata.own = .object(members + own.filter { $0.key != "version" })
    }
    return stack
  }
}
