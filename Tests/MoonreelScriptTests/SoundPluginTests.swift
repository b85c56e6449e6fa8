// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore
import MoonreelExport
import MoonreelMedia
import MoonreelRender
import Testing

@testable import MoonreelScript

/// Plugins of the package swh-lv2, heard through the mix of a film and compared with what their sources say.
@Suite("LV2 plugins")
struct SoundPluginTests {
  private static let rate = 48_000
  private static let swh = "http://plugin.org.uk/swh-plugins/"
  static let isInstalled = (try? PluginLibrary.plugin(swh + "amp")) != nil
  static let needs = Comment("liblilv-0-0 and swh-lv2 are not installed; run scripts/setup --all")
  private static let tones = """
    local mono = mr.source.tone { frequency = 331, gain = 0.25 }
    local other = mr.source.tone { frequency = 977, gain = 0.2 }
    """

  /// What one second of a film with `script` sounds like, a plane a channel; effects are made by `plug`.
  private func sound(_ script: String, layout: ChannelLayout = .stereo, from start: Int64 = 0)
    throws -> [[Float]]
  {
    let outcome = run(
      """
      local show = mr.composition { size = { 16, 16 }, fps = 25, duration = 1 }
      local function add(source, effects, pan)
        show:add { source = source, duration = 1, audio = { effects = effects, pan = pan } }
      end
      \(Self.tones)
      \(script)
      return show
      """)
    let film = try #require(outcome.result, "\(outcome.message)").request
    let reader = CompositionReader(
      timeline: film.timeline, composition: film.videoComposition, audioMix: film.audioMix,
      gate: FileGate(folders: []))
    let range = TimeRange(
      start: try Time(value: start, timescale: Int64(Self.rate)), end: Time(wholeSeconds: 1))
    let mixer = try reader.sound(in: range, sampleRate: Self.rate, layout: layout)
    var planes = [[Float]](repeating: [], count: layout.count)
    while let samples = try mixer.next(frameCount: 1000) {
      for channel in planes.indices { planes[channel] += samples.channels[channel] }
    }
    return planes
  }

  private func run(_ script: String, isAllowed: Bool = true) -> Runs.Outcome {
    Runs.script(
      """
      local mr = require "moonreel"
      local function plug(name, controls, tail)
        return mr.audio.lv2 { uri = "\(Self.swh)" .. name, controls = controls, tail = tail }
      end
      \(script)
      """
    ) { $0.allowsPlugins = isAllowed }
  }

  private func farthest(_ one: some Collection<Float>, _ other: some Collection<Float>) -> Float {
    #expect(one.count == other.count)
    return zip(one, other).map { abs($0 - $1) }.max() ?? 0
  }

  @Test("an amplifier multiplies each channel", .enabled(if: isInstalled, needs))
  func gain() throws {
    let plain = try sound("add(mono, nil, -0.5) add(other, nil, 0.7)")
    let changed = try sound(
      "add(mono, plug('amp', { gain = -9 }), -0.5) add(other, plug('amp', { gain = -9 }), 0.7)")
    let factor = Float(pow(10, -9.0 / 20))
    for channel in 0..<2 {
      #expect(farthest(plain[channel].map { $0 * factor }, changed[channel]) < 1e-6)
    }
    #expect(try sound("add(mono, mr.audio.lv2 '\(Self.swh)amp')") == sound("add(mono)"))
  }

  @Test("a control that moves is asked every 64 samples", .enabled(if: isInstalled, needs))
  func movingControl() throws {
    let plain = try sound("add(mono)")[0]
    for gain in ["{ { 0, -40 }, { 1, 0 } }", "function(time) return -40 + 40 * time end"] {
      let changed = try sound("add(mono, plug('amp', { gain = \(gain) }))")[0]
      let expected = plain.indices.map { index -> Float in
        let time = Double(index / 64 * 64) / Double(Self.rate)
        return plain[index] * Float(pow(10, (-40 + 40 * time) / 20))
      }
      #expect(farthest(expected, changed) < 2e-6)
    }
  }

  @Test(
    "what a plugin says to be late by is made up for", .enabled(if: isInstalled, needs),
    arguments: [0, 1, 20, 250])
  func latency(milliseconds: Int) throws {
    // It says that it is late and is not: so what is heard comes early.
    let early = milliseconds * 48
    let plain = try sound("add(mono)")[0]
    let changed = try sound("add(mono, plug('artificialLatency', { delay = \(milliseconds) }))")[0]
    #expect(Array(plain[early...]) == Array(changed[..<(plain.count - early)]))
    // One that looks ahead leaves quiet sound where and as it was.
    let limited = try sound(
      "add(mono, plug('lookaheadLimiterConst', { delay_s = \(0.001 + Double(milliseconds) / 2000) }))"
    )
    #expect(farthest(plain, limited[0]) < 1e-5)
  }

  @Test("pairs of channels go through plugins for two", .enabled(if: isInstalled, needs))
  func pairs() throws {
    let plain = try sound("add(mono, nil, -1) add(other, nil, 1)")
    let mix = """
      local bus = mr.bus { effects = plug('matrixMSSt', { width = 0.5 }) }
      show:add { source = mono, duration = 1, audio = { pan = -1, bus = bus } }
      show:add { source = other, duration = 1, audio = { pan = 1, bus = bus } }
      """
    let changed = try sound(mix)
    #expect(farthest(zip(plain[0], plain[1]).map { $0 + $1 / 2 }, changed[0]) < 1e-6)
    #expect(farthest(zip(plain[0], plain[1]).map { $0 - $1 / 2 }, changed[1]) < 1e-6)
    // One channel alone goes into both inputs; the mean of both outputs is the middle.
    let alone = try sound("add(mono)", layout: .mono)
    let matrixed = try sound("add(mono, plug('matrixMSSt', { width = 0.5 }))", layout: .mono)
    #expect(farthest(alone[0], matrixed[0]) < 1e-6)
  }

  @Test("a piece of a film sounds as it does in the whole", .enabled(if: isInstalled, needs))
  func pieces() throws {
    let script =
      "add(mono, { plug('gverb'), plug('sc4', { threshold = { { 0, -30 }, { 1, 0 } } }) })"
    let whole = try sound(script)
    #expect(try sound(script) == whole)
    #expect(try sound(script, from: 20_001)[1] == Array(whole[1][20_001...]))
    #expect(whole[0].allSatisfy { $0.isFinite && abs($0) < 4 })
  }

  @Test(
    "mistakes are said in a sentence", .enabled(if: isInstalled, needs),
    arguments: [
      ("plug('amps')", "no LV2 plugin '\(swh)amps' on this machine (did you mean '\(swh)amp'?)"),
      (
        "plug('amp', { gian = 1 })",
        "'gian' to the LV2 plugin 'Simple amplifier' (did you mean 'gain'?)"
      ),
      (
        "plug('amp', { gain = 71 })",
        "'gain' of the LV2 plugin 'Simple amplifier': expected a number from -70 to 70"
      ),
      ("plug('amp', { gain = { { 0, 1 }, { 1, 99 } } })", "from -70 to 70"),
      ("plug('amp', {}, 61)", "from 0 to 60"), ("mr.audio.lv2 {}", "needs 'uri'"),
      ("mr.audio.lv2(3)", "the address of a plugin, or a table of options"),
      ("plug('analogueOsc')", "takes no sound: it is an instrument or a generator"),
      ("plug('lcrDelay', 3)", "a table of options such as"), ("plug('\\0')", "no LV2 plugin"),
      ("mr.audio.reverb()", "(the library's effects are in require \"moonreel.audio\")"),
    ])
  func mistakes(script: String, words: String) {
    let message = run("return \(script)").message
    #expect(message.contains(words), "\(message)")
  }

  @Test("they are off unless the host allows them")
  func off() {
    for call in ["lv2 '\(Self.swh)amp'", "lv2_list()"] {
      let outcome = run("return mr.audio.\(call)", isAllowed: false)
      #expect(outcome.error?.code == .accessDenied)
      #expect(outcome.message.contains("is switched off"), "\(outcome.message)")
      #expect(outcome.message.contains("--allow-plugins"))
    }
  }

  @Test("the list has every plugin with its controls", .enabled(if: isInstalled, needs))
  func list() {
    let outcome = run(
      """
      for _, plugin in ipairs(mr.audio.lv2_list()) do
        if plugin.uri == "\(Self.swh)amp" then
          local gain = plugin.controls[1]
          print(plugin.name, plugin.inputs, plugin.outputs, plugin.problem)
          print(gain.symbol, gain.kind, gain.min, gain.max, gain.default)
        end
      end
      """)
    #expect(outcome.printed.count == 2)
    #expect(outcome.printed.first?.hasSuffix("Simple amplifier\t1\t1\tnil") == true)
    #expect(outcome.printed.last?.hasSuffix("gain\tnumber\t-70.0\t70.0\t0.0") == true)
  }
}
