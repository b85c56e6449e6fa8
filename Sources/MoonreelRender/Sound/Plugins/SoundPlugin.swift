// SPDX-License-Identifier: MIT

import CSoundHost
import MoonreelCore

/// An LV2 plugin that is installed, as its description has it. None of its code runs before a ``PluginProcessor`` is made.
public struct SoundPlugin: Sendable {
  /// The address that names it, such as `"http://plugin.org.uk/swh-plugins/amp"`.
  public var uri: String
  /// What people call it.
  public var name: String
  /// What it is steered by, in the order of its ports.
  public var controls: [PluginControl]
  /// How many sounds it takes.
  public var inputCount: Int { inputs.count }
  /// How many sounds it gives.
  public var outputCount: Int { outputs.count }
  /// Why it cannot be used, as the end of a sentence that begins with its name; `nil` where it can.
  public var problem: String?

  /// The ports for sound.
  let inputs: [UInt32]
  let outputs: [UInt32]
  /// The port that says by how many samples its result comes late.
  let latencyPort: UInt32?
  let description: Description

  /// Owns what the C side knows of it.
  ///
  /// `@unchecked Sendable`: it is only read.
  final class Description: @unchecked Sendable {
    let plugin: UnsafeMutablePointer<mr_plugin>

    init(_ plugin: UnsafeMutablePointer<mr_plugin>) { self.plugin = plugin }

    deinit { mr_free_plugin(plugin) }

    var ports: UnsafeBufferPointer<mr_plugin_port> {
      UnsafeBufferPointer(start: plugin.pointee.ports, count: Int(plugin.pointee.port_count))
    }
  }

  init(_ description: Description) {
    self.description = description
    let (plugin, ports) = (description.plugin.pointee, description.ports)
    uri = String(cString: plugin.uri)
    name = String(cString: plugin.name)
    let latency = plugin.latency_port < 0 ? nil : UInt32(plugin.latency_port)
    latencyPort = latency
    func numbers(_ kind: mr_port_kind) -> [UInt32] {
      ports.indices.filter { ports[$0].kind == kind }.map(UInt32.init)
    }
    inputs = numbers(MR_PORT_SOUND_IN)
    outputs = numbers(MR_PORT_SOUND_OUT)
    controls = numbers(MR_PORT_CONTROL_IN).map { PluginControl(ports[Int($0)], port: $0) }
    problem = Self.problem(
      plugin, inputs.count, outputs.count,
      unknown: ports.first { $0.kind == MR_PORT_UNKNOWN }.map { String(cString: $0.symbol) })
  }

  private static func problem(
    _ plugin: mr_plugin, _ inputs: Int, _ outputs: Int, unknown: String?
  ) -> String? {
    if let feature = plugin.missing_feature {
      return "needs the feature '\(String(cString: feature))', which Moonreel does not have"
    }
    if let unknown { return "has a port '\(unknown)' of a kind that Moonreel does not know" }
    if inputs == 0 { return "takes no sound: it is an instrument or a generator" }
    if outputs == 0 { return "gives no sound" }
    guard inputs <= 2, outputs <= 2 else {
      return "takes \(inputs) sounds and gives \(outputs), where an effect has one or two of each"
    }
    return nil
  }
}

/// A number that a plugin is steered by.
public struct PluginControl: Hashable, Sendable {
  /// What its values are.
  public enum Kind: String, Sendable {
    case number, integer, boolean
  }

  /// Its name for scripts, such as `"gain"`.
  public var symbol: String
  /// Its name for people.
  public var name: String
  /// What its values are.
  public var kind: Kind
  /// What it may be; all that can be said where the plugin says nothing. At ``usualRate`` where it follows the rate.
  public var range: ClosedRange<Double>
  /// What it is unless it is set.
  public var preset: Double

  /// Samples a second for which range and preset are said where they depend on the rate.
  public static let usualRate = 48_000

  let port: UInt32
  private let scalesWithRate: Bool

  init(_ port: mr_plugin_port, port number: UInt32) {
    symbol = String(cString: port.symbol)
    name = String(cString: port.name)
    kind = port.is_toggle ? .boolean : port.is_integer ? .integer : .number
    scalesWithRate = port.scales_with_rate
    let scale = scalesWithRate ? Double(Self.usualRate) : 1
    let (least, greatest) = port.is_toggle ? (0, 1) : (port.least, port.greatest)
    let (low, high) = (Self.bound(least, -1e9) * scale, Self.bound(greatest, 1e9) * scale)
    range = low <= high ? low...high : -1e9...1e9
    let usual = Self.bound(port.preset, 0) * scale
    preset = min(range.upperBound, max(range.lowerBound, usual))
    self.port = number
  }

  /// The number that the description has, in its decimal digits: 0.1 and not the nearest float.
  private static func bound(_ value: Float, _ other: Double) -> Double {
    value.isFinite ? Double("\(value)") ?? Double(value) : other
  }

  /// What the plugin gets for `value` at `sampleRate`: always something that it may get.
  func value(_ value: Double, at sampleRate: Int) -> Float {
    let scale = scalesWithRate ? Double(sampleRate) / Double(Self.usualRate) : 1
    let (low, high) = (range.lowerBound * scale, range.upperBound * scale)
    let known = min(high, max(low, value.isFinite ? value : preset * scale))
    switch kind {
    case .number: return Float(known)
    case .integer: return Float(known.rounded())
    case .boolean: return known >= 0.5 ? 1 : 0
    }
  }

  /// What it is unless it is set, at `sampleRate`.
  func preset(at sampleRate: Int) -> Float { value(.nan, at: sampleRate) }
}
