// SPDX-License-Identifier: MIT

import CSoundHost
import MoonreelCore
import MoonreelModel

/// An LV2 plugin at work on a sound.
///
/// A plugin with one sound in and out works on each channel by itself. Others get pairs of channels: those that take one
/// sound their mean, and what gives one sound gives it to both. A last channel without a partner goes into both inputs,
/// and gets the mean of both outputs.
public final class PluginProcessor: SoundProcessor {
  /// Samples between values of controls that move.
  public static let step = 64

  /// The plugin at work, and the channels that it works on.
  private struct Unit {
    let instance: PluginInstance
    let channels: [Int]
  }

  /// By how many samples the result comes late: what the plugin says at the start.
  public let latency: Int?

  private let plugin: SoundPlugin
  private let sampleRate: Int
  private let units: [Unit]
  private let controls: [PluginControl]
  private let number: (Int, Int64) throws -> Double
  /// Samples of one run.
  private let length: Int

  /// - Parameters:
  ///   - controls: those that are set; the rest stay at their presets.
  ///   - moves: whether any of them moves.
  ///   - number: the value of a control at a sample, by its place in `controls`.
  /// - Throws: `MoonreelError` (`unsupportedFormat`) where the plugin cannot be used or started, and what `number` throws.
  public init(
    _ plugin: SoundPlugin, _ format: SoundFormat, controls: [PluginControl], moves: Bool,
    number: @escaping (Int, Int64) throws -> Double
  ) throws {
    if let problem = plugin.problem {
      throw MoonreelError(.unsupportedFormat, "The LV2 plugin '\(plugin.name)' \(problem).")
    }
    (self.plugin, self.controls, self.number) = (plugin, controls, number)
    (length, sampleRate) = (moves ? Self.step : SoundEffect.blockLength, format.sampleRate)
    let width = plugin.inputCount == 1 && plugin.outputCount == 1 ? 1 : 2
    let length = length
    units = try stride(from: 0, to: format.layout.count, by: width).map { first in
      Unit(
        instance: try PluginInstance(plugin, format.sampleRate, length: length),
        channels: Array(first..<min(first + width, format.layout.count)))
    }
    latency = try plugin.latencyPort.map { port in
      // Another instance is asked, so that those that will be heard have heard nothing.
      let asked = try PluginInstance(plugin, format.sampleRate, length: length)
      try Self.set(asked, controls, format.sampleRate) { try number($0, 0) }
      asked.run()
      return try Self.latency(asked.control(port), plugin, format.sampleRate)
    }
  }

  /// Works on a block.
  public func process(_ block: inout SoundBlock) throws {
    for start in stride(from: 0, to: block.frameCount, by: length) {
      let position = block.position + Int64(start)
      for unit in units {
        try Self.set(unit.instance, controls, sampleRate) { try number($0, position) }
        feed(unit, block.channels, start)
        unit.instance.run()
        take(unit, &block.channels, start)
      }
    }
  }

  private static func set(
    _ instance: PluginInstance, _ controls: [PluginControl], _ sampleRate: Int,
    _ number: (Int) throws -> Double
  ) throws {
    for (index, control) in controls.enumerated() {
      instance.set(control.port, control.value(try number(index), at: sampleRate))
    }
  }

  private static func latency(
    _ samples: Float, _ plugin: SoundPlugin, _ sampleRate: Int
  ) throws -> Int {
    guard samples >= 0, samples <= Float(10 * sampleRate) else {
      throw MoonreelError(
        .unsupportedFormat,
        "The LV2 plugin '\(plugin.name)' says that its sound comes \(samples) samples late, and 10 s are the most."
      )
    }
    return Int(limiting: Double(samples).rounded())
  }

  private func feed(_ unit: Unit, _ channels: [[Float]], _ start: Int) {
    let (first, second) = (channels[unit.channels[0]], channels[unit.channels.last!])
    let isMean = plugin.inputCount == 1 && unit.channels.count == 2
    for (index, port) in plugin.inputs.enumerated() {
      let input = unit.instance.samples(port)
      for sample in 0..<length {
        let (one, other) = (first[start + sample], second[start + sample])
        input[sample] = isMean ? (one + other) / 2 : index == 0 ? one : other
      }
    }
  }

  private func take(_ unit: Unit, _ channels: inout [[Float]], _ start: Int) {
    let outputs = plugin.outputs.map(unit.instance.samples)
    let isMean = outputs.count == 2 && unit.channels.count == 1
    for (index, channel) in unit.channels.enumerated() {
      let output = outputs[min(index, outputs.count - 1)]
      for sample in 0..<length {
        channels[channel][start + sample] =
          isMean ? (outputs[0][sample] + outputs[1][sample]) / 2 : output[sample]
      }
    }
  }
}

/// Owns one instance of a plugin, with all controls at their presets. One thread at a time.
private final class PluginInstance {
  private let instance: OpaquePointer
  private let plugin: SoundPlugin

  init(_ plugin: SoundPlugin, _ sampleRate: Int, length: Int) throws {
    let made = try PluginLibrary.using { world in
      mr_make_instance(world, plugin.description.plugin, Double(sampleRate), UInt32(length))
    }
    guard let made else {
      throw MoonreelError(
        .unsupportedFormat,
        "The LV2 plugin '\(plugin.name)' does not start at \(sampleRate) samples a second.")
    }
    (instance, self.plugin) = (made, plugin)
    for control in plugin.controls { set(control.port, control.preset(at: sampleRate)) }
  }

  deinit {
    // There is a world, or there would be no instance.
    try? PluginLibrary.using { _ in mr_free_instance(instance) }
  }

  func set(_ port: UInt32, _ value: Float) { mr_set_control(instance, port, value) }

  func control(_ port: UInt32) -> Float { mr_control(instance, port) }

  func samples(_ port: UInt32) -> UnsafeMutablePointer<Float> { mr_port_samples(instance, port) }

  func run() { mr_run_instance(instance) }
}
