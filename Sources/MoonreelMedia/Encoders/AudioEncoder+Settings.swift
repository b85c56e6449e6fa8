// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

extension AudioEncoder {
  /// Sets everything but what the caller's options then override.
  func configure(
    _ codec: UnsafePointer<AVCodec>, globalHeader: Bool, guard: EncoderOptions.Guard
  ) throws {
    try checkRate(codec)
    try setLayout(codec)
    var options = encoding.options
    context.pointee.sample_rate = Int32(encoding.sampleRate)
    context.pointee.sample_fmt = try sampleFormat(&options)
    dithers = try takesDither(&options)
    context.pointee.time_base = AVRational(num: 1, den: Int32(encoding.sampleRate))
    context.pointee.thread_count = 1
    if context.pointee.sample_fmt == AV_SAMPLE_FMT_S32 { context.pointee.bits_per_raw_sample = 24 }
    try setBitRate()
    try EncoderOptions(context, encoder: name, media: .audio, guard: `guard`).setChecked(options)
    if globalHeader { context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER }
    context.pointee.flags |= Int32(AV_CODEC_FLAG_BITEXACT)
  }

  private func setBitRate() throws {
    if let bitRate = encoding.bitRate {
      guard !encoding.codec.isLossless else {
        throw MoonreelError(
          .encodingFailed,
          "The codec \(encoding.codec.rawValue) is lossless and takes no bit rate.")
      }
      guard bitRate >= 1000 else {
        throw MoonreelError(
          .encodingFailed,
          "Cannot encode sound at \(bitRate) bits a second: give a rate such as 128000.")
      }
      try checkKnown(bitRate)
      context.pointee.bit_rate = Int64(bitRate)
    } else if encoding.options["b"] == nil,
      let usual = encoding.codec.bitRate(
        quality: encoding.quality, channelCount: encoding.layout.count)
    {
      context.pointee.bit_rate = Int64(usual)
    }
  }

  private func checkKnown(_ bitRate: Int) throws {
    guard let known = encoding.codec.traits.bitRates, !known.contains(bitRate) else { return }
    let list = known.map { "\($0)" }.joined(separator: ", ")
    throw MoonreelError(
      .encodingFailed,
      "The codec \(encoding.codec.rawValue) has no bit rate of \(bitRate): use one of \(list).")
  }

  /// The format that keeps what the codec can keep. FLAC's `bits` is ours and is taken out of
  /// `options`.
  private func sampleFormat(_ options: inout [String: String]) throws -> AVSampleFormat {
    guard encoding.codec == .flac else { return encoding.codec.traits.sampleFormat }
    let bits = options.removeValue(forKey: "bits") ?? "24"
    guard bits == "16" || bits == "24" else {
      throw MoonreelError(
        .encodingFailed, "Cannot set the option 'bits' of flac to '\(bits)': it takes 16 or 24.")
    }
    return bits == "16" ? AV_SAMPLE_FMT_S16 : AV_SAMPLE_FMT_S32
  }

  /// Whether rounding to 16 bits is dithered. The option is ours and is taken out of `options`; codecs that make
  /// samples up anew have none.
  private func takesDither(_ options: inout [String: String]) throws -> Bool {
    guard encoding.codec.isLossless else { return false }
    let isShort = context.pointee.sample_fmt == AV_SAMPLE_FMT_S16
    switch options.removeValue(forKey: "dither") {
    case nil: return isShort
    case "none", "0": return false
    case "triangular", "1":
      guard !isShort else { return true }
      throw MoonreelError(
        .encodingFailed,
        "Cannot dither \(encoding.codec.rawValue) sound of more than 16 bits: leave 'dither' out, or use pcm16, "
          + "or flac with bits = 16.")
    case let other?:
      throw MoonreelError(
        .encodingFailed,
        "Cannot set the option 'dither' of \(encoding.codec.rawValue) to '\(other)': it takes none or triangular."
      )
    }
  }

  private func checkRate(_ codec: UnsafePointer<AVCodec>) throws {
    let rate = encoding.sampleRate
    guard rate > 0, rate <= 1_000_000 else {
      throw MoonreelError(
        .encodingFailed, "Cannot encode sound at \(rate) Hz: give a rate such as 48000.")
    }
    guard let rates = EncoderTable.sampleRates(codec), !rates.contains(rate) else { return }
    let nearest = rates.min { abs($0 - rate) < abs($1 - rate) } ?? 48_000
    throw MoonreelError(
      .encodingFailed,
      "The codec \(encoding.codec.rawValue) cannot store \(rate) Hz: the nearest rate it takes is "
        + "\(nearest) Hz.")
  }

  private func setLayout(_ codec: UnsafePointer<AVCodec>) throws {
    let names = encoding.layout.channels.joined(separator: "+")
    guard !names.isEmpty,
      av_channel_layout_from_string(&context.pointee.ch_layout, names) >= 0,
      Int(context.pointee.ch_layout.nb_channels) == encoding.layout.count
    else {
      throw MoonreelError(
        .encodingFailed, "Cannot encode the channels '\(names)': libav knows no such layout.")
    }
    guard mr_codec_takes_layout(codec, &context.pointee.ch_layout) != 0 else {
      throw MoonreelError(
        .encodingFailed,
        "The codec \(encoding.codec.rawValue) cannot store the channels "
          + "\(encoding.layout.name): mix them down to stereo or mono, or use another codec.")
    }
  }
}

extension EncoderTable {
  /// The rates that `codec` lists, ascending, or `nil` where it takes any.
  static func sampleRates(_ codec: UnsafePointer<AVCodec>) -> [Int]? {
    guard var next = mr_codec_sample_rates(codec) else { return nil }
    var rates: [Int] = []
    while next.pointee != 0 {
      rates.append(Int(next.pointee))
      next += 1
    }
    return rates.sorted()
  }
}
