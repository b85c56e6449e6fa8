// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel
import Testing

@testable import MoonreelText

/// Drawings by what they draw.
@Suite("Digests of drawings") struct DrawingDigests {
  private func text(_ set: (inout TextDescription) -> Void = { _ in }) throws -> TextDrawing {
    try TextDrawing(of: .plain("Moon", size: 40, set))
  }

  @Test("titles and shapes that are described alike have one digest")
  func alike() throws {
    #expect(try text().digest == text().digest)
    #expect(try text().digest != text { $0.block.width = 90 }.digest)
    let shape = ShapeDescription(Path(ellipseIn: Rect(x: 0, y: 0, width: 9, height: 9)))
    #expect(try ShapeDrawing(of: shape).digest == ShapeDrawing(of: shape).digest)
  }

  @Test("parts of a drawing, larger ones and the whole all differ")
  func parts() throws {
    let title = try text { description in
      description.strokes = [Stroke(width: 2)]
      description.shadows = [Shadow(offset: Point(2, 2), blur: 1)]
      description.style.background = .black
    }
    let shape = ShapeDescription(
      Path(rect: Rect(x: 0, y: 0, width: 20, height: 20)), strokes: title.description.strokes,
      shadows: title.description.shadows)
    var drawings: [any Drawing] = [title, GrownDrawing(title, by: 2), GrownDrawing(title, by: 3)]
    title.layout.fonts.exclusively {
      for clusters in [[0], [1], [0, 1]] {
        for layer in [DecoratedFigure.Layer.under, .background, .figure, .lines] {
          drawings += [PartDrawing(clusters, [layer], of: title)].compactMap { $0 }
        }
      }
    }
    let count = drawings.count
    drawings.append(try ShapeDrawing(of: shape))
    for layer in [DecoratedFigure.Layer.under, .figure, .lines] {
      drawings.append(try ShapeDrawing(of: shape, layers: [layer]))
    }
    #expect(count == 15)
    let digests = try drawings.map { try #require($0.digest) }
    #expect(Set(digests).count == drawings.count)
    let again = try text { $0 = title.description }
    try again.layout.fonts.exclusively {
      let part = try #require(PartDrawing([0], [.under], of: again))
      #expect(part.digest == digests[3])
    }
  }
}
