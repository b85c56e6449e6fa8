// SPDX-License-Identifier: MIT

import MoonreelCore

/// A change to a layer's picture, with parameters that may move.
///
/// The picture that `draw` gets is the layer's, fitted, the top-left corner of its box at the origin. The
/// context's size is the box's, its time the layer's own, its progress the share of the layer that has
/// passed; its history has the layer's picture at other times, as the effects before this one leave it. For
/// an adjustment layer the picture is what lies below, in the composition.
public struct LayerEffect: Sendable {
  /// The changed picture, for the parameters' values at the context's time; pure.
  public typealias Draw = @Sendable (Image, [String: EffectValue], FrameContext) throws -> Image

  /// What a parameter is.
  public enum ParameterKind: Hashable, Sendable {
    case number, point, color
  }

  /// What messages and `animate` call it.
  public var name: String
  /// Where the script asks for it, `"promo.lua:12"`; `nil`: unknown.
  public var place: String?
  /// Whether it is applied.
  public var isEnabled = true
  /// When it is applied, on the layer's clock; `nil`: always.
  public var timeRange: TimeRange?
  /// Its parameters by name.
  public var parameters: [String: Animated<EffectValue>]
  /// What may move of it, whether or not it has a value of its own yet.
  public var parameterKinds: [String: ParameterKind] = [:]
  /// The ranges that it draws numbers into, where it has declared any.
  public var parameterRanges: [String: ClosedRange<Double>] = [:]
  /// What it does.
  public var draw: Draw

  /// An effect that is always applied.
  public init(
    _ name: String, parameters: [String: Animated<EffectValue>] = [:], draw: @escaping Draw
  ) {
    (self.name, self.parameters, self.draw) = (name, parameters, draw)
  }

  /// `image` changed, unless the effect is off at this time.
  func apply(to image: Image, at context: FrameContext) throws -> Image {
    guard isEnabled, timeRange?.contains(context.time) ?? true else { return image }
    return try draw(image, try parameters.mapValues { try $0.value(at: context.time) }, context)
  }
}
