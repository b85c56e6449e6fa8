// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

/// Makes frames of one moment from frames of two fields with libavfilter's bwdif (the weighted motion
/// of W3FDIF and YADIF): the first field is kept, the other's rows are found from the frame's, the one
/// before and the one after. One frame comes of one.
///
/// What comes out depends on the three frames alone, however they were reached. Read forwards each
/// frame goes in once; after a jump, three.
final class Deinterlacer {
  private let threadCount: Int
  private var graph: UnsafeMutablePointer<AVFilterGraph>?
  private var input: UnsafeMutablePointer<AVFilterContext>?
  private var output: UnsafeMutablePointer<AVFilterContext>?
  private var shape: Shape?
  /// The number of the frame that went in last.
  private var last: Int?

  /// What the graph was made for.
  private struct Shape: Equatable {
    var pixels: Int32
    var size: PixelSize
    var order: FieldOrder
  }

  /// A deinterlacer on at most `threadCount` threads.
  init(threadCount: Int) { self.threadCount = max(1, threadCount) }

  deinit { avfilter_graph_free(&graph) }

  /// Frame `number` without the comb of its two fields.
  ///
  /// - Parameters:
  ///   - neighbour: gives a frame by its number; `nil` before the first and after the last.
  /// - Throws: `MoonreelError` (`decodingFailed`) where libavfilter fails, or what `neighbour` throws.
  func frame(
    _ number: Int, order: FieldOrder, neighbour: (Int) throws -> NativeFrame?
  ) throws -> NativeFrame? {
    guard let current = try neighbour(number) else { return nil }
    let wanted = Shape(pixels: current.frame.pointee.format, size: current.size, order: order)
    if shape != wanted || last != number {
      try makeGraph(wanted)
      if number > 0, let previous = try neighbour(number - 1), fits(previous, wanted) {
        try push(previous, number - 1)
      }
      try push(current, number)
    }
    if let next = try neighbour(number + 1), fits(next, wanted) {
      try push(next, number + 1)
    } else {
      // The last frame: the graph is drained and made anew for whatever comes.
      last = nil
      _ = av_buffersrc_add_frame_flags(input, nil, 0)
    }
    return try pull(number)
  }

  private func fits(_ frame: NativeFrame, _ wanted: Shape) -> Bool {
    frame.frame.pointee.format == wanted.pixels && frame.size == wanted.size
  }

  private func push(_ frame: NativeFrame, _ number: Int) throws {
    let copy = NativeFrame()
    guard av_frame_ref(copy.frame, frame.frame) >= 0 else { throw Self.failure(MR_ENOMEM) }
    copy.frame.pointee.pts = Int64(number)
    let code = av_buffersrc_add_frame_flags(input, copy.frame, 0)
    guard code >= 0 else { throw Self.failure(code) }
    last = number
  }

  /// The output for frame `number`; those before it are dropped.
  private func pull(_ number: Int) throws -> NativeFrame? {
    while true {
      let native = NativeFrame()
      let code = av_buffersink_get_frame(output, native.frame)
      if code == MR_EAGAIN || code == MR_EOF { return nil }
      guard code >= 0 else { throw Self.failure(code) }
      // The filter counts in halves.
      if native.frame.pointee.pts >= 2 * Int64(number) { return native }
    }
  }

  private func makeGraph(_ wanted: Shape) throws {
    avfilter_graph_free(&graph)
    (shape, last) = (nil, nil)
    graph = avfilter_graph_alloc()
    graph?.pointee.nb_threads = Int32(threadCount)
    let source =
      "video_size=\(wanted.size.width)x\(wanted.size.height):pix_fmt=\(wanted.pixels)"
      + ":time_base=1/1:pixel_aspect=1/1"
    let parity = wanted.order == .topFirst ? "tff" : "bff"
    try create(&input, "buffer", source)
    var filter: UnsafeMutablePointer<AVFilterContext>?
    try create(&filter, "bwdif", "mode=send_frame:parity=\(parity):deint=all")
    try create(&output, "buffersink", nil)
    for (from, to) in [(input, filter), (filter, output)] {
      let code = avfilter_link(from, 0, to, 0)
      guard code >= 0 else { throw Self.failure(code) }
    }
    let code = avfilter_graph_config(graph, nil)
    guard code >= 0 else { throw Self.failure(code) }
    shape = wanted
  }

  private func create(
    _ context: inout UnsafeMutablePointer<AVFilterContext>?, _ name: String, _ settings: String?
  ) throws {
    guard let filter = avfilter_get_by_name(name) else {
      throw MoonreelError(
        .unsupportedFormat,
        "Cannot deinterlace: this build of libavfilter has no '\(name)'. Load the asset with deinterlace = \"off\"."
      )
    }
    let code = avfilter_graph_create_filter(&context, filter, nil, settings, nil, graph)
    guard code >= 0 else { throw Self.failure(code) }
  }

  private static func failure(_ code: Int32) -> MoonreelError {
    MoonreelError(.decodingFailed, "Cannot deinterlace a frame.", libav: code)
  }
}
