// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore
import MoonreelModel
import Testing

@testable import MoonreelScript

/// Taps: functions of a script, or classes in Swift, that see and change every sample.
@Suite struct SoundTapTests {
  private func sound(
    _ script: String, options: String = "", from start: Int64 = 0, block: Int = 4096
  ) throws -> [[Float]] {
    try SoundFilm.samples(script, options: options, from: start, block: block)
  }

  private func rms(_ samples: ArraySlice<Float>) -> Double { SoundFilm.rms(samples) }

  /// Noise from 0.3 s on through `effects`.
  private func noise(through effects: String) -> String {
    "show:add { source = mr.source.noise { seed = 3 }, at = 0.3, duration = 1, audio = { effects = \(effects) } }"
  }

  private func difference(_ one: [[Float]], _ other: [[Float]]) -> Float {
    zip(one.joined(), other.joined()).map { abs($0 - $1) }.max() ?? 1
  }

  /// A one-pole filter, as a tap and as a kernel.
  @Test func aTapSeesEverySample() throws {
    let tap = """
      mr.tap {
        prepare = function(format) return { last = { 0, 0 }, rate = format.rate } end,
        process = function(block, state)
          for c = 1, #block do
            local samples, last = block[c], state.last[c]
            for i = 1, block.frames do
              last = last + 0.25 * (samples[i] - last)
              samples[i] = last
            end
            state.last[c] = last
          end
        end,
      }
      """
    let kernel =
      "mr.sound_kernel { body = function(k) return k.follow(k.sound, 0.25, 0.25) end } {}"
    func layer(_ effect: String) -> String {
      "show:add { source = mr.source.noise { seed = 3 }, at = 0.3, duration = 1, audio = { effects = \(effect) } }"
    }
    let (heard, expected) = (try sound(layer(tap)), try sound(layer(kernel)))
    let difference = zip(heard[0], expected[0]).map { abs($0 - $1) }.max() ?? 1
    #expect(difference < 1e-6 && rms(heard[0][20_000..<50_000]) > 0.05, "\(difference)")
    let part = try sound(layer(tap), from: 40_003, block: 77)
    #expect(part[0] == Array(heard[0][40_003...]))
  }

  @Test func aLayerHasATap() throws {
    let samples = try sound(
      """
      show:add { source = mr.source.tone { waveform = 'square', frequency = 0.1, gain = 0.5 }, duration = 2,
        audio = { effects = audio.gain { gain = -6.0206 }, volume = 0.5, tap = { process = function(block)
          block:map(function(sample) return sample + 0.25 end)
        end } } }
      """)
    #expect(abs(samples[0][1000] - 0.25) < 1e-5, "\(samples[0][1000])")
  }

  @Test func aTapMeasures() throws {
    let samples = try sound(
      """
      local tap = mr.tap { process = function(block)
        local bands, most = block:spectrum(1), 1
        for i = 2, #bands do if bands[i] > bands[most] then most = i end end
        local peak = block:peak()
        block:map(function() return (most - 1) * block.rate / block.frames / 48000 end)
        block[2][1] = peak
      end }
      show:add { source = mr.source.tone { frequency = 3000, gain = 0.5 }, duration = 2, audio = { effects = tap } }
      """)
    #expect(abs(samples[0][5000] * 48_000 - 3000) < 94)
    #expect(abs(samples[1][512 * 9] - 0.5) < 0.001)
  }

  @Test(
    "a tap's mistakes are told at its line",
    arguments: [
      ("block[1] = nil", "channel 1 of the block must have 512 numbers"),
      ("block[2][7] = 'x'", "channel 2 of the block must have 512 numbers"),
      ("block.nothing.more = 1", "test.lua:4:"), ("while true do end", "test.lua:"),
    ])
  func tapMistakes(line: String, words: String) throws {
    do {
      _ = try sound(
        """
        local tap = mr.tap { process = function(block) \(line) end }
        show:add { source = mr.source.tone {}, duration = 2, audio = { effects = tap } }
        """)
      Issue.record("nothing was said")
    } catch let error as MoonreelError {
      #expect(error.message.contains(words), "\(error.message)")
    }
  }

  @Test(
    "a tap's filters are the library's",
    arguments: [
      ("'low_pass', 1000, 2", "audio.low_pass { cutoff = 1000, q = 2 }"),
      ("'high_pass', 300, 0.5", "audio.high_pass { cutoff = 300, q = 0.5 }"),
      ("'band_pass', 2000, 3", "audio.band_pass { frequency = 2000, q = 3 }"),
      ("'notch', 2000, 3", "audio.notch { frequency = 2000, q = 3 }"),
      ("'peak', 2000, 3, 9", "audio.peak { frequency = 2000, q = 3, gain = 9 }"),
    ])
  func filters(arguments: String, effect: String) throws {
    let tap = "mr.tap { process = function(block) block:filter(\(arguments)) end }"
    let (heard, expected) = (try sound(noise(through: tap)), try sound(noise(through: effect)))
    #expect(difference(heard, expected) < 1e-5)
    #expect(rms(heard[0][20_000..<50_000]) > 0.01)
    // Two after one another remember each for itself.
    let twice = try sound(
      noise(
        through: "mr.tap { process = function(b) b:filter(\(arguments)):filter(\(arguments)) end }")
    )
    #expect(difference(twice, try sound(noise(through: "{ \(effect), \(effect) }"))) < 1e-4)
  }

  @Test("an envelope is the follower of its formula") func envelope() throws {
    let heard = try sound(
      noise(
        through: """
          mr.tap { process = function(block)
            local level = block:envelope(0.002, 0.05)
            block[1], block[2] = level, block[2]
          end }
          """))
    let plain = try sound(noise(through: "{}"))
    let (rise, fall) = (1 - exp(-1 / (0.002 * 48_000)), 1 - exp(-1 / (0.05 * 48_000)))
    var value = 0.0
    for index in 14_400..<60_000 {
      let size = max(abs(Double(plain[0][index])), abs(Double(plain[1][index])))
      value += (size > value ? rise : fall) * (size - value)
      try #require(abs(Double(heard[0][index]) - value) < 1e-6, "\(index)")
    }
    #expect(value > 0.1)
    // Gains for each sample.
    let squared = try sound(
      noise(through: "mr.tap { process = function(b) b:gain(b:envelope(0, 0, 1)) end }"))
    #expect(abs(squared[0][30_000] - plain[0][30_000] * abs(plain[0][30_000])) < 1e-6)
  }

  @Test("frequencies are those of the sum, and come back") func transforms() throws {
    let back = try sound(
      noise(
        through: """
          mr.tap { process = function(block)
            for c = 1, #block do block[c] = block:ifft(block:fft(c)) end
          end }
          """))
    #expect(difference(back, try sound(noise(through: "{}"))) < 1e-6)
    let bins = try sound(
      """
      local tap = mr.tap { process = function(block)
        local list = {}
        for i = 1, 8 do list[i] = i * i % 7 - 2 end
        local s = block:fft(list)
        for i = 1, 8 do block[1][i], block[2][i] = s.real[i], s.imaginary[i] end
      end }
      show:add { source = mr.source.silence { duration = 2 }, duration = 2, audio = { effects = tap } }
      """)
    for bin in 0..<8 {
      var (real, imaginary) = (0.0, 0.0)
      for index in 0..<8 {
        let (x, turn) = (
          Double((index + 1) * (index + 1) % 7 - 2), -Double.pi / 4 * Double(bin * index)
        )
        real += x * cos(turn)
        imaginary += x * sin(turn)
      }
      #expect(
        abs(Double(bins[0][bin]) - real) < 1e-5 && abs(Double(bins[1][bin]) - imaginary) < 1e-5)
    }
  }

  @Test("blocks are measured, mixed and copied by their formulas") func helpers() throws {
    let heard = try sound(
      noise(
        through: """
          mr.tap { process = function(block)
            local peak, rms, mean = block:peak(), block:rms(), block:copy()
            local left = block:copy(1)
            block:gain(0.5):mix({ left, left }, 0.25)
            block[2][1], block[2][2], block[2][3] = peak, rms, mean[4]
          end }
          """))
    let plain = try sound(noise(through: "{}"))
    let block = 14_400 + 512 * 20..<14_400 + 512 * 21
    let all = plain[0][block] + plain[1][block]
    let first = block.lowerBound
    #expect(abs(heard[1][first] - (all.map(abs).max() ?? 0)) < 1e-6)
    #expect(abs(Double(heard[1][first + 1]) - rms(all)) < 1e-6)
    #expect(abs(heard[1][first + 2] - (plain[0][first + 3] + plain[1][first + 3]) / 2) < 1e-6)
    #expect(abs(heard[0][first + 9] - plain[0][first + 9] * 0.75) < 1e-6)
    #expect(
      abs(heard[1][first + 9] - plain[1][first + 9] * 0.5 - plain[0][first + 9] * 0.25) < 1e-6)
  }

  @Test("a block knows its times, and the context its state") func context() throws {
    let samples = try sound(
      """
      local tap = mr.tap {
        prepare = function(format) return { count = 0, rate = format.rate } end,
        process = function(block, context, plain)
          assert(context.state == plain.state and context.rate == 48000 and #context.channels == 2)
          context.count = context.count + 1
          assert(plain.state.count == context.count and context.state.count == context.count)
          assert(block.position == (context.count - 1) * 512 and block.time == block.position / 48000)
          assert(block.film_position == block.position + 14400 and block.layer_position == block.position)
          assert(math.abs(block.film_time - block.layer_time - 0.3) < 1e-12)
          assert(context.time == block.film_time and context.layer_time == block.layer_time)
          block[1][1] = block.film_time
        end,
      }
      \(noise(through: "tap"))
      """)
    #expect(abs(samples[0][14_400 + 5120] - Float(14_400 + 5120) / 48_000) < 1e-6)
  }

  @Test("a state of any kind is what process gets") func states() throws {
    let heard = try sound(
      noise(
        through: """
          { mr.tap { prepare = function() return 0.5 end,
              process = function(block, factor, context)
                assert(context.state == 0.5)
                block:gain(factor)
              end },
            mr.tap { process = function(block, context)
                context.blocks = (context.blocks or 0) + 1
                if context.blocks == 3 then block:gain(0) end
              end } }
          """))
    let plain = try sound(noise(through: "{}"))
    #expect(heard[0][20_000] == plain[0][20_000] * 0.5)
    #expect(heard[0][14_400 + 1024..<14_400 + 1536].allSatisfy { $0 == 0 })
  }

  @Test("a tap stands before or after effects") func order() throws {
    let clip =
      "mr.tap { process = function(b) b:map(function(x) return x > 0.1 and 0.1 or x end) end }"
    func level(_ effects: String) throws -> Float {
      try sound(
        """
        show:add { source = mr.source.tone { waveform = 'square', frequency = 0.1, gain = 0.5 }, duration = 2,
          audio = { effects = \(effects) } }
        """)[0][1000]
    }
    #expect(abs(try level("{ \(clip), audio.gain { gain = -20 } }") - 0.01) < 1e-6)
    #expect(abs(try level("{ audio.gain { gain = -20 }, \(clip) }") - 0.05) < 1e-6)
  }

  @Test("parts of a layer's audio are set one by one") func assignment() throws {
    let samples = try sound(
      """
      local layer = show:add { source = mr.source.tone { waveform = 'square', frequency = 0.1, gain = 0.5 },
        duration = 2, audio = { volume = 0.5 } }
      layer.audio.tap = { process = function(block) block:gain(0.25) end }
      layer.audio.effects = audio.gain { gain = 6.0206 }
      assert(layer.audio.volume == 0.5 and layer.audio.tap.process and layer.audio.mute == false)
      layer.audio.pan = 1
      assert(layer.audio.pan == 1)
      layer.audio.pan = nil
      local other = show:add { source = mr.source.silence { duration = 1 }, duration = 1 }
      other.audio = layer.audio
      assert(other.audio.volume == 0.5 and other.audio.tap)
      other.audio.tap = nil
      assert(not other.audio.tap and layer.audio.tap)
      """)
    #expect(abs(samples[0][1000] - 0.5 * 0.5 * 0.25 * 2) < 1e-5, "\(samples[0][1000])")
  }

  /// How often the tap's functions were called, as it prints it.
  private func calls(_ process: String) throws -> [String] {
    let lines = Lines()
    let outcome = Runs.script(
      """
      local mr = require "moonreel"
      local show = mr.composition { size = { 16, 16 }, fps = 25, duration = 2 }
      local tap = mr.tap {
        prepare = function() print "prepare" return {} end,
        process = function(block, context) \(process) end,
        finish = function(context) print("finish " .. tostring(context.state ~= nil)) end,
      }
      show:add { source = mr.source.tone {}, duration = 1, audio = { effects = tap } }
      return show
      """
    ) { $0.print = { lines.add($0) } }
    let result = try #require(outcome.result, "\(outcome.message)")
    for _ in 0..<2 { _ = try? SoundFilm.planes(of: result) }
    return lines.all.map { $0.replacing("test.lua: ", with: "") }
  }

  @Test(
    "finish is called once for each time the sound is played, and when that fails",
    arguments: ["block:gain(0.5)", "error 'no'"])
  func finishing(process: String) throws {
    let lines = try calls(process)
    #expect(lines == ["prepare", "finish true", "prepare", "finish true"])
  }

  @Test(
    "a tap's helpers say what is wrong",
    arguments: [
      ("block:filter('lowpass', 100)", "bad 'kind' of block:filter"),
      ("block:filter('low_pass')", "bad 'hertz' of block:filter"),
      ("block:envelope('slow')", "bad time of block:envelope"),
      ("block:fft(7)", "it has 2 channels, got 7"), ("block:fft {}", "two numbers or more"),
      ("block:ifft {}", "what block:fft gives"),
    ])
  func helperMistakes(line: String, words: String) throws {
    do {
      _ = try sound(
        """
        local tap = mr.tap { process = function(block) \(line) end }
        show:add { source = mr.source.tone {}, duration = 2, audio = { effects = tap } }
        """)
      Issue.record("nothing was said")
    } catch let error as MoonreelError {
      #expect(
        error.message.contains(words) && error.message.contains("test.lua:4"), "\(error.message)")
    }
  }
}
