// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// Reads what `composition:add` is given.
struct LayerOptions {
  let owner: CompositionHandle
  let options: Options
  /// Where the script makes the layer.
  let place: String
  /// What it shows, where the options do not say it.
  var source: Argument?
  /// When it begins, where the options do not say it.
  var start: Time?
  /// How long it lasts where the options say nothing; nil: as long as its source.
  var usualDuration: Argument?

  static let names = LayerProperty.all.filter(\.isOption).map(\.name)

  /// Adds the layer.
  func add() throws -> LayerID {
    var draft = LayerDraft(in: owner, label: options.owner, place: place)
    let shown = try source ?? options["source"]
    if shown.isNil { try checkHasEffects() }
    for property in LayerProperty.shown { try property.set(&draft, shown) }
    let isRemapped = try checkTogether(draft)
    if let start { draft.times.start = start }
    try set(.time, of: &draft)
    try draft.settle(isItem: start != nil, isRemapped: isRemapped)
    try set(.look, of: &draft)
    return try owner.add(draft.layer, nested: draft.nested)
  }

  /// Sets the properties of `stage` that are given.
  private func set(_ stage: LayerProperty.Stage, of draft: inout LayerDraft) throws {
    for property in LayerProperty.all where property.isOption && property.stage == stage {
      if property.name == "at", start != nil { continue }
      var argument = try options[property.name]
      if property.name == "duration", argument.isNil, let usualDuration { argument = usualDuration }
      guard !argument.isNil else { continue }
      if property.move != nil, options.state.notesPlaces {
        draft.keysPlace = options.state.place(ofField: property.name, from: place)
      }
      try property.setOrMove(&draft, argument)
    }
  }

  /// Refuses options that mean nothing beside others, or to a layer without a picture; whether keyframes say what
  /// is shown.
  private func checkTogether(_ draft: LayerDraft) throws -> Bool {
    for property in LayerProperty.all where property.isOfPicture && property.isOption {
      if try !options[property.name].isNil { try draft.checkHasPicture(property) }
    }
    guard try !options["time_remap"].isNil else { return false }
    for other in ["speed", "reverse", "freeze"] where try !options[other].isNil {
      throw draft.isRemapped(other)
    }
    return true
  }

  /// Refuses a layer that shows nothing and changes nothing.
  private func checkHasEffects() throws {
    let effects = try options["effects"]
    let isEmpty: Bool
    if case .table = effects.value {
      isEmpty = try effects.list("a list of effects").isEmpty
    } else {
      isEmpty = effects.isNil
    }
    guard isEmpty, try options["compositor"].isNil else { return }
    // A nil that was read in the same line was probably meant to be the source.
    if let absence = options.state.absence, absence.place == place {
      throw MoonreelError(
        .invalidArgument,
        "\(options.owner) needs a 'source': what was given is nothing (nil), because "
          + "\(absence.reason)")
    }
    throw Self.showsNothing(options.owner)
  }

  /// The error of a layer that shows nothing and changes nothing.
  static func showsNothing(_ owner: String) -> MoonreelError {
    MoonreelError(
      .invalidArgument,
      "\(owner) needs a 'source', which the layer shows, or 'effects', which change what lies "
        + "below; for one that only serves others as parent, write source = mr.adjustment {}"
    )
  }
}
