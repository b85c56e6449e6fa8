// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// Reads what `composition:sequence` is given: layers one after the other.
struct SequenceOptions {
  private let owner: CompositionHandle
  private let call: Call
  private let options: Options
  /// What is given instead of a list of one.
  private let onlyItem: Argument?

  private static let own = [
    "at", "overlap", "gap", "transition", "each", "clip_duration", "cut_on",
  ]

  init(_ owner: CompositionHandle, _ call: Call) throws {
    (self.owner, self.call) = (owner, call)
    let shared = LayerOptions.names.filter { !["source", "at", "duration"].contains($0) }
    switch call[0].value {
    case .table, .nil:
      options = try call[0].options(Self.own + shared, owner: call.name, items: 100_000)
      onlyItem = nil
    default:
      options = Options(state: call.state, view: nil, owner: call.name)
      onlyItem = call[0]
    }
  }

  private var rate: FrameRate { owner.composition.frameRate }

  /// Adds the layers.
  func add() throws -> SequenceHandle {
    let sources = try self.sources()
    guard !sources.isEmpty else {
      throw MoonreelError(.invalidArgument, "\(call.name) needs a list of sources or layers")
    }
    let overlap = try overlap()
    let transition = try options["transition"].ifGiven {
      try owner.host.transition($0, place: call.place)
    }
    let each = try options["each"].ifGiven { try $0.callback("a function (layer, index)") }
    let cuts = try options["cut_on"].ifGiven { try SequenceCuts($0, in: owner) }
    var time = try options["at"].ifGiven { try $0.time(rate) } ?? .zero
    var layers: [LayerID] = []
    for (index, source) in sources.enumerated() {
      let id = try owner.addItem(source, call, options, at: time)
      let layer = LayerHandle(owner, id)
      if sources.count > 1 { try check(layer, index, overlap) }
      if index + 1 < sources.count { cuts?.moveEnd(of: &layer.layer, overlap: overlap) }
      if let last = layers.last, var transition {
        (transition.from, transition.to) = (last, id)
        owner.composition.transitions.append(transition)
      }
      if let each {
        try call.state.call(each, [.object(layer), .integer(Int64(index + 1))]) { _ in }
      }
      layers.append(id)
      time = layer.layer.timeRange.end - overlap
    }
    var sequence = LayerSequence(layers)
    (sequence.overlap, sequence.transition) = (overlap, transition)
    return SequenceHandle(owner, sequence)
  }

  /// The items; a list among them stands for its own items.
  private func sources() throws -> [Argument] {
    if let onlyItem { return [onlyItem] }
    var sources: [Argument] = []
    var position = 1
    while true {
      let item = try options.item(position, "item \(position)")
      if item.isNil {
        if let count = options.view?.count, position < count {
          throw Argument(
            state: call.state, value: .nil, label: "item \(position) of \(call.name)"
          ).hole(of: count)
        }
        return sources
      }
      if case .table(let view) = item.value, try view.keys().names.isEmpty {
        guard view.count > 0 else {
          throw item.expected(
            "what a layer can show, a table of a layer's options with its 'source', or a list of these"
          )
        }
        sources += try item.items("a list of sources")
      } else {
        sources.append(item)
      }
      position += 1
    }
  }

  /// How long neighbours are there together; negative for a gap.
  private func overlap() throws -> Time {
    let overlap = try options["overlap"].ifGiven { try $0.duration(rate) }
    let gap = try options["gap"].ifGiven { try $0.duration(rate) }
    guard overlap == nil || gap == nil else {
      throw MoonreelError(.invalidArgument, "\(call.name) takes 'overlap' or 'gap', not both")
    }
    if try !options["transition"].isNil, overlap ?? .zero == .zero {
      throw MoonreelError(
        .invalidArgument, "\(call.name) needs an 'overlap' above 0 for its transition")
    }
    return overlap ?? -(gap ?? .zero)
  }

  private func check(_ layer: LayerHandle, _ index: Int, _ overlap: Time) throws {
    let duration = layer.layer.timeRange.duration
    guard duration <= overlap else { return }
    throw MoonreelError(
      .invalidArgument,
      "item \(index + 1) of \(call.name) lasts \(duration), which is no longer than the overlap of "
        + "\(overlap); shorten the overlap or take a longer clip")
  }
}

extension CompositionHandle {
  /// Adds an item of a sequence that begins at `time`: what it shows, or a table of a layer's options, which go
  /// before those in `shared`.
  func addItem(
    _ item: Argument, _ call: Call, _ shared: Options? = nil, at time: Time
  ) throws -> LayerID {
    let shared = shared ?? Options(state: call.state, view: nil, owner: call.name)
    let usual = try shared["clip_duration"].ifGiven { $0 }
    guard case .table = item.value else {
      return try LayerOptions(
        owner: self, options: shared, place: call.place, source: item, start: time,
        usualDuration: usual
      ).add()
    }
    var own = try item.options(
      LayerOptions.names.filter { $0 != "at" }, owner: item.label)
    guard try ["source", "effects", "compositor"].contains(where: { try !own[$0].isNil }) else {
      throw LayerOptions.showsNothing(own.owner)
    }
    let isTrimmed = try !own["trim"].isNil
    own.fallback = shared.view
    return try LayerOptions(
      owner: self, options: own, place: call.place, start: time,
      usualDuration: isTrimmed ? nil : usual
    ).add()
  }
}
