// SPDX-License-Identifier: MIT

import MoonreelCore

extension EncoderCatalogue {
  /// Bits a second that `encoding` will roughly take: the bit rate where one is set, else a rule of
  /// thumb of bits a pixel for footage of middling complexity; real files differ by a factor of two
  /// and more.
  public static func estimatedBitRate(_ encoding: VideoEncoding) -> Int {
    if let bitRate = encoding.bitRate { return bitRate }
    if encoding.codec == .dnxhd, let row = DNxHDRow(of: encoding) {
      return row.bitRate(encoding.frameRate)
    }
    let pixels = Double(encoding.size.width) * Double(encoding.size.height)
    let rate = encoding.frameRate.framesPerSecond.doubleValue
    let traits = encoding.codec.traits
    let quality = encoding.quality.map { min(max($0, 0), 1) }
    let bits = pixels * traits.size.bitsPerPixel(encoding, quality)
    // Motion between frames halves when the rate doubles: codecs that predict gain from it.
    let frames = traits.predictsFrames ? rate.squareRoot() * 30.0.squareRoot() : rate
    return Int(min(bits * frames, 1e15))
  }

  /// Bits a second that `encoding` will roughly take; exact for PCM.
  public static func estimatedBitRate(_ encoding: AudioEncoding) -> Int {
    if let bitRate = encoding.bitRate { return bitRate }
    let samples = encoding.sampleRate * encoding.layout.count
    if let bytes = encoding.codec.traits.bytesPerSample { return samples * 8 * bytes }
    return encoding.codec.bitRate(
      quality: encoding.quality, channelCount: encoding.layout.count)
      // FLAC, of music.
      ?? samples * (encoding.options["bits"] == "16" ? 9 : 15)
  }
}
