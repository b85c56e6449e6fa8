// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

@testable import MoonreelRender

/// Sound that is a function of the sample index, at full precision up to 2²⁴.
struct FunctionSource: Source {
  var mediaType: MediaType { .audio }
  var naturalSize: PixelSize { PixelSize(1, 1) }
  var duration: Time?
  var value: @Sendable (Int64) -> Float

  func samples(from start: Int64, frameCount: Int, sampleRate: Int) throws -> SampleBuffer {
    let plane = (0..<Int64(frameCount)).map { value(start + $0) }
    return SampleBuffer(sampleRate: sampleRate, channels: [plane, plane.map { -$0 }])
  }
}

extension FunctionSource {
  /// The same value everywhere.
  static func constant(_ value: Float) -> FunctionSource {
    FunctionSource(duration: nil) { _ in value }
  }

  /// The sample's own index, modulo 2²⁰ so that floats hold it.
  static let index = FunctionSource(duration: nil) { Float($0 & 0xFFFFF) }
}

/// A timeline with one sound track over each of `sources`.
func soundTimeline(
  _ sources: [any Source], _ mappings: [(source: TimeRange, target: TimeRange)],
  isReversed: Bool = false
) throws -> Timeline {
  var timeline = Timeline()
  for source in sources {
    let id = timeline.addTrack(.audio)
    try timeline.updateTrack(id) { track in
      try track.setSegments(
        mappings.map {
          Segment(
            source: .custom(source), mapping: TimeMapping(source: $0.source, target: $0.target),
            isReversed: isReversed)
        })
    }
  }
  return timeline
}

/// Everything a mixer gives, in blocks of `blockSize`.
func mixed(
  _ timeline: Timeline, _ mix: AudioMix? = nil, range: TimeRange? = nil, sampleRate: Int = 48000,
  layout: ChannelLayout = .stereo, algorithm: TimePitchAlgorithm = .varispeed,
  blockSize: Int = 4096
) throws -> [[Float]] {
  let mixer = try AudioMixer(
    timeline: timeline, mix: mix,
    range: range ?? TimeRange(start: .zero, duration: timeline.duration), sampleRate: sampleRate,
    layout: layout, fallbackAlgorithm: algorithm,
    open: opener(sampleRate: sampleRate, layout: layout))
  var planes = [[Float]](repeating: [], count: layout.count)
  while let block = try mixer.next(frameCount: blockSize) {
    for channel in planes.indices { planes[channel] += block.channels[channel] }
  }
  return planes
}

/// Opens generators and nested timelines.
func opener(
  sampleRate: Int, layout: ChannelLayout
) -> (SegmentSource, Track) throws -> any SampleProvider {
  { source, _ in
    switch source {
    case .custom(let source):
      return SourceSampleProvider(source: source, sampleRate: sampleRate, layout: layout)
    case .timeline(let timeline):
      return try TimelineSampleProvider(
        timeline: timeline, sampleRate: sampleRate, layout: layout,
        open: opener(sampleRate: sampleRate, layout: layout))
    case .composed(let composed):
      return try TimelineSampleProvider(
        timeline: composed.timeline, mix: composed.audioMix, sampleRate: sampleRate, layout: layout,
        open: opener(sampleRate: sampleRate, layout: layout))
    case .asset(let track):
      throw MoonreelError(.fileAccess, "Cannot open '\(track.path)': these tests have no files.")
    }
  }
}

/// The range from `start` to `end` in seconds.
func seconds(_ start: Double, _ end: Double) throws -> TimeRange {
  try TimeRange(seconds: start, end)
}

/// The time of sample `index` at `rate`.
func sampleTime(_ index: Int64, _ rate: Int64 = 48000) throws -> Time {
  try Time(value: index, timescale: rate)
}

/// The strength of `frequency` in `samples`: the amplitude of a sine of that frequency.
func amplitude(_ samples: ArraySlice<Float>, _ frequency: Double, _ rate: Double = 48000) -> Double
{
  var (real, imaginary) = (0.0, 0.0)
  let count = Double(samples.count)
  for (index, value) in samples.enumerated() {
    let window = 0.5 - 0.5 * Trigonometry.sineAndCosine(degrees: 360 * Double(index) / count).cosine
    let turns = (frequency * Double(index) / rate).truncatingRemainder(dividingBy: 1)
    let (sine, cosine) = Trigonometry.sineAndCosine(degrees: 360 * turns)
    real += Double(value) * window * cosine
    imaginary += Double(value) * window * sine
  }
  return 4 * (real * real + imaginary * imaginary).squareRoot() / count
}

/// The frequency of a clean tone, by its rising zero crossings.
func measuredFrequency(_ samples: ArraySlice<Float>, _ rate: Double = 48000) -> Double {
  var crossings: [Double] = []
  var before = samples.first ?? 0
  for (index, value) in samples.enumerated() {
    if before < 0, value >= 0 {
      crossings.append(Double(index) - Double(value) / Double(value - before))
    }
    before = value
  }
  guard let first = crossings.first, let last = crossings.last, crossings.count > 1 else {
    return 0
  }
  return Double(crossings.count - 1) * rate / (last - first)
}

/// Where sound begins that is heard within `reach` samples of `place`.
func onset(_ samples: [Float], near place: Int, within reach: Int, _ sampleRate: Int = 48000) -> Int
{
  let around = max(0, place - reach)..<max(1, min(samples.count, place + reach))
  let peak = around.max { abs(samples[$0]) < abs(samples[$1]) } ?? 0
  let begin = max(0, peak - sampleRate / 240)
  return (begin...peak).first { abs(samples[$0]) > 0.4 * abs(samples[peak]) } ?? peak
}
