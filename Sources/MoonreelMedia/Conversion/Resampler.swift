// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

/// Owns one libswresample context that gives planar floats.
final class Resampler {
  /// What goes in: libav's sample format, rate and loudspeakers.
  struct Input: Hashable {
    var format: Int32
    var sampleRate: Int
    var layout: ChannelLayout

    /// Planes of floats, as sound is worked on.
    static func planarFloats(sampleRate: Int, layout: ChannelLayout) -> Input {
      Input(format: AV_SAMPLE_FMT_FLTP.rawValue, sampleRate: sampleRate, layout: layout)
    }
  }

  private let context: OpaquePointer
  private let channelCount: Int

  /// A context from `input` to planar floats of `rate` and `layout`.
  ///
  /// Mono goes to left and right at full level, stereo to mono by halves; other layouts are mixed with
  /// the coefficients of ITU-R BS.775 (centre and surrounds at −3 dB, no low frequencies).
  ///
  /// - Parameter mixing: what each channel of `layout` is made of in place of that: a row for each, with gains for the
  ///   channels of the input; what it leaves out is silent.
  /// - Parameter isAdjustable: whether ``compensate(by:over:)`` will be called.
  /// - Throws: `MoonreelError` (`invalidArgument`) for a layout or rate that libswresample refuses.
  init(
    from input: Input, toRate rate: Int, toLayout layout: ChannelLayout,
    mixing rows: [[Double]]? = nil, isAdjustable: Bool = false
  ) throws {
    Libav.start
    var context: OpaquePointer?
    let code = input.layout.withLibav { source in
      layout.withLibav { target in
        swr_alloc_set_opts2(
          &context, target, AV_SAMPLE_FMT_FLTP, Int32(rate), source,
          AVSampleFormat(rawValue: input.format), Int32(input.sampleRate), 0, nil)
      }
    }
    guard code >= 0, let context else { throw Self.refusal(input, rate, layout, code) }
    (self.context, channelCount) = (context, layout.count)
    ResamplingFilter(inputRate: input.sampleRate, outputRate: rate)
      .set(on: context, isAdjustable: isAdjustable)
    let given = rows.map { Self.matrix($0, input.layout.count, layout.count) }
    if let matrix = given ?? Self.matrix(from: input.layout, to: layout) {
      swr_set_matrix(context, matrix, Int32(input.layout.count))
    }
    let started = swr_init(context)
    guard started >= 0 else { throw Self.refusal(input, rate, layout, started) }
  }

  deinit {
    var context: OpaquePointer? = context
    swr_free(&context)
  }

  /// Forgets all samples, ready for others from elsewhere; the filter's table stays.
  ///
  /// - Throws: `MoonreelError` (`internalError`).
  func reset() throws {
    let code = swr_init(context)
    guard code >= 0 else {
      throw MoonreelError(
        .internalError, "Cannot convert sound: libswresample failed.", libav: code)
    }
  }

  /// Gives `delta` samples more (less, where negative) in the course of the next `distance` samples.
  ///
  /// - Throws: `MoonreelError` (`internalError`).
  func compensate(by delta: Int, over distance: Int) throws {
    let code = swr_set_compensation(context, Int32(clamping: delta), Int32(clamping: distance))
    guard code >= 0 else {
      throw MoonreelError(
        .internalError, "Cannot adjust the rate of sound: libswresample failed.", libav: code)
    }
  }

  /// How many samples of `rate` are held back.
  func delay(rate: Int) -> Int64 { swr_get_delay(context, Int64(rate)) }

  /// The samples that `count` samples of `planes` (libav's layout of the input format) make available.
  ///
  /// - Throws: `MoonreelError` (`internalError`).
  func convert(_ planes: UnsafeMutablePointer<UnsafePointer<UInt8>?>?, count: Int) throws
    -> [[Float]]
  {
    let capacity = Int(max(0, swr_get_out_samples(context, Int32(count))))
    guard capacity > 0 else { return Array(repeating: [], count: channelCount) }
    let memory = UnsafeMutablePointer<Float>.allocate(capacity: capacity * channelCount)
    defer { memory.deallocate() }
    var outputs = (0..<channelCount).map { channel -> UnsafeMutablePointer<UInt8>? in
      UnsafeMutableRawPointer(memory + channel * capacity).assumingMemoryBound(to: UInt8.self)
    }
    let written = swr_convert(context, &outputs, Int32(capacity), planes, Int32(count))
    guard written >= 0 else {
      throw MoonreelError(
        .internalError, "Cannot convert sound: libswresample failed.", libav: written)
    }
    return (0..<channelCount).map { channel in
      Array(UnsafeBufferPointer(start: memory + channel * capacity, count: Int(written)))
    }
  }

  /// As the other `convert`, from planes of floats.
  ///
  /// - Throws: `MoonreelError` (`internalError`).
  func convert(_ channels: [[Float]]) throws -> [[Float]] {
    let count = channels.first?.count ?? 0
    guard count > 0 else { return Array(repeating: [], count: channelCount) }
    let memory = UnsafeMutablePointer<Float>.allocate(capacity: count * channels.count)
    defer { memory.deallocate() }
    var planes: [UnsafePointer<UInt8>?] = []
    for (index, channel) in channels.enumerated() {
      let start = memory + index * count
      channel.withUnsafeBufferPointer { start.initialize(from: $0.baseAddress!, count: count) }
      planes.append(UnsafeRawPointer(start).assumingMemoryBound(to: UInt8.self))
    }
    return try convert(&planes, count: count)
  }

  /// The samples still held back, at the end.
  ///
  /// - Throws: `MoonreelError` (`internalError`).
  func finish() throws -> [[Float]] { try convert(nil, count: 0) }

  /// The mix where libswresample's own is not the one wanted, row by row; `nil` elsewhere.
  private static func matrix(from source: ChannelLayout, to target: ChannelLayout) -> [Double]? {
    if source == .mono, target == .stereo { return [1, 1] }
    if source == .stereo, target == .mono { return [0.5, 0.5] }
    let isUnplaced = (source.channels + target.channels).contains { $0.hasPrefix("CH") }
    guard isUnplaced, source.count != target.count else { return nil }
    // Channels without a place: each to its own number, or all alike into one.
    let share = target.count == 1 ? 1 / Double(source.count) : 1
    return (0..<target.count).flatMap { row in
      (0..<source.count).map { target.count == 1 || row == $0 ? share : 0 }
    }
  }

  /// `rows` as libswresample takes them, from `sourceCount` to `targetCount` channels.
  private static func matrix(
    _ rows: [[Double]], _ sourceCount: Int, _ targetCount: Int
  ) -> [Double] {
    (0..<targetCount).flatMap { row in
      (0..<sourceCount).map { column in
        row < rows.count && column < rows[row].count ? rows[row][column] : 0
      }
    }
  }

  private static func refusal(
    _ input: Input, _ rate: Int, _ layout: ChannelLayout, _ code: Int32
  ) -> MoonreelError {
    MoonreelError(
      .invalidArgument,
      "Cannot convert sound from \(input.layout.count) channels at \(input.sampleRate) Hz to "
        + "\(layout.count) channels at \(rate) Hz.", libav: code)
  }
}
