// SPDX-License-Identifier: MIT

import MoonreelCore

extension VideoComposition {
  /// Tells every compositor that takes part in `range` what it will draw: first all of them that it is
  /// coming (``Compositor/anticipateRendering(in:)``), then each that it is about to begin
  /// (``Compositor/prerollForRendering(in:)``), the composition's own first, then in order of time.
  ///
  /// - Throws: whatever a compositor throws; nothing can be drawn then.
  public func prepareToRender(_ range: TimeRange) throws {
    let parts = compositorsAtWork(in: range)
    for part in parts { part.compositor.anticipateRendering(in: part.range) }
    for part in parts { try part.compositor.prerollForRendering(in: part.range) }
  }

  private func compositorsAtWork(
    in range: TimeRange
  ) -> [(compositor: any Compositor, range: TimeRange)] {
    var own: TimeRange?
    var parts: [(compositor: any Compositor, range: TimeRange)] = []
    for instruction in instructions where instruction.passthroughTrackID == nil {
      let part = instruction.timeRange.intersection(range)
      guard !part.isEmpty else { continue }
      if let compositor = instruction.compositor {
        parts.append((compositor, part))
      } else if instruction.layerInstructions.isEmpty {
        own = own?.union(part) ?? part
      }
    }
    if let compositor, let own { parts.insert((compositor, own), at: 0) }
    return parts
  }
}
