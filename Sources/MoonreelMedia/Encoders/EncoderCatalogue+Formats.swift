// SPDX-License-Identifier: MIT

import CFFmpeg
import MoonreelCore

extension EncoderCatalogue {
  /// The formats in which this build can write `codec`, with or without alpha, those that are nearest to
  /// 4:2:0 and 8 bits first.
  public static func formats(for codec: VideoCodec, alpha: Bool = false) -> [PixelFormat] {
    let stores = codec.traits.stores
    if let stored = stores.palette { return stored.hasAlpha == alpha ? [stored] : [] }
    guard !alpha || codec.canHaveAlpha else { return [] }
    let found = EncoderTable.all(codec.traits.encoders).flatMap(EncoderChoice.formats)
      .compactMap { PixelFormat(native: $0) ?? PixelFormat(native: av_pix_fmt_swap_endianness($0)) }
    let kept = Set(found).filter { $0.hasAlpha == alpha && stores.contains($0) }
    return kept.sorted {
      ($0.chroma?.rawValue ?? "", $0.bitDepth) < ($1.chroma?.rawValue ?? "", $1.bitDepth)
    }
  }

  /// The format in which `codec` stores what is asked for.
  ///
  /// - Parameters:
  ///   - chroma: the subsampling; `nil`: the codec's usual one, else one that has `bitDepth`.
  ///   - bitDepth: bits of a component; `nil`: the usual ones of the codec for `color`, else the nearest that
  ///     `chroma` has.
  ///   - alpha: whether alpha is stored where the codec can.
  /// - Throws: `MoonreelError` (`encodingFailed`) where the codec does not have them, listing what it has.
  public static func format(
    of codec: VideoCodec, chroma: ChromaSubsampling?, bitDepth: Int?, alpha: Bool, color: ColorTags
  ) throws -> PixelFormat {
    let usual = codec.defaultFormat(alpha: alpha, color: color)
    guard chroma != nil || bitDepth != nil else { return usual }
    let all = formats(for: codec, alpha: usual.hasAlpha)
    let fitting = all.filter {
      (chroma == nil || $0.chroma == chroma) && (bitDepth == nil || $0.bitDepth == bitDepth)
    }
    let wanted = (chroma ?? usual.chroma, bitDepth ?? usual.bitDepth)
    if let exact = fitting.first(where: { ($0.chroma, $0.bitDepth) == wanted }) { return exact }
    let nearest =
      bitDepth == nil
      ? fitting.first { $0.bitDepth >= usual.bitDepth } ?? fitting.last : fitting.first
    guard let nearest else { throw unfit(codec, chroma, bitDepth, among: all) }
    return nearest
  }

  private static func unfit(
    _ codec: VideoCodec, _ chroma: ChromaSubsampling?, _ bitDepth: Int?, among all: [PixelFormat]
  ) -> MoonreelError {
    let bits = bitDepth.map { "\($0) bits" }
    let asked = [chroma?.rawValue, bits].compactMap { $0 }.joined(separator: " with ")
    let hasChroma = all.contains { $0.chroma != nil }
    let alpha = hasChroma && all[0].hasAlpha ? " with alpha" : ""
    let start = "The codec \(codec.rawValue)\(alpha) has no \(asked): "
    guard !all.isEmpty else {
      return MoonreelError(
        .encodingFailed, start + "this build of libav has no encoder for it. Use another codec.")
    }
    guard hasChroma else {
      let depths = Set(all.map(\.bitDepth)).sorted().map { "\($0)" }.joined(separator: " or ")
      let advice = chroma == nil ? "" : " Leave 'chroma' out, or use another codec."
      return MoonreelError(
        .encodingFailed,
        start + "it stores red, green and blue of \(depths) bits, without chroma subsampling."
          + advice)
    }
    return MoonreelError(.encodingFailed, start + "it has \(words(all)).")
  }

  /// `"4:2:0 and 4:2:2 with 8 or 10 bits, 4:4:4 with 10 bits"`.
  private static func words(_ formats: [PixelFormat]) -> String {
    var groups: [(depths: [Int], chromas: [String])] = []
    for chroma in ChromaSubsampling.allCases {
      let depths = formats.filter { $0.chroma == chroma }.map(\.bitDepth)
      guard !depths.isEmpty else { continue }
      if let index = groups.firstIndex(where: { $0.depths == depths }) {
        groups[index].chromas.append(chroma.rawValue)
      } else {
        groups.append((depths, [chroma.rawValue]))
      }
    }
    return groups.map { group in
      joined(group.chromas, "and") + " with " + joined(group.depths.map { "\($0)" }, "or") + " bits"
    }.joined(separator: ", ")
  }

  private static func joined(_ words: [String], _ last: String) -> String {
    guard words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " \(last) " + words[words.count - 1]
  }
}

extension PixelFormat {
  /// 16-bit R, G, B.
  static let rgb48 = PixelFormat(family: .rgb, packing: .packed(order: "rgb"), bitDepth: 16)
  /// 8-bit B, G, R, straight A.
  static let bgra = PixelFormat(
    family: .rgb, packing: .packed(order: "bgra"), bitDepth: 8, hasAlpha: true)
}
