// SPDX-License-Identifier: MIT

import MoonreelCore

extension Argument {
  /// What an HDR film says of its light: the display it was made on, and how bright it gets.
  func hdrMetadata() throws -> HDRMetadata {
    let options = try options(["mastering_display", "content_light"], owner: label)
    let metadata = HDRMetadata(
      masteringDisplay: try options["mastering_display"].ifGiven { try $0.masteringDisplay() },
      contentLight: try options["content_light"].ifGiven { try $0.contentLight() })
    guard metadata != HDRMetadata() else {
      throw expected("a table with 'mastering_display', 'content_light' or both")
    }
    return metadata
  }

  private func masteringDisplay() throws -> HDRMetadata.MasteringDisplay {
    let options = try options(
      ["primaries", "white", "min_luminance", "max_luminance"], owner: label)
    let given = try options.required("primaries", "{ red, green, blue }, each { x, y }")
    let primaries = try given.items("{ red, green, blue }, each { x, y }")
      .map { try $0.chromaticity() }
    guard primaries.count == 3 else { throw given.expected("{ red, green, blue }, each { x, y }") }
    let low = try options.required("min_luminance", "cd/m²")
    let high = try options.required("max_luminance", "cd/m²")
    let (darkest, brightest) = (try low.number(0...100), try high.number(1...10_000))
    guard darkest < brightest else { throw high.expected("more than 'min_luminance'") }
    return HDRMetadata.MasteringDisplay(
      primaries: primaries,
      white: try options["white"].ifGiven { try $0.chromaticity() } ?? SIMD2(0.3127, 0.329),
      minLuminance: darkest, maxLuminance: brightest)
  }

  private func contentLight() throws -> HDRMetadata.ContentLight {
    let options = try options(["max_content", "max_average"], owner: label)
    return HDRMetadata.ContentLight(
      maxContent: try options["max_content"].ifGiven { try $0.integer(0...10_000) } ?? 0,
      maxAverage: try options["max_average"].ifGiven { try $0.integer(0...10_000) } ?? 0)
  }

  /// CIE (x, y).
  private func chromaticity() throws -> SIMD2<Double> {
    let parts = try items("{ x, y }")
    guard parts.count == 2 else { throw expected("{ x, y }") }
    return SIMD2(try parts[0].number(0...1), try parts[1].number(0...1))
  }
}
