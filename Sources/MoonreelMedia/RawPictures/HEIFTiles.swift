// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

/// Coded pictures of a HEIF file that lie side by side, decoded by libav.
struct HEIFTiles {
  private let drawing: HEIFDrawing
  private let items: [Int]

  /// The codecs by the type of the items, and the property that sets the decoder up.
  private static let codecs = [
    "hvc1": (AV_CODEC_ID_HEVC, "hvcC"), "av01": (AV_CODEC_ID_AV1, "av1C"),
    "avc1": (AV_CODEC_ID_H264, "avcC"), "jpeg": (AV_CODEC_ID_MJPEG, "jpgC"),
  ]
  /// Tiles are whole by themselves, so threads may take one each.
  private static let threadCount = 4

  /// The tiles `items` of `drawing`, row by row.
  init(_ drawing: HEIFDrawing, _ items: [Int]) { (self.drawing, self.items) = (drawing, items) }

  /// The tiles in rows of `columns`, cut at `size`; `nil`: the first alone.
  ///
  /// - Throws: `MoonreelError`: `unsupportedFormat` or `limitExceeded`.
  func picture(ofSize size: PixelSize?, columns: Int) throws -> NativeFrame {
    var canvas: NativeFrame?
    var count = 0
    try decode { tile, number in
      count += 1
      guard let size else { return canvas = tile }
      if canvas == nil {
        let blank = try NativeFrame(pixels: tile.pixels, size: size)
        av_frame_copy_props(blank.frame, tile.frame)
        canvas = blank
      }
      guard let target = canvas, target.pixels == tile.pixels else {
        throw HEIFDrawing.failure(drawing.path, "its tiles are of different kinds")
      }
      let (x, y) = (number % columns * tile.size.width, number / columns * tile.size.height)
      guard x < size.width, y < size.height else {
        throw HEIFDrawing.failure(drawing.path, "its tiles do not fit into it")
      }
      RawPlanes.paste(tile, into: target, x: x, y: y)
    }
    guard let canvas, count == items.count else {
      throw HEIFDrawing.failure(drawing.path, "not all of it can be decoded", code: MR_INVALID_DATA)
    }
    return canvas
  }

  private func decode(_ take: (NativeFrame, Int) throws -> Void) throws {
    let context = avformat_alloc_context()
    defer { avformat_free_context(context) }
    guard context != nil, let stream = avformat_new_stream(context, nil) else {
      throw MoonreelError(.limitExceeded, "Cannot open '\(drawing.path)': out of memory.")
    }
    try describe(stream.pointee.codecpar)
    let decoder = try VideoDecoder(
      stream: stream, path: drawing.path, threadCount: min(Self.threadCount, items.count),
      pixelLimit: drawing.gate.pixelLimit)
    func drain() throws {
      while true {
        switch try decoder.receive() {
        case .frame(let native, let ordinal):
          guard mr_frame_is_damaged(native.frame) == 0 else { throw failure(MR_INVALID_DATA) }
          if items.indices.contains(ordinal) { try take(native, ordinal) }
        case .needsPacket, .end: return
        case .failed(let code): throw failure(code)
        }
      }
    }
    for (number, item) in items.enumerated() {
      if drawing.gate.cancellation.isCancelled { throw CancellationFlag.error }
      let storage = PacketStorage()
      guard let data = drawing.file.data(of: item), !data.isEmpty,
        av_new_packet(storage.packet, Int32(clamping: data.count)) >= 0
      else { throw HEIFDrawing.failure(drawing.path, "it is cut off") }
      data.withUnsafeBytes { bytes in
        storage.packet.pointee.data.update(
          from: bytes.bindMemory(to: UInt8.self).baseAddress!, count: data.count)
      }
      storage.packet.pointee.flags |= AV_PKT_FLAG_KEY
      let code = try decoder.send(storage.packet, ordinal: number)
      guard code >= 0 else { throw failure(code) }
      try drain()
    }
    _ = try decoder.send(nil)
    try drain()
  }

  /// Says in `parameters` how the tiles are coded: all as the first is.
  private func describe(_ parameters: UnsafeMutablePointer<AVCodecParameters>) throws {
    let first = items.first ?? 0
    let type = drawing.file.items[first]?.type ?? ""
    guard let (codec, name) = Self.codecs[type] else {
      throw HEIFDrawing.failure(drawing.path, "it is coded as '\(type)'")
    }
    let setup = drawing.file.property(name, of: first) ?? []
    guard items.allSatisfy({ (drawing.file.property(name, of: $0) ?? []) == setup }) else {
      throw HEIFDrawing.failure(drawing.path, "its tiles are of different kinds")
    }
    try checkSize(of: first)
    parameters.pointee.codec_type = AVMEDIA_TYPE_VIDEO
    parameters.pointee.codec_id = codec
    guard !setup.isEmpty, type != "jpeg" else { return }
    let room = av_mallocz(setup.count + Int(AV_INPUT_BUFFER_PADDING_SIZE))
    setup.withUnsafeBytes { room?.copyMemory(from: $0.baseAddress!, byteCount: setup.count) }
    parameters.pointee.extradata = room?.assumingMemoryBound(to: UInt8.self)
    // holds: a box of a head.
    parameters.pointee.extradata_size = room == nil ? 0 : Int32(setup.count)
  }

  private func checkSize(of item: Int) throws {
    var scanner = ByteScanner((drawing.file.property("ispe", of: item) ?? [])[...])
    guard scanner.number(4) != nil, let width = scanner.number(4), let height = scanner.number(4)
    else { return }
    let size = PixelSize(width, height)
    guard PictureLimit.allows(size, limit: drawing.gate.pixelLimit) else {
      throw PictureLimit.error(
        "Cannot open '\(drawing.path)'", size: size, limit: drawing.gate.pixelLimit)
    }
  }

  private func failure(_ code: Int32) -> MoonreelError {
    var (width, height): (Int32, Int32) = (0, 0)
    if mr_take_refused_size(&width, &height) != 0 {
      return PictureLimit.error(
        "Cannot open '\(drawing.path)'", size: PixelSize(Int(width), Int(height)),
        limit: drawing.gate.pixelLimit)
    }
    return HEIFDrawing.failure(drawing.path, "its data cannot be decoded", code: code)
  }
}
