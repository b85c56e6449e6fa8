// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelSandbox
import MoonreelText

extension LottieFilm: Isolatable {
  static var kind: IsolatedKind { .lottie }

  /// The animation of `content`, where it can do no harm.
  ///
  /// - Throws: as the initializer; where it is fatal to the worker, that it is.
  static func isolated(_ content: LottieContent) throws -> Isolated<LottieFilm> {
    var bytes = ByteWriter()
    bytes.append(text: content.text)
    bytes.append(text: content.name)
    return try Isolated(bytes, name: content.name)
  }

  convenience init(content: inout ByteReader) throws {
    try self.init(try content.text(), name: try content.text())
  }

  func answer(_ request: inout ByteReader, canvas: DrawingMemory?) throws -> ByteWriter {
    let index = try request.number(Int64.self)
    let plane = try RasterPlane(&request, on: canvas)
    let margin = RasterPlane.clampedMargin
    let size = PixelSize(plane.size.width - 2 * margin, plane.size.height - 2 * margin)
    guard size.width > 0, size.height > 0 else { return ByteWriter() }
    draw(
      index, on: plane.base + margin * (plane.strideBytes + 4), size: size,
      strideBytes: plane.strideBytes)
    return ByteWriter()
  }
}

extension Isolated where Object == LottieFilm {
  /// Draws frame `index` on `plane`, but for the margin around it.
  func draw(_ index: Int64, on plane: RasterPlane) throws {
    var request = ByteWriter()
    request.append(index)
    plane.append(to: &request)
    _ = try ask(request, canvas: plane.canvas)
  }
}
