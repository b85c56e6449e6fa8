// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// One property of a layer as scripts see it: the row that `composition:add`, reading, setting and `animate` go by.
///
/// A new one is a row here, its line in the stubs (`moonreel.LayerOptions`), and an example in the test that sweeps
/// them all.
struct LayerProperty: Sendable {
  /// When a new layer is given it.
  enum Stage: Sendable {
    /// First: everything else depends on what is shown.
    case source
    /// Together: where the layer lies in time follows from all of them.
    case time
    /// Then, when the layer's length is known.
    case look
  }

  typealias Value = @Sendable (LayerHandle, Time) throws -> LuaValue
  typealias Set = @Sendable (inout LayerDraft, Argument) throws -> Void
  typealias Move = @Sendable (inout LayerDraft, Argument, Argument) throws -> Void

  let name: String
  let stage: Stage
  /// Whether it means nothing to adjustment layers, which have no picture of their own.
  let isOfPicture: Bool
  /// Whether `composition:add` takes it by its name.
  let isOption: Bool
  /// Its value at a time of the layer's clock.
  let value: Value
  /// Sets it to a value that stays.
  let set: Set
  /// Lets it move by keyframes and their options; `nil`: it cannot.
  var move: Move?

  init(
    _ name: String, stage: Stage = .look, isOfPicture: Bool = false, isOption: Bool = true,
    value: @escaping Value, set: @escaping Set
  ) {
    (self.name, self.stage) = (name, stage)
    (self.isOfPicture, self.isOption) = (isOfPicture, isOption)
    (self.value, self.set) = (value, set)
  }

  /// All of them, in the order in which a new layer is given them.
  static let all = shown + timed + looks + bonds + single + pairs

  /// The property called `name`.
  static func named(_ name: String) -> LayerProperty? { all.first { $0.name == name } }

  /// Sets the property, or lets it move where `argument` is a function or a list of keyframes.
  func setOrMove(_ draft: inout LayerDraft, _ argument: Argument) throws {
    guard let move else { return try set(&draft, argument) }
    guard try argument.isAnimation else {
      var argument = argument
      if case .table = argument.value {
        argument.alternative = ", or keyframes { { time, value }, … }"
      }
      return try set(&draft, argument)
    }
    try move(&draft, argument, argument.nothing)
  }
}

// MARK: Kinds

extension LayerProperty {
  /// `true` or `false`.
  static func flag(
    _ name: String, _ path: WritableKeyPath<Layer, Bool> & Sendable, isOfPicture: Bool = false
  ) -> LayerProperty {
    LayerProperty(name, isOfPicture: isOfPicture) { handle, _ in
      .boolean(handle.layer[keyPath: path])
    } set: { draft, argument in
      draft.layer[keyPath: path] = try argument.boolean()
    }
  }

  /// One of the names of `Choice`.
  static func choice<Choice: RawRepresentable & CaseIterable & SendableMetatype>(
    _ name: String, _ path: WritableKeyPath<Layer, Choice> & Sendable
  ) -> LayerProperty where Choice.RawValue == String {
    LayerProperty(name, isOfPicture: true) { handle, _ in
      .string(SnakeCase.text(handle.layer[keyPath: path].rawValue))
    } set: { draft, argument in
      draft.layer[keyPath: path] = try argument.choice()
    }
  }

  /// What Swift holds in another form than the script gave it; it is given back as it was given. `read` gets nil
  /// where a script takes it away.
  static func given(
    _ name: String, stage: Stage = .look, isOfPicture: Bool = false, read: @escaping Set
  ) -> LayerProperty {
    LayerProperty(name, stage: stage, isOfPicture: isOfPicture) { handle, _ in
      (handle.layer.givenValues[name] as? GivenValue)?.value ?? .nil
    } set: { draft, argument in
      try read(&draft, argument)
      draft.layer.givenValues[name] = argument.isNil ? nil : try argument.given()
    }
  }
}

extension Argument {
  /// No options, in this argument's name.
  var nothing: Argument { Argument(state: state, value: .nil, label: label) }
}
