// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// A layer while a script makes or changes it.
struct LayerDraft {
  let owner: CompositionHandle
  /// Whose properties they are, for messages: `"composition:add"`, `"layer 'logo'"`.
  let label: String
  /// Where the script makes or changes it.
  let place: String
  /// Where the script gives the keyframes that are read next; `nil`: nobody wants to know.
  var keysPlace: String?
  /// Whether it is being made.
  let isNew: Bool
  var layer: Layer
  var times: LayerTimes
  /// The composition that it shows, if it shows one.
  var nested: CompositionHandle?
  /// What a new layer was told to show.
  var shown = GivenSource.known(.adjustment)
  /// Whether it shows something else than before, though it was not given another source.
  var hasOtherSource = false
  /// Whether it is to last as long as its rounds.
  var lastsRounds = false
  /// The effects that its source, an adjustment, brings.
  var sourceEffects: [LayerEffect] = []

  /// A new layer.
  init(in owner: CompositionHandle, label: String, place: String) {
    (self.owner, self.label, self.place, isNew) = (owner, label, place, true)
    layer = Layer(.adjustment, over: TimeRange(start: .zero, duration: .zero))
    layer.place = place
    times = LayerTimes()
  }

  /// The layer of `handle`.
  init(_ handle: LayerHandle, place: String) {
    (owner, layer, self.place, isNew) = (handle.owner, handle.layer, place, false)
    keysPlace = owner.host.state.notesPlaces ? place : nil
    (label, times) = (layer.label, LayerTimes(of: layer))
    sourceEffects = Self.effects(of: (layer.givenValues["source"] as? GivenValue)?.value ?? .nil)
  }

  /// Those that `source` brings: of an adjustment, its own.
  static func effects(of source: LuaValue) -> [LayerEffect] {
    if case .object(let adjustment as AdjustmentHandle) = source { adjustment.effects } else { [] }
  }

  var rate: FrameRate { owner.composition.frameRate }

  /// What its keyframes are counted in.
  var clock: KeyframeClock {
    KeyframeClock(length: layer.timeRange.duration, rate: rate, place: keysPlace)
  }

  /// Lets the layer show what its times say.
  mutating func settle(isItem: Bool = false, isRemapped: Bool = false) throws {
    try wrapLoop(isItem: isItem)
    let range = try times.range(
      until: owner.composition.chosenDuration, isItem: isItem, isRemapped: isRemapped, rate: rate,
      owner: label)
    layer.show(times.source, over: range, timing: times.timing)
  }

  /// Refuses `property` where it belongs to a picture and the layer has none.
  func checkHasPicture(_ property: LayerProperty) throws {
    guard property.isOfPicture, times.source.isAdjustment else { return }
    throw MoonreelError(
      .invalidArgument,
      "bad '\(property.name)' of \(label): an adjustment layer has no picture of its own; it changes what lies "
        + "below by its effects, as far as its mask, matte and opacity let it")
  }
}
