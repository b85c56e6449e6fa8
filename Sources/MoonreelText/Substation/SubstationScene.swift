// SPDX-License-Identifier: MIT

import CTextHost
import MoonreelCore
import MoonreelModel
import MoonreelSandbox

/// Owns one script in libass.
///
/// `@unchecked Sendable`: the pointer is used by one thread at a time, whom ``SubstationRenderer`` lets in.
final class SubstationScene: @unchecked Sendable {
  private let pointer: OpaquePointer

  private init(header: [UInt8], name: String) throws {
    let text = header + [0]
    let made = text.withUnsafeBytes { bytes in
      mr_substation_make(
        bytes.baseAddress?.assumingMemoryBound(to: CChar.self), header.count,
        FontConfiguration.text)
    }
    guard let made else {
      throw MoonreelError(.limitExceeded, "Cannot draw '\(name)': out of memory.")
    }
    pointer = made
  }

  deinit { mr_substation_free(pointer) }

  /// What is drawn at the last of `moments`, which libass sees in order, on `size` pixels for a film of
  /// `frame`.
  private func draw(_ moments: [Int64], size: [Int32], frame: [Int32]) -> mr_area {
    mr_substation_forget_places(pointer)
    var area = mr_area()
    for moment in moments {
      area = mr_substation_draw(pointer, moment, size[0], size[1], frame[0], frame[1])
    }
    return area
  }

  /// Writes what was drawn last within `area` on `plane`.
  private func paint(_ area: mr_area, on plane: RasterPlane) {
    mr_substation_paint(
      pointer, area, plane.base.assumingMemoryBound(to: UInt8.self), plane.strideBytes)
  }

  /// What libass had to say so far, each sentence once.
  private func takeMessages() -> [String] {
    var messages: [String] = []
    while true {
      var text = [CChar](repeating: 0, count: 256)
      mr_substation_take_message(pointer, &text, text.count)
      let end = text.firstIndex(of: 0) ?? 0
      guard end > 0 else { return messages.reversed() }
      messages.append(String(decoding: text[..<end].map(UInt8.init(bitPattern:)), as: UTF8.self))
    }
  }
}

extension SubstationScene: Isolatable {
  static var kind: IsolatedKind { .substation }

  fileprivate enum Request: UInt8 {
    case draw
    case paint
    case messages
  }

  /// `script` with its fonts; fonts of the machine are those that titles have.
  ///
  /// - Throws: `MoonreelError` (`internalError`) without memory; where it is fatal to the worker, that it is.
  static func isolated(_ script: SubstationScript) throws -> Isolated<SubstationScene> {
    var content = ByteWriter()
    content.append(text: script.header)
    content.append(text: script.path)
    content.append(Int64(script.fonts.count))
    for font in script.fonts {
      content.append(text: font.name)
      content.append(font.bytes)
    }
    content.append(Int64(script.events.count))
    for event in script.events {
      let start = event.timeRange.start.value(timescale: 1000)
      content.append(text: event.text)
      content.append(start)
      content.append(event.timeRange.end.value(timescale: 1000) - start)
    }
    return try Isolated(content, name: script.path)
  }

  convenience init(content: inout ByteReader) throws {
    try self.init(header: try content.block(), name: try content.text())
    for _ in 0..<(try content.number(Int64.self)) {
      let (name, bytes) = (try content.text(), try content.block())
      bytes.withUnsafeBufferPointer {
        mr_substation_add_font(pointer, name, $0.baseAddress, $0.count)
      }
    }
    for _ in 0..<(try content.number(Int64.self)) {
      let text = try content.text()
      let (start, duration) = (try content.number(Int64.self), try content.number(Int64.self))
      mr_substation_add_event(pointer, text, text.utf8.count, start, duration)
    }
  }

  func answer(_ request: inout ByteReader, canvas: DrawingMemory?) throws -> ByteWriter {
    var answer = ByteWriter()
    switch Request(rawValue: try request.number(UInt8.self)) {
    case .draw?:
      var sides: [Int32] = []
      for _ in 0..<4 { sides.append(try request.number(Int32.self)) }
      var moments: [Int64] = []
      for _ in 0..<(try request.number(Int64.self)) {
        moments.append(try request.number(Int64.self))
      }
      answer.append(draw(moments, size: Array(sides[..<2]), frame: Array(sides[2...])))
    case .paint?:
      let area = try request.number(mr_area.self)
      let plane = try RasterPlane(&request, on: canvas)
      guard plane.size == PixelSize(Int(area.width), Int(area.height)) else { break }
      paint(area, on: plane)
    case .messages?:
      let messages = takeMessages()
      answer.append(Int64(messages.count))
      for message in messages { answer.append(text: message) }
    case nil: throw MoonreelError(.internalError, "Cannot draw captions: an unknown request.")
    }
    return answer
  }
}

extension Isolated where Object == SubstationScene {
  /// Where something is at the last of `moments`; `nil` where nothing is.
  func draw(_ moments: [Int64], size: PixelSize, frame: PixelSize) throws -> mr_area? {
    var request = ByteWriter()
    request.append(SubstationScene.Request.draw.rawValue)
    for side in [size.width, size.height, frame.width, frame.height] {
      request.append(Int32(clamping: side))
    }
    request.append(Int64(moments.count))
    for moment in moments { request.append(moment) }
    var answer = try ask(request)
    let area = try answer.number(mr_area.self)
    guard area.x >= 0, area.y >= 0, area.width > 0, area.height > 0,
      Int(area.x) + Int(area.width) <= size.width, Int(area.y) + Int(area.height) <= size.height
    else { return nil }
    return area
  }

  /// Writes what was drawn last within `area` on `plane`, which is as large.
  func paint(_ area: mr_area, on plane: RasterPlane) throws {
    var request = ByteWriter()
    request.append(SubstationScene.Request.paint.rawValue)
    request.append(area)
    plane.append(to: &request)
    _ = try ask(request, canvas: plane.canvas)
  }

  /// What libass had to say so far, each sentence once.
  func takeMessages() throws -> [String] {
    var request = ByteWriter()
    request.append(SubstationScene.Request.messages.rawValue)
    var answer = try ask(request)
    var messages: [String] = []
    for _ in 0..<max(0, try answer.number(Int64.self)) { messages.append(try answer.text()) }
    return messages
  }
}

/// What this module draws in the worker.
package enum TextIsolation {
  /// The types that the worker is to know.
  package static let types: [any Isolatable.Type] = [SubstationScene.self]
}
