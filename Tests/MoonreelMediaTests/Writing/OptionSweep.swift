// SPDX-License-Identifier: MIT

import CFFmpeg
import Foundation
import MoonreelCore

@testable import MoonreelMedia

/// Every option of every encoder, with the values at its borders.
enum OptionSweep {
  /// One option set to one value.
  struct Attempt: CustomStringConvertible {
    var name: String
    var value: String
    var description: String { "\(name)=\(value)" }
  }

  /// libav's names of the encoders that Moonreel may use.
  static let encoders: [String] =
    VideoCodec.allCases.flatMap { $0.traits.encoders }
    + AudioCodec.allCases.flatMap { $0.traits.encoders }

  /// Whether all values are tried, rather than the ends of each range.
  static var isWide: Bool { ProcessInfo.processInfo.environment["MOONREEL_WIDE_SWEEP"] != nil }

  /// Parameters that name files, of all libraries.
  static let dangerous = [
    "stats", "dump-yuv", "qpfile", "cqmfile", "cqm", "opencl-clbin", "csv", "recon", "log-file",
    "analysis-save", "analysis-load", "analysis-reuse-file", "dhdr10-info", "zonefile",
    "lambda-file", "scaling-list", "nalu-file", "film-grain-table", "fgs-table", "vmaf-model-path",
    "partition-info-path", "two-pass-output", "second-pass-log", "stat-file", "use-q-file",
    "pass", "numa-pools", "asm", "copy-pic", "lookahead-threads", "passlogfile", "log", "svt",
  ]

  /// The parameters that the option `name` of `list` takes, if it takes any.
  static func parameterNames(of list: OptionList, _ name: String) -> [String] {
    guard case .parameters(let other)? = list[name] else { return [] }
    return OptionList.parameters(other).names
  }

  /// Each option of `list` with the values that it takes at its borders.
  static func attempts(of list: OptionList) -> [Attempt] { expand(list, values(of:)) }

  /// Each option of `list` with values just beyond its borders.
  static func outside(of list: OptionList) -> [Attempt] { expand(list, valuesOutside(of:)) }

  private static func expand(_ list: OptionList, _ values: (OptionKind) -> [String]) -> [Attempt] {
    list.names.flatMap { name -> [Attempt] in
      guard let kind = list[name] else { return [] }
      guard case .parameters(let other) = kind else {
        return values(kind).map { Attempt(name: name, value: $0) }
      }
      return expand(OptionList.parameters(other), values).map {
        Attempt(name: name, value: "\($0)")
      }
    }
  }

  private static func values(of kind: OptionKind) -> [String] {
    switch kind {
    case .flag: return ["0", "1"]
    case .whole(let range, let words):
      let between: [Int64] = [0, 1, -1, 2, (range.lowerBound + range.upperBound) / 2]
      let inside = between.filter(range.contains).map { "\($0)" }
      return ["\(range.lowerBound)", "\(range.upperBound)"] + words + inside
    case .real(let range):
      let inside = [0, 1, -1, 0.5].filter(range.contains).map { "\($0)" }
      return ["\(range.lowerBound)", "\(range.upperBound)"] + inside
    case .word(let words): return words
    case .list(let words): return words + [words.joined(separator: ",")]
    case .switches(let words): return words.map { "+" + $0 } + words.map { "-" + $0 }
    case .wholePair(let range):
      return ["\(range.lowerBound),\(range.upperBound)", "\(range.upperBound)"]
    case .realPair(let range):
      return ["\(range.lowerBound),\(range.upperBound)", "\(range.upperBound)"]
    case .parameters: return []
    }
  }

  private static func valuesOutside(of kind: OptionKind) -> [String] {
    let never = ["", "x", "1e99", "-1e99", "nan", "inf", "-", "9223372036854775808", "1,2,3"]
    switch kind {
    case .flag: return never + ["2", "-1"]
    case .whole(let range, _):
      return never + ["\(range.lowerBound - 1)", "\(range.upperBound + 1)"]
    case .real(let range):
      return never + ["\(range.lowerBound - 0.01)", "\(range.upperBound + 0.01)"]
    case .word, .list, .switches: return never
    case .wholePair(let range): return never + ["\(range.upperBound + 1),0", "0,"]
    case .realPair(let range): return never + ["\(range.upperBound + 0.01),0", "0,"]
    case .parameters: return []
    }
  }
}

extension OptionSweep {
  /// Encodes a few small pictures, or a little sound, with `options`.
  static func encode(
    _ encoder: String, _ options: [String: String], guard: EncoderOptions.Guard = .lists
  ) throws {
    if let codec = VideoCodec.allCases.first(where: {
      $0.traits.encoders.contains(encoder)
    }) {
      // Too small for SVT-AV1, so that libaom is chosen.
      let side = encoder == "libaom-av1" ? 48 : 64
      // DNxHD, which has the same encoder, has larger pictures still.
      let codec = codec == .dnxhd ? .dnxhr : codec
      let size = codec == .dnxhr ? codec.testSize : PixelSize(side, side)
      var encoding = VideoEncoding(codec: codec, size: size, frameRate: try FrameRate(25))
      (encoding.options, encoding.threadCount) = (options, 2)
      let opened = try VideoEncoder(encoding, globalHeader: true, guard: `guard`)
      for index in 0..<4 {
        let picture = TestPictures.frame(index, format: encoding.format, size: size)
        try opened.encode(picture, index: Int64(index)) { _ in }
      }
      try opened.finish { _ in }
    } else if let codec = AudioCodec.allCases.first(where: {
      $0.traits.encoders.contains(encoder)
    }) {
      let encoding = AudioEncoding(codec: codec, options: options)
      let opened = try AudioEncoder(encoding, globalHeader: true, guard: `guard`)
      try opened.encode(TestPictures.tone(0, 8000, rate: 48_000, channels: 2)) { _ in }
      try opened.finish { _ in }
    }
  }

  /// The encoder that is used where `encoder` is asked for by its codec and the sweep's size.
  static func isReachable(_ encoder: String) -> Bool {
    avcodec_find_encoder_by_name(encoder) != nil && encoder != "librav1e"
  }

  /// Every option that libav has for `encoder`.
  static func everything(_ encoder: String) -> [String] {
    guard let codec = avcodec_find_encoder_by_name(encoder),
      var context = Optional(avcodec_alloc_context3(codec))
    else { return [] }
    defer { avcodec_free_context(&context) }
    let media: MediaType = codec.pointee.type == AVMEDIA_TYPE_VIDEO ? .video : .audio
    return context.map { EncoderOptions($0, encoder: encoder, media: media).everything } ?? []
  }
}
