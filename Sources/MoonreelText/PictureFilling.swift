// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

// Pictures as fills: what is filled becomes the matte of the picture, and lies between what is under it (plate,
// shadows, lines outside) and the lines on it.

extension ShapeDrawing {
  /// `description` as a picture, with `picture` in place of its fill where that is a stencil.
  ///
  /// - Throws: as ``init(of:)``.
  public static func image(of description: ShapeDescription, filledWith picture: PictureFill?)
    throws
    -> Image
  {
    guard let picture, case .stencil? = description.fill else {
      return Image(.drawing(try ShapeDrawing(of: description)))
    }
    func drawn(_ layers: Set<DecoratedFigure.Layer>) throws -> ShapeDrawing {
      try ShapeDrawing(of: description, layers: layers)
    }
    let matte = try drawn([.figure])
    var image = picture.placed(in: matte.box).matted(by: Image(.drawing(matte)))
    if description.hasLinesOnTop { image = Image(.drawing(try drawn([.lines]))).over(image) }
    if description.hasUnder { image = image.over(Image(.drawing(try drawn([.under])))) }
    return Image(image.node, placedBy: matte.box)
  }
}

extension TextDrawing {
  /// The title as a picture, with `pictures` in place of its stencils. Glyphs that are pictures themselves stay.
  public func image(filledWith pictures: [PictureFill] = []) -> Image {
    guard !pictures.isEmpty else { return Image(.drawing(self)) }
    return layout.fonts.exclusively { filled(with: pictures) }
  }

  private func filled(with pictures: [PictureFill]) -> Image {
    let all = Array(layout.clusters.indices)
    let stencils = all.map { layout.clusters[$0].stencil }
    func drawn(_ clusters: [Int], _ layers: Set<DecoratedFigure.Layer>) -> Image {
      PartDrawing(clusters, layers, of: self).map { Image(.drawing($0)) } ?? .empty
    }
    var image = drawn(all.filter { stencils[$0] == nil }, [.figure])
    for (index, picture) in pictures.enumerated() {
      let matte = drawn(all.filter { stencils[$0] == index }, [.figure])
      image = image.over(picture.placed(in: layout.box).matted(by: matte))
    }
    image = image.over(drawn(all, [.plate, .under, .background]))
    if description.strokes.contains(where: { $0.position != .outside }) {
      image = drawn(all, [.lines]).over(image)
    }
    return Image(image.node, placedBy: box)
  }
}

extension GlyphCluster {
  /// The number of the picture that its outline is filled with.
  fileprivate var stencil: Int? {
    if case .stencil(let index, _) = look.fill, !isColored { index } else { nil }
  }
}

extension ShapeDescription {
  fileprivate var hasLinesOnTop: Bool { strokes.contains { $0.position != .outside } }
  fileprivate var hasUnder: Bool {
    !shadows.isEmpty || strokes.contains { $0.position == .outside }
  }
}
