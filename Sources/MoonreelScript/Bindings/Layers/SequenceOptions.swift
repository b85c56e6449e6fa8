// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// Reads what `composition:sequence` is given: layers one after the other.
struct SequenceOptions {
  private let owner: CompositionHandle
  private let call: Call
  private let options: Options

  private static let own = ["at", "overlap", "gap", "transition", "each", "clip_duration"]

  init(_ owner: CompositionHandle, _ call: Call) throws {
    (self.owner, self.call) = (owner, call)
    let shared = LayerOptions.names.filter { !["source", "at", "duration"].contains($0) }
    options = try call[0].options(Self.own + shared, owner: call.name, items: 100_000)
  }

  private var rate: FrameRate { owner.composition.frameRate }

  /// Adds the layers.
  ///
  /// - Returns: their handles in order.
  func add() throws -> [LuaValue] {
    let sources = try self.sources()
    guard !sources.isEmpty else {
      throw MoonreelError(.invalidArgument, "\(call.name) needs what comes one after the other")
    }
    let overlap = try overlap()
    var time = try options["at"].ifGiven { try $0.time(rate) } ?? .zero
    var layers: [LayerHandle] = []
    for (index, source) in sources.enumerated() {
      let layer = LayerHandle(owner, try add(source, at: time))
      if let last = layers.last { try join(last, layer, overlap, index) }
      try options["each"].ifGiven { each in
        try call.state.call(
          try each.callback("a function (layer, index)"),
          [
            .object(layer), .integer(Int64(index + 1)),
          ]
        ) { _ in }
      }
      layers.append(layer)
      time = layer.layer.timeRange.end - overlap
    }
    return layers.map { .object($0) }
  }

  /// The items; a list among them stands for its own items.
  private func sources() throws -> [Argument] {
    var sources: [Argument] = []
    var position = 1
    while true {
      let item = try options.item(position, "item \(position)")
      if item.isNil { return sources }
      if case .table(let view) = item.value, view.count > 0, try view.keys().names.isEmpty {
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

  private func add(_ source: Argument, at time: Time) throws -> LayerID {
    var own = options
    own.replacements = [
      "source": source.value, "at": .number(time.seconds),
      "duration": try options["clip_duration"].value,
    ]
    if case .table(let view) = source.value {
      own = Options(state: call.state, view: view, owner: "\(call.name), \(source.label)")
      _ = try source.options(LayerOptions.names.filter { $0 != "at" }, owner: own.owner)
      own.fallback = options.view
      own.replacements = ["at": .number(time.seconds)]
    }
    let reader = LayerOptions(
      host: owner.host, owner: owner, options: own, place: call.place)
    let id = try reader.add()
    // Seconds as a number would round: the exact time is put in afterwards.
    let duration = owner.composition[id].timeRange.duration
    owner.composition[id].timeRange = TimeRange(start: time, duration: duration)
    return id
  }

  private func join(_ last: LayerHandle, _ next: LayerHandle, _ overlap: Time, _ index: Int) throws
  {
    for handle in [last, next] where overlap > .zero {
      let duration = handle.layer.timeRange.duration
      guard duration > overlap else {
        let number = handle === last ? index : index + 1
        throw MoonreelError(
          .invalidArgument,
          "item \(number) of \(call.name) lasts \(duration), which is no longer than the overlap of "
            + "\(overlap); shorten the overlap or take a longer clip")
      }
    }
    let argument = try options["transition"]
    guard !argument.isNil else { return }
    var transition = try owner.host.transition(argument, place: call.place)
    (transition.from, transition.to) = (last.id, next.id)
    owner.composition.transitions.append(transition)
  }
}
