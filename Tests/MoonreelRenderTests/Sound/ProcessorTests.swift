// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import MoonreelModel
import Testing

@testable import MoonreelRender

/// Effects that are no kernels, each alone.
@Suite struct ProcessorTests {
  static let rates = [8000, 22_050, 44_100, 48_000, 96_000, 192_000]

  /// What `processor` makes of `sound`, of as many channels as it has, and of silence of as many samples as `more`.
  private func heard(_ processor: any SoundProcessor, _ sound: [[Float]], more: Int) throws
    -> [[Float]]
  {
    let (length, count) = (SoundEffect.blockLength, (sound.first?.count ?? 0) + more)
    var result = sound.map { _ in [Float]() }
    for begin in stride(from: 0, to: count, by: length) {
      let planes = sound.map { plane in
        (begin..<begin + length).map { $0 < plane.count ? plane[$0] : 0 }
      }
      var block = SoundBlock(channels: planes, position: Int64(begin))
      try processor.process(&block)
      for channel in result.indices { result[channel] += block.channels[channel] }
    }
    return result
  }

  private func format(_ rate: Int, _ layout: ChannelLayout = .stereo) -> SoundFormat {
    SoundFormat(sampleRate: rate, layout: layout)
  }

  private func noise(_ count: Int, seed: UInt64, gain: Double = 0.5) throws -> [Float] {
    try NoiseSource(.white, gain: gain, seed: seed)
      .samples(from: 0, frameCount: count, sampleRate: 48_000).channels[0]
  }

  private func rms(_ samples: ArraySlice<Float>) -> Double {
    (samples.reduce(0) { $0 + Double($1) * Double($1) } / Double(samples.count)).squareRoot()
  }

  @Test("the transform is the sum it stands for, and comes back", arguments: [2, 8, 64, 1024])
  func fourier(size: Int) throws {
    let transform = FourierTransform(size: size)
    let (real, imaginary) = (try noise(size, seed: 1), try noise(size, seed: 2))
    var numbers = FourierTransform.Numbers(size)
    (numbers.real, numbers.imaginary) = (real.map(Double.init), imaginary.map(Double.init))
    let before = numbers
    transform.forward(&numbers)
    for bin in [0, 1, size / 2, size - 1] {
      var (sum, other) = (0.0, 0.0)
      for index in 0..<size {
        let turn = -2 * Double.pi * Double(index * bin % size) / Double(size)
        sum += before.real[index] * cos(turn) - before.imaginary[index] * sin(turn)
        other += before.real[index] * sin(turn) + before.imaginary[index] * cos(turn)
      }
      #expect(abs(numbers.real[bin] - sum) < 1e-9 && abs(numbers.imaginary[bin] - other) < 1e-9)
    }
    transform.backward(&numbers)
    for index in 0..<size { #expect(abs(numbers.real[index] - before.real[index]) < 1e-12) }
  }

  @Test("a room is the sum of its echoes", arguments: [1, 511, 512, 513, 1700])
  func convolution(length: Int) throws {
    let response = [try noise(length, seed: 3), try noise(length, seed: 4, gain: 0.2)]
    let sound = [try noise(3000, seed: 5), try noise(3000, seed: 6)]
    let processor = Convolver(format(48_000), response: response) { _ in (0.5, 2) }
    let found = try heard(processor, sound, more: length)
    let power = response.map { $0.reduce(0.0) { $0 + Double($1) * Double($1) } }.max() ?? 1
    for channel in 0..<2 {
      for place in stride(from: 0, to: 3000 + length - 1, by: 37) {
        var room = 0.0
        for index in max(0, place - length + 1)...min(place, 2999) where index < 3000 {
          room += Double(sound[channel][index]) * Double(response[channel][place - index])
        }
        let dry = place < 3000 ? Double(sound[channel][place]) : 0
        let expected = 2 * dry + 0.5 * room / power.squareRoot()
        #expect(abs(Double(found[channel][place]) - expected) < 1e-6)
      }
    }
  }

  @Test(
    "sound becomes higher and lower in its time",
    arguments: rates, [-24.0, -7, 0, 3.5, 12, 24])
  func pitch(rate: Int, semitones: Double) throws {
    let frequency = semitones > 12 ? 200.0 : 600
    let sound = (0..<rate * 2).map { index -> Float in
      let isThere = index >= rate / 2 && index < rate * 3 / 2
      return isThere ? Float(0.5 * sin(2 * .pi * frequency * Double(index) / Double(rate))) : 0
    }
    let processor = try PitchShifter(format(rate, .mono), keepsFormants: false) { _ in semitones }
    let late = Int(PitchShifter.latency * Double(rate))
    let found = Array(try heard(processor, [sound], more: late)[0].dropFirst(late))
    // It is where it was.
    var (moment, power) = (0.0, 0.0)
    for (index, sample) in found.enumerated() {
      moment += Double(index) / Double(rate) * Double(sample) * Double(sample)
      power += Double(sample) * Double(sample)
    }
    #expect(abs(moment / power - 1) < 0.015, "\(moment / power)")
    let middle = found[(rate * 6 / 10)..<(rate * 14 / 10)]
    #expect(abs(rms(middle) / (0.5 / 2.0.squareRoot()) - 1) < 0.15, "\(rms(middle))")
    // Nearly all of it is at the frequency.
    let wanted = frequency * pow(2, semitones / 12)
    var (cosine, sine) = (0.0, 0.0)
    for (index, sample) in middle.enumerated() {
      let angle = 2 * Double.pi * wanted * Double(index) / Double(rate)
      cosine += Double(sample) * cos(angle)
      sine += Double(sample) * sin(angle)
    }
    let level = (cosine * cosine + sine * sine).squareRoot() * 2 / Double(middle.count)
    #expect(level / 2.0.squareRoot() > 0.9 * rms(middle), "\(level), all \(rms(middle))")
    // No hole: nothing was missing when it was asked for.
    for begin in stride(from: 0, to: middle.count - rate / 50, by: rate / 50) {
      #expect(rms(middle.dropFirst(begin).prefix(rate / 50)) > 0.2)
    }
  }

  /// Pitches that move, by the second.
  static let movements: [@Sendable (Double) -> Double] = [
    { $0 < 3 ? 0 : 12 }, { 12 - 24 * min(1, max(0, ($0 - 1) / 3)) },
    { 12 * sin(2 * .pi * 0.25 * $0) },
  ]

  @Test(
    "a pitch that moves leaves the sound in its time", arguments: [8000, 48_000, 96_000], 0..<3)
  func movingPitch(rate: Int, movement: Int) throws {
    let move = Self.movements[movement]
    // Bursts of 40 ms, every half second from 0.25 s on.
    let sound = (0..<rate * 6).map { index -> Float in
      let time = Double(index) / Double(rate)
      let place = (time.truncatingRemainder(dividingBy: 0.5) - 0.25) / 0.02
      guard abs(place) < 1 else { return 0 }
      return Float(0.25 * (1 + cos(.pi * place)) * sin(2 * .pi * 500 * time))
    }
    let processor = try PitchShifter(format(rate, .mono), keepsFormants: false) {
      move(Double($0) / Double(rate))
    }
    let late = Int(PitchShifter.latency * Double(rate))
    let found = Array(try heard(processor, [sound], more: late)[0].dropFirst(late))
    for burst in 0..<12 {
      let middle = Double(burst) * 0.5 + 0.25
      var (moment, power) = (0.0, 0.0)
      for index in Int((middle - 0.2) * Double(rate))..<Int((middle + 0.2) * Double(rate)) {
        let square = Double(found[index]) * Double(found[index])
        moment += square * (Double(index) / Double(rate) - middle)
        power += square
      }
      #expect(abs(moment / power) < 0.015, "\(moment / power) s at \(middle) s")
    }
  }

  /// A voice with these resonances, in hertz, 120 Hz wide: pulses whose pitch glides from 100 to 160 Hz, so that they are heard
  /// everywhere between its harmonics.
  private func voice(_ resonances: [Double], rate: Int) -> [Float] {
    var voice = [Float](repeating: 0, count: rate * 2)
    for resonance in resonances {
      // A resonator of two poles.
      let radius = exp(-.pi * 120 / Double(rate))
      let turn = 2 * radius * cos(2 * .pi * resonance / Double(rate))
      var (one, two, phase) = (0.0, 0.0, 0.0)
      for index in voice.indices {
        phase += (100 + 60 * Double(index) / Double(voice.count)) / Double(rate)
        let value = (phase >= 1 ? 0.1 : 0) + turn * one - radius * radius * two
        (one, two, phase) = (value, one, phase >= 1 ? phase - 1 : phase)
        voice[index] += Float(value)
      }
    }
    return voice
  }

  /// The power of `samples` around a frequency, evened out over `width` hertz to both sides.
  private func envelope(_ samples: ArraySlice<Float>, rate: Int, width: Double) -> (Double) ->
    Double
  {
    let size = 4096
    let transform = FourierTransform(size: size)
    var powers = [Double](repeating: 0, count: size / 2)
    for begin in stride(from: samples.startIndex, to: samples.endIndex - size, by: size / 4) {
      var numbers = FourierTransform.Numbers(size)
      for index in 0..<size {
        let weight = 0.5 - 0.5 * cos(2 * .pi * Double(index) / Double(size))
        numbers.real[index] = Double(samples[begin + index]) * weight
      }
      transform.forward(&numbers)
      for bin in powers.indices {
        powers[bin] +=
          numbers.real[bin] * numbers.real[bin] + numbers.imaginary[bin] * numbers.imaginary[bin]
      }
    }
    return { frequency in
      powers.enumerated().reduce(0) { sum, bin in
        let distance = (Double(bin.offset) * Double(rate) / Double(size) - frequency) / width
        return abs(distance) < 3 ? sum + bin.element * exp(-distance * distance * 2) : sum
      }
    }
  }

  @Test(
    "a voice keeps its timbre where that is asked for, and it moves with the pitch elsewhere",
    arguments: [-7.0, 7], [true, false])
  func formants(semitones: Double, keeping: Bool) throws {
    let (rate, resonances) = (48_000, [900.0, 2600])
    let processor = try PitchShifter(format(rate, .mono), keepsFormants: keeping) { _ in semitones }
    let late = Int(PitchShifter.latency * Double(rate))
    let found = try heard(processor, [voice(resonances, rate: rate)], more: late)[0].dropFirst(late)
    let power = envelope(found.dropFirst(rate / 4).prefix(rate * 3 / 2), rate: rate, width: 80)
    for resonance in resonances {
      let wanted = keeping ? resonance : resonance * pow(2, semitones / 12)
      let loudest = stride(from: wanted * 0.7, to: wanted * 1.3, by: 4).max {
        power($0) < power($1)
      }
      #expect(abs((loudest ?? 0) / wanted - 1) < 0.1, "\(loudest ?? 0) Hz for \(wanted)")
    }
  }

  @Test("without a reduction all comes through", arguments: rates)
  func reconstruction(rate: Int) throws {
    let sound = [try noise(rate / 2, seed: 8), try noise(rate / 2, seed: 9)]
    let processor = try NoiseReducer(format(rate)) { _ in (0, 6) }
    let late = Int((NoiseReducer.latency * Double(rate)).rounded())
    let found = try heard(processor, sound, more: late)
    for channel in 0..<2 {
      for index in sound[channel].indices {
        #expect(abs(found[channel][index + late] - sound[channel][index]) < 1e-5)
      }
    }
  }

  @Test("noise becomes quieter, and what rises from it stays", arguments: [8000, 48_000, 96_000])
  func reduction(rate: Int) throws {
    let hiss = try noise(rate * 4, seed: 10, gain: 0.02)
    let sound = hiss.indices.map { index -> Float in
      let isThere = index >= rate * 5 / 2 && index < rate * 3
      return hiss[index]
        + (isThere ? Float(0.25 * sin(2 * .pi * 700 * Double(index) / Double(rate))) : 0)
    }
    let processor = try NoiseReducer(format(rate, .mono)) { _ in (20, 6) }
    let late = Int(NoiseReducer.latency * Double(rate))
    let found = Array(try heard(processor, [sound], more: late)[0].dropFirst(late))
    func change(_ from: Double, _ to: Double) -> Double {
      let range = Int(from * Double(rate))..<Int(to * Double(rate))
      return 20 * log10(rms(found[range]) / rms(sound[range]))
    }
    #expect(change(1, 2.4) < -15, "\(change(1, 2.4))")
    #expect(abs(change(2.55, 2.95)) < 0.5, "\(change(2.55, 2.95))")
    #expect(change(3.3, 3.9) < -15, "\(change(3.3, 3.9))")
  }
}
