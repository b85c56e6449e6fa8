// SPDX-License-Identifier: MIT

import CKernels
import MoonreelCore

/// A stretch of a sound that is measured, at 48 kHz, and the one walk through it.
///
/// *Hop n* is the time from the stretch's start + *n* / 100 s to the next, exactly; the last one may be shorter. Whoever measures
/// (``SoundMeter``) hears every hop, and the spectrum of the 85 ms around its middle.
public struct SoundWalk: Sendable {
  /// Samples a second that are measured.
  public static let sampleRate = 48_000
  /// Hops a second.
  public static let hopsPerSecond = 100
  /// The longest stretch that is measured: six hours.
  public static let longest = Time(wholeSeconds: 6 * 3600)

  /// Samples of a hop.
  static let hopLength = sampleRate / hopsPerSecond
  /// Samples that are heard before the stretch, and after its last hop: at least half a window, less half a hop.
  static let lead = 1920
  /// Samples that are asked for at once.
  private static let blockLength = 4800

  /// The stretch, on the sound's own clock.
  public let range: TimeRange
  /// How many channels the sound has.
  public let channelCount: Int
  /// The number of the first sample.
  private let start: Int64
  /// Samples that are measured.
  let length: Int
  /// How many hops there are.
  var hopCount: Int { (length + Self.hopLength - 1) / Self.hopLength }

  /// The walk through `range` of a sound of `channelCount` channels.
  ///
  /// - Throws: `MoonreelError`: `limitExceeded` where it is longer than ``longest``, `invalidArgument` where it has no sample.
  public init(over range: TimeRange, channelCount: Int) throws {
    guard range.duration <= Self.longest else {
      throw MoonreelError(
        .limitExceeded,
        "Cannot measure \(range.duration) of sound at once: at most six hours. Give a shorter 'range'."
      )
    }
    (self.range, self.channelCount) = (range, channelCount)
    start = range.start.value(timescale: Int64(Self.sampleRate))
    length = Int(range.duration.value(timescale: Int64(Self.sampleRate)))
    guard length > 0 else {
      throw MoonreelError(
        .invalidArgument, "Cannot measure a sound of no length. Give a longer 'range'.")
    }
  }

  /// Lets `meters` hear what `provider` gives at 48 kHz.
  ///
  /// - Throws: `MoonreelError` (`cancelled`); what the provider throws.
  func lead(
    _ meters: [any SoundMeter], through provider: any SampleProvider,
    _ cancellation: CancellationFlag
  ) throws {
    var ear = SoundEar(self, meters)
    let end = start + Int64(hopCount * Self.hopLength + Self.lead)
    for position in stride(from: start - Int64(Self.lead), to: end, by: Self.blockLength) {
      try cancellation.check()
      let count = min(Self.blockLength, Int(end - position))
      ear.hear(try provider.read(from: position, frameCount: count))
    }
  }
}

/// Measures a sound while it goes by. One thread at a time.
protocol SoundMeter: AnyObject {
  /// Whether it wants spectra: most of what measuring costs.
  var wantsSpectra: Bool { get }

  /// Hears what comes next of the sound: first the ``SoundWalk/lead`` before the stretch, then the stretch, then what follows it.
  func hear(_ planes: [[Float]])

  /// Hears one channel of the next hop.
  func hear(_ hop: UnsafeBufferPointer<Float>, ofChannel channel: Int)

  /// Hears the powers of the next hop's frequencies (see ``SpectrumWindow``), the sum of all channels.
  func hear(powers: [Double])
}

extension SoundMeter {
  func hear(_ planes: [[Float]]) {}
  func hear(powers: [Double]) {}
}

/// The stretch of a sound that a spectrum is made of.
enum SpectrumWindow {
  /// Samples: 85 ms. The frequencies of the transform lie 11.7 Hz apart.
  static let length = 4096
  /// A Hann window.
  static let weights: [Double] = (0..<length).map {
    0.5 - 0.5 * PortableMath.cos(2 * Double.pi * Double($0) / Double(length))
  }
  static let transform = FourierTransform(size: length)

  /// `frequency`, in hertz, counted in frequencies of the transform.
  static func place(of frequency: Double) -> Double {
    frequency * Double(length) / Double(SoundWalk.sampleRate)
  }
}

/// What is still needed of a sound that goes by.
private struct SoundEar {
  private let walk: SoundWalk
  private let meters: [any SoundMeter]
  private let wantsSpectra: Bool
  private var numbers = FourierTransform.Numbers(SpectrumWindow.length)
  /// The first sample is number `first` of the stretch.
  private var planes: [[Float]]
  private var first = -SoundWalk.lead
  private var hopsDone = 0

  init(_ walk: SoundWalk, _ meters: [any SoundMeter]) {
    (self.walk, self.meters) = (walk, meters)
    wantsSpectra = meters.contains { $0.wantsSpectra }
    planes = Array(repeating: [], count: walk.channelCount)
  }

  mutating func hear(_ block: SampleBuffer) {
    precondition(block.channels.count == planes.count)
    let heard = block.channels.map { SampleLevels.finite($0) }
    for index in planes.indices { planes[index] += heard[index] }
    for meter in meters { meter.hear(heard) }
    while hopsDone < walk.hopCount, windowStart + SpectrumWindow.length <= first + planes[0].count {
      measureHop()
      hopsDone += 1
    }
    let surplus = min(planes[0].count, max(0, windowStart - first))
    for index in planes.indices { planes[index].removeFirst(surplus) }
    first += surplus
  }

  /// The first sample of the window around the next hop's middle.
  private var windowStart: Int {
    hopsDone * SoundWalk.hopLength + SoundWalk.hopLength / 2 - SpectrumWindow.length / 2
  }

  private mutating func measureHop() {
    let begin = hopsDone * SoundWalk.hopLength
    let count = min(SoundWalk.hopLength, walk.length - begin)
    for (channel, plane) in planes.enumerated() {
      plane.withUnsafeBufferPointer { plane in
        let hop = UnsafeBufferPointer(rebasing: plane[(begin - first)..<(begin - first + count)])
        for meter in meters { meter.hear(hop, ofChannel: channel) }
      }
    }
    guard wantsSpectra else { return }
    let powers = powers(from: windowStart - first)
    for meter in meters where meter.wantsSpectra { meter.hear(powers: powers) }
  }

  /// The powers of all channels; two at a time go through one transform side by side.
  private mutating func powers(from start: Int) -> [Double] {
    let size = SpectrumWindow.length
    var powers = [Double](repeating: 0, count: size / 2 + 1)
    for index in stride(from: 0, to: planes.count, by: 2) {
      window(planes[index], index + 1 < planes.count ? planes[index + 1] : nil, from: start)
      SpectrumWindow.transform.forward(&numbers)
      mr_levels_powers(&powers, numbers.real, numbers.imaginary, size)
    }
    return powers
  }

  private mutating func window(_ a: [Float], _ b: [Float]?, from start: Int) {
    let count = SpectrumWindow.length
    precondition(start >= 0 && start + count <= a.count)
    a.withUnsafeBufferPointer { a in
      let first = a.baseAddress! + start
      guard let b else {
        mr_levels_window(
          &numbers.real, &numbers.imaginary, first, nil, SpectrumWindow.weights, count)
        return
      }
      b.withUnsafeBufferPointer { b in
        mr_levels_window(
          &numbers.real, &numbers.imaginary, first, b.baseAddress! + start,
          SpectrumWindow.weights, count)
      }
    }
  }
}
