// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelSandbox
import MoonreelText

extension SVGDocument: Isolatable {
  static var kind: IsolatedKind { .svg }

  fileprivate enum Request: UInt8 {
    case size
    case draw
  }

  /// The document of `text` and the rules of `style`, where it can do no harm.
  ///
  /// - Throws: as the initializer; where it is fatal to the worker, that it is.
  static func isolated(_ text: [UInt8], style: String, name: String) throws -> Isolated<SVGDocument>
  {
    var content = ByteWriter()
    content.append(text)
    content.append(text: style)
    content.append(text: name)
    return try Isolated(content, name: name)
  }

  convenience init(content: inout ByteReader) throws {
    try self.init(try content.block(), style: try content.text(), name: try content.text())
  }

  func answer(_ request: inout ByteReader, canvas: DrawingMemory?) throws -> ByteWriter {
    var answer = ByteWriter()
    switch Request(rawValue: try request.number(UInt8.self)) {
    case .size?:
      let size = try size()
      answer.append(size.width)
      answer.append(size.height)
    case .draw?:
      let plane = try RasterPlane(&request, on: canvas)
      let (width, height) = (try request.number(Double.self), try request.number(Double.self))
      try draw(on: plane, size: Size(width, height))
    case nil: throw MoonreelError(.internalError, "Cannot draw an SVG: an unknown request.")
    }
    return answer
  }
}

extension Isolated where Object == SVGDocument {
  /// Its own size in pixels.
  func size() throws -> Size {
    var request = ByteWriter()
    request.append(SVGDocument.Request.size.rawValue)
    var answer = try ask(request)
    return Size(try answer.number(Double.self), try answer.number(Double.self))
  }

  /// Draws it, `size` large, on `plane`.
  func draw(on plane: RasterPlane, size: Size) throws {
    var request = ByteWriter()
    request.append(SVGDocument.Request.draw.rawValue)
    plane.append(to: &request)
    request.append(size.width)
    request.append(size.height)
    _ = try ask(request, canvas: plane.canvas)
  }
}
