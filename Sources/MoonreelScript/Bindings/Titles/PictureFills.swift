// SPDX-License-Identifier: MIT

import MoonreelModel

/// The pictures that a title or a shape is filled with, collected while it is read.
final class PictureFills {
  private(set) var all: [PictureFill] = []

  /// The paint that stands for the picture of `argument`, `{ image = …, fit = …, scale = … }`; `nil` where it
  /// is no picture.
  func stencil(_ argument: Argument) throws -> Paint? {
    guard case .table(let view) = argument.value, try !view.field("image").isNil else { return nil }
    let options = try argument.options(["image", "fit", "scale"], owner: argument.label)
    var fill = PictureFill(try options["image"].image())
    try options["fit"].ifGiven { fill.fit = try $0.choice() }
    try options["scale"].ifGiven { fill.scale = try $0.real(0.001...1000) }
    all.append(fill)
    return .stencil(index: all.count - 1, isOpaque: fill.fit.covers)
  }
}
