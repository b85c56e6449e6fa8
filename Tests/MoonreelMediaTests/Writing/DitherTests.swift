// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import Testing

@testable import MoonreelMedia

/// What becomes of sound that is stored with 16 bits.
@Suite("Dither") struct DitherTests {
  private let folder = TestFolder()
  private static let rate = 48_000

  static let forms: [(Container, AudioCodec, [String: String])] = [
    (.wav, .pcm16, [:]), (.flac, .flac, ["bits": "16"]),
  ]

  /// What a file of `planes` decodes to, channel by channel, in steps of 1/32768.
  private func stored(
    _ planes: [[Float]], _ form: (Container, AudioCodec, [String: String]), _ dither: String? = nil,
    block: Int = 4801
  ) throws -> [[Double]] {
    var options = form.2
    options["dither"] = dither
    let path = folder.file("a\(form.0.ending)")
    let encoding = AudioEncoding(
      codec: form.1, layout: planes.count == 1 ? .mono : .stereo, options: options)
    let writer = try MediaWriter(
      path: path, settings: OutputSettings(container: form.0, audio: encoding), gate: .unrestricted)
    for start in stride(from: 0, to: planes[0].count, by: block) {
      let end = min(start + block, planes[0].count)
      try writer.append(
        SampleBuffer(sampleRate: Self.rate, channels: planes.map { Array($0[start..<end]) }))
    }
    _ = try writer.finish()
    let samples = try TestShell.samples(path)
    return planes.indices.map { channel in
      stride(from: channel, to: samples.count, by: planes.count).map { Double(samples[$0]) * 32768 }
    }
  }

  private func tone(decibels: Double, seconds: Int = 4) -> [Float] {
    let amplitude = pow(10, decibels / 20)
    return (0..<seconds * Self.rate).map {
      Float(amplitude * sin(2 * Double.pi * 1000 * Double($0) / Double(Self.rate)))
    }
  }

  /// The amplitude of `frequency` in `samples`, in decibels below full scale.
  private func level(_ samples: [Double], _ frequency: Double) -> Double {
    var (s, c) = (0.0, 0.0)
    for (index, value) in samples.enumerated() {
      let angle = 2 * Double.pi * frequency * Double(index) / Double(Self.rate)
      s += value * sin(angle)
      c += value * cos(angle)
    }
    return 20 * log10(2 * hypot(s, c) / Double(samples.count) / 32768)
  }

  @Test("a tone below a step stays a tone, without overtones", arguments: forms)
  func quietTone(_ form: (Container, AudioCodec, [String: String])) throws {
    let plane = tone(decibels: -100)
    let dithered = try stored([plane], form)[0]
    #expect(abs(level(dithered, 1000) + 100) < 0.5)
    for overtone in 2...12 {
      #expect(level(dithered, 1000 * Double(overtone)) < -125, "\(overtone) kHz")
    }
    // Triangular noise and rounding: a quarter of a step squared.
    let power = dithered.reduce(0) { $0 + $1 * $1 } / Double(dithered.count)
    #expect(abs(power - 0.25 - 0.5 * pow(0.32768, 2)) < 0.01, "\(power)")
    let plain = try stored([plane], form, "none")[0]
    #expect(plain.allSatisfy { $0 == 0 })
    let louder = try stored([tone(decibels: -86)], form, "none")[0]
    #expect(level(louder, 3000) > -106)
    #expect(level(try stored([tone(decibels: -86)], form)[0], 3000) < -120)
  }

  @Test("silence and what has 16 bits pass as they are", arguments: forms)
  func untouched(_ form: (Container, AudioCodec, [String: String])) throws {
    #expect(try stored([[Float](repeating: 0, count: 9600)], form)[0].allSatisfy { $0 == 0 })
    let steps = (0..<65_536).map { ($0 * 40_503) % 65_536 - 32_768 }
    let found = try stored([steps.map { Float($0) / 32768 }], form)[0]
    #expect(found == steps.map(Double.init))
  }

  @Test("the noise depends on a sample's number and channel alone", arguments: forms)
  func steady(_ form: (Container, AudioCodec, [String: String])) throws {
    let plane = [Float](repeating: 0.25 + 0.3 / 32768, count: 30_000)
    let once = try stored([plane, plane], form, block: 30_000)
    #expect(try stored([plane, plane], form, block: 77) == once)
    #expect(once[0] != once[1])
    let mean = once[0].reduce(0, +) / 30_000
    #expect(abs(mean - 8192.3) < 0.02)
    let product = zip(once[0], once[1]).map { ($0 - 8192.3) * ($1 - 8192.3) }.reduce(0, +) / 30_000
    let next = zip(once[0], once[0].dropFirst()).map { ($0 - 8192.3) * ($1 - 8192.3) }
    #expect(abs(product) < 0.01)
    #expect(abs(next.reduce(0, +) / 30_000) < 0.01)
  }

  @Test("full scale is not clipped by noise")
  func fullScale() throws {
    let plane =
      [Float](repeating: 0.999_99, count: 5000) + [Float](repeating: -0.999_99, count: 5000)
    let path = folder.file("b.wav")
    let settings = OutputSettings(
      container: .wav, audio: AudioEncoding(codec: .pcm16, layout: .mono))
    let writer = try MediaWriter(path: path, settings: settings, gate: .unrestricted)
    try writer.append(SampleBuffer(sampleRate: Self.rate, channels: [plane]))
    #expect(try writer.finish().clippedSamples == 0)
    #expect(try TestShell.samples(path).allSatisfy { abs(abs($0) - 1) < 3 / 32768 })
  }

  @Test("what cannot be dithered is refused in a sentence")
  func refusals() throws {
    func message(_ codec: AudioCodec, _ options: [String: String]) throws -> String {
      let encoding = AudioEncoding(codec: codec, options: options)
      return try #require(throws: MoonreelError.self) {
        try AudioEncoder(encoding, globalHeader: false)
      }.message
    }
    #expect(
      try message(.pcm16, ["dither": "lots"])
        == "Cannot set the option 'dither' of pcm16 to 'lots': it takes none or triangular.")
    #expect(try message(.pcm24, ["dither": "triangular"]).contains("of more than 16 bits"))
    #expect(try message(.flac, ["dither": "1"]).contains("of more than 16 bits"))
    #expect(try message(.aac, ["dither": "none"]).contains("has no option 'dither'"))
  }
}
