// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import Testing

@testable import MoonreelMedia

/// What conversion to another rate adds to tones, and what it lets through.
struct ResamplerTests {
  private static let pairs = [(44_100, 48_000), (48_000, 44_100), (96_000, 48_000), (8000, 48_000)]

  /// Half a second from the middle of a tone of half of full scale, converted.
  private func tone(_ frequency: Double, from rate: Int, to other: Int) throws -> [Double] {
    let converter = try AudioConverter(
      fromRate: rate, fromLayout: .mono, toRate: other, toLayout: .mono)
    let plane = (0..<rate).map {
      Float(0.5 * sin(2 * Double.pi * frequency * Double($0) / Double(rate)))
    }
    let block = try converter.convert(SampleBuffer(sampleRate: rate, channels: [plane]))
    return block.channels[0][other / 4..<other * 3 / 4].map(Double.init)
  }

  /// The level of the tone of `frequency` in `samples`, and of everything else, both in decibels below what went in.
  private func levels(_ samples: [Double], _ frequency: Double, rate: Int) -> (
    tone: Double, rest: Double
  ) {
    var sums = (ss: 0.0, cc: 0.0, sc: 0.0, s: 0.0, c: 0.0)
    func place(_ index: Int) -> Double { 2 * Double.pi * frequency * Double(index) / Double(rate) }
    for (index, value) in samples.enumerated() {
      let (s, c) = (sin(place(index)), cos(place(index)))
      sums.ss += s * s
      sums.cc += c * c
      sums.sc += s * c
      sums.s += s * value
      sums.c += c * value
    }
    let determinant = sums.ss * sums.cc - sums.sc * sums.sc
    let a = (sums.s * sums.cc - sums.c * sums.sc) / determinant
    let b = (sums.c * sums.ss - sums.s * sums.sc) / determinant
    var rest = 0.0
    for (index, value) in samples.enumerated() {
      let left = value - a * sin(place(index)) - b * cos(place(index))
      rest += left * left
    }
    return (
      20 * log10(hypot(a, b) / 0.5), 10 * log10(rest / Double(samples.count) / 0.125)
    )
  }

  @Test(arguments: pairs, [0.05, 0.45, 0.9, 0.93]) func tonesPassWhole(
    rates: (from: Int, to: Int), share: Double
  ) throws {
    let frequency = share * Double(min(rates.from, rates.to)) / 2
    let found = levels(
      try tone(frequency, from: rates.from, to: rates.to), frequency, rate: rates.to)
    #expect(abs(found.tone) < 0.002, "\(found.tone) dB")
    #expect(found.rest < -130, "\(found.rest) dB")
  }

  /// What lies above half of the lower rate must not be mirrored; with a higher rate to come, nothing must appear there.
  @Test(arguments: pairs) func nothingIsMirrored(rates: (from: Int, to: Int)) throws {
    let half = Double(min(rates.from, rates.to)) / 2
    for share in rates.from > rates.to ? [1.005, 1.03, 1.3] : [0.97, 0.995] {
      let frequency = share * half
      guard frequency < Double(rates.from) / 2 else { continue }
      let samples = try tone(frequency, from: rates.from, to: rates.to)
      let all = samples.reduce(0) { $0 + $1 * $1 } / Double(samples.count)
      let found =
        share > 1 ? 10 * log10(all / 0.125) : levels(samples, frequency, rate: rates.to).rest
      #expect(found < -120, "\(frequency) Hz: \(found) dB")
    }
  }

  /// Rates without a common factor have more phases than the table.
  @Test func oddRatesAreCleanToo() throws {
    let found = levels(try tone(997, from: 44_101, to: 48_000), 997, rate: 48_000)
    #expect(found.rest < -110, "\(found.rest) dB")
    let high = levels(try tone(15_000, from: 44_101, to: 48_000), 15_000, rate: 48_000)
    #expect(high.rest < -95, "\(high.rest) dB")
  }

  @Test(arguments: [(44_100, 48_000), (96_000, 48_000), (192_000, 44_100), (8000, 48_000)])
  func aPlaceSoundsTheSameHoweverItIsReached(rates: (from: Int, to: Int)) throws {
    let folder = try TemporaryFolder()
    try FFmpegCommand.make(
      "-f lavfi -i anoisesrc=d=3:r=\(rates.from):a=0.4:s=7 -c:a pcm_f32le a.wav", in: folder)
    let track = try #require(try Asset.load(path: folder.file("a.wav"), gate: .unrestricted).audio)
    func reader() throws -> AudioReader {
      try AudioReader(
        track: track, sampleRate: rates.to, layout: .stereo, gate: .unrestricted)
    }
    let whole = try reader().read(from: 0, frameCount: 3 * rates.to).channels[1]
    let jumping = try reader()
    for place in [100_000, 1, 60_001, 7, 2 * rates.to, 12_345, 2 * rates.to + 1] {
      let part = try jumping.read(from: Int64(place), frameCount: 777).channels[1]
      let isSame = part.elementsEqual(whole[place..<place + 777])
      #expect(isSame, "from \(place)")
    }
  }
}
