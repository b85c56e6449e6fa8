// SPDX-License-Identifier: MIT

import MoonreelCore

/// How one layer gives way to the next while both are there.
///
/// Its time is the overlap of the two layers. Both are drawn as they would be alone, each over nothing;
/// what `draw` makes of the two pictures takes their place. Progress is (t − start) / duration, eased:
/// 0 shows only the first, 1, which belongs to the excluded end, only the second.
public struct LayerTransition: Sendable {
  /// The picture for two pictures of the composition's size and a progress of 0…1; pure.
  public typealias Draw = @Sendable (Image, Image, Double, FrameContext) throws -> Image

  /// What messages and plans call it.
  public var name: String
  /// The layer that goes.
  public var from: LayerID
  /// The layer that comes.
  public var to: LayerID
  /// How progress follows time.
  public var timing: TimingFunction
  /// What becomes of the sound.
  public var crossFade: CrossFade
  /// Where the script asks for it, `"promo.lua:12"`; `nil`: unknown.
  public var place: String?
  /// What it looks like.
  public var draw: Draw

  /// A transition with every property given.
  public init(
    _ name: String, from: LayerID, to: LayerID, timing: TimingFunction = .linear,
    crossFade: CrossFade = .equalPower, place: String? = nil, draw: @escaping Draw
  ) {
    (self.name, self.from, self.to) = (name, from, to)
    (self.timing, self.crossFade, self.place, self.draw) = (timing, crossFade, place, draw)
  }

  /// The picture at `progress`; exactly one of the two at the ends.
  func image(_ from: Image, _ to: Image, at progress: Double, _ context: FrameContext) throws
    -> Image
  {
    if progress <= 0 { return from }
    if progress >= 1 { return to }
    return try draw(from, to, try timing.value(at: progress), context)
  }
}
