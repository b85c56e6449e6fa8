// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport

extension Argument {
  /// One of the sizes of a stream: `"720p"`, or a table with more about it.
  func rendition() throws -> Rendition {
    if case .string = value { return Rendition(try renditionSize()) }
    let options = try options(["quality", "video_bit_rate"], owner: label, items: 1)
    let size = try options.item(1, "size")
    guard !size.isNil else {
      throw MoonreelError(
        .invalidArgument, "\(label) needs a size first: { \"720p\", video_bit_rate = 3000000 }")
    }
    return Rendition(
      try size.renditionSize(), quality: try options["quality"].ifGiven { try $0.number(0...1) },
      bitRate: try options["video_bit_rate"].ifGiven { try $0.integer(1000...Int(Int32.max)) })
  }

  private func renditionSize() throws -> OutputSize {
    guard let size = OutputSize(name: try string()) else {
      throw expected("a size such as \"720p\", the pixels along the shorter side")
    }
    return size
  }
}
