// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import Glibc
import MoonreelCore

extension VideoEncoder {
  /// Sets everything but what the caller's options then override.
  func configure(
    _ choice: EncoderChoice, globalHeader: Bool, guard: EncoderOptions.Guard
  ) throws {
    let rate = encoding.frameRate.framesPerSecond
    let aspect = encoding.pixelAspect
    context.pointee.width = Int32(encoding.size.width)
    context.pointee.height = Int32(encoding.size.height)
    context.pointee.pix_fmt = choice.format
    let unit = encoding.timeBase
    context.pointee.time_base = AVRational(
      num: Int32(clamping: unit.numerator), den: Int32(clamping: unit.denominator))
    context.pointee.framerate = AVRational(
      num: Int32(clamping: rate.numerator), den: Int32(clamping: rate.denominator))
    context.pointee.sample_aspect_ratio = AVRational(
      num: Int32(clamping: aspect.numerator), den: Int32(clamping: aspect.denominator))
    setColor()
    context.pointee.thread_count = Int32(threadCount)
    let options = EncoderOptions(context, encoder: name, media: .video, guard: `guard`)
    try setRate(options)
    let own = defaults(threadCount)
    try setPass(options)
    for (option, value) in own where encoding.options[option] == nil {
      try options.set(option, value)
    }
    // x265's own list keeps our part unless it is named again.
    let lists = own.filter { $0.0.hasSuffix("-params") }
    try options.setChecked(
      encoding.options, after: Dictionary(lists, uniquingKeysWith: { $1 }))
    if globalHeader { context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER }
    context.pointee.flags |= Int32(AV_CODEC_FLAG_BITEXACT)
  }

  /// One a core. x264's threads wait for rows of each other's pictures: half as many more keep the cores busy.
  private var threadCount: Int {
    let own = name == "libx264" ? Self.coreCount * 3 / 2 : Self.coreCount
    return max(1, min(encoding.threadCount ?? own, 64))
  }

  private static let coreCount = max(1, min(Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))), 16))

  private func setColor() {
    let color = encoding.color
    context.pointee.colorspace =
      encoding.format.family == .rgb ? AVCOL_SPC_RGB : color.libavMatrix
    context.pointee.color_trc = color.libavTransfer
    context.pointee.color_primaries = color.libavPrimaries
    context.pointee.color_range = color.libavRange
    context.pointee.chroma_sample_location = color.libavSiting(for: encoding.format)
  }

  /// Bit rate where one is given, else the quality; neither where the caller's options say it.
  private func setRate(_ options: EncoderOptions) throws {
    let ownNames: Set<String> = [
      "b", "crf", "qp", "cqp", "qscale", "global_quality", "profile", "lossless", "quality",
    ]
    let factor = encoding.codec.rateFactor(quality: encoding.quality)
    if let bitRate = encoding.bitRate {
      guard encoding.codec.takesBitRate else {
        throw MoonreelError(
          .encodingFailed,
          "The codec \(encoding.codec.rawValue) takes no bit rate: choose a quality from 0 to 1.")
      }
      guard bitRate > 0 else {
        throw MoonreelError(
          .encodingFailed, "Cannot encode at \(bitRate) bits a second: give a positive bit rate.")
      }
      context.pointee.bit_rate = Int64(bitRate)
      return
    }
    if let kind = HardwareKind(encoder: name) { return try setQuality(factor, kind, options) }
    if name == "dnxhd" { return try setDNx(options) }
    guard let option = factor.option, ownNames.isDisjoint(with: encoding.options.keys) else {
      return
    }
    if option == "qscale" {
      context.pointee.flags |= AV_CODEC_FLAG_QSCALE
      context.pointee.global_quality = (Int32(factor.value) ?? 3) * FF_QP2LAMBDA
    } else if name == "librav1e" {
      // rav1e counts from 0 to 255 where the other AV1 encoders count to 63.
      try options.set("qp", "\((Int(factor.value) ?? 30) * 4)")
    } else {
      try options.set(option, factor.value)
    }
  }

  /// The rate factor of the same codec in software, in the hardware's own option.
  private func setQuality(
    _ factor: RateFactor, _ kind: HardwareKind, _ options: EncoderOptions
  ) throws {
    guard let value = Int32(factor.value) else { return }
    switch kind {
    case .vaapi, .qsv: context.pointee.global_quality = max(1, value)
    case .cuda:
      try options.set("rc", "constqp")
      try options.set("qp", "\(value)")
    case .vdpau, .vulkan, .v4l2m2m: return
    }
  }

  /// Says which pass it is, and where what the first one learns is kept.
  private func setPass(_ options: EncoderOptions) throws {
    let (flag, statistics): (Int32, PassStatistics)
    switch pass {
    case .single: return
    case .first(let found): (flag, statistics) = (AV_CODEC_FLAG_PASS1, found)
    case .second(let found): (flag, statistics) = (AV_CODEC_FLAG_PASS2, found)
    }
    context.pointee.flags |= flag
    switch EncoderRow.of(name).statistics {
    case .file: try options.set("stats", statistics.file)
    case .text where flag == AV_CODEC_FLAG_PASS2:
      context.pointee.stats_in = av_strdup(statistics.text)
    case .text, nil: break
    }
  }

  /// What x265 is told of the pass among its own parameters.
  private var x265Pass: String {
    switch pass {
    case .single: ""
    case .first(let statistics): ":pass=1:stats=\(statistics.file)"
    case .second(let statistics): ":pass=2:stats=\(statistics.file)"
    }
  }

  /// The profile, and for DNxHD the bit rate by which libav knows the compression.
  private func setDNx(_ options: EncoderOptions) throws {
    if encoding.codec == .dnxhd, let row = DNxHDRow(of: encoding) {
      context.pointee.bit_rate = Int64(row.megabits) * 1_000_000
      try options.set("profile", "dnxhd")
    } else {
      try options.set("profile", DNxProfile(of: encoding).option)
    }
  }

  /// The project's own defaults for the encoder, and what it has to be told of this film.
  private func defaults(_ threads: Int) -> [(String, String)] {
    let own = EncoderRow.of(name).defaults
    switch name {
    case "libx264":
      return own + (encoding.parameterSetNumber.map { [("x264-params", "sps-id=\($0)")] } ?? [])
    case "libx265":
      // x265 has its own thread pool and writes to the terminal unless told otherwise.
      let light = encoding.hdr.map { ":" + $0.x265Parameters } ?? ""
      // It takes the unit of time for the length of a frame unless told otherwise.
      let rate = encoding.schedule.map { _ in ":fps=\(encoding.frameRate.framesPerSecond.text)" }
      let parameters = "log-level=error:pools=\(threads)" + (rate ?? "") + light + x265Pass
      return own + [("x265-params", parameters)]
    case "libvpx-vp9": return own + (encoding.format.hasAlpha ? [("auto-alt-ref", "0")] : [])
    case "libsvtav1":
      setenv("SVT_LOG", "1", 0)
      return own
    case "ffv1":
      // Version 3 cuts pictures into slices, for which some tiny ones are too small.
      let isTiny = min(encoding.size.width, encoding.size.height) < 8
      return own + (isTiny ? [("level", "1")] : [("level", "3"), ("slicecrc", "1")])
    default: return own
    }
  }
}

extension Rational {
  /// Numerator and denominator.
  fileprivate var text: String { "\(numerator)/\(denominator)" }
}
