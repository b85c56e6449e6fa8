// SPDX-License-Identifier: MIT

import CCaptureHost
import MoonreelCore

/// What is to be changed about a camera; what is `nil` stays.
///
/// For example: `settings.configure { $0.exposure = .once; $0[.zoom] = 2 }`.
public struct CameraConfiguration: Hashable, Sendable {
  /// Whether exposure goes by itself. Setting a duration or a sensitivity locks it.
  public var exposure: CameraMode?
  /// Whether white balance goes by itself. Setting a temperature locks it.
  public var whiteBalance: CameraMode?
  /// Whether focus goes by itself. Setting a position locks it.
  public var focus: CameraMode?
  /// Whether the lamp is lit.
  public var torch: Bool?
  /// What is done against flicker.
  public var powerLineFrequency: PowerLineFrequency?
  /// The numbers that are to be set, in their units.
  public var values: [CameraSetting: Double] = [:]

  /// Changes nothing.
  public init() {}

  /// The number that `setting` is to be set to; `nil`: it stays.
  public subscript(_ setting: CameraSetting) -> Double? {
    get { values[setting] }
    set { values[setting] = newValue }
  }

  /// The mode of `adjustment`.
  public subscript(_ adjustment: CameraAdjustment) -> CameraMode? {
    get { self[keyPath: Self.path(adjustment)] }
    set { self[keyPath: Self.path(adjustment)] = newValue }
  }

  private static func path(_ adjustment: CameraAdjustment)
    -> WritableKeyPath<CameraConfiguration, CameraMode?>
  {
    switch adjustment {
    case .exposure: \.exposure
    case .whiteBalance: \.whiteBalance
    case .focus: \.focus
    }
  }
}

/// A ``CameraConfiguration`` as controls and their values, in the order in which they have to be set: what goes by itself
/// cannot be set, so modes come before numbers.
struct CameraSteps {
  /// One control.
  struct Step {
    var code: UInt32
    var value: Int64
    /// "the exposure duration of 'A' to 0.02 s".
    var words: String
  }

  private(set) var steps: [Step] = []
  private let controls: CameraControls
  private let name: String
  /// What a control's value is now.
  private let current: (UInt32) throws -> Int64

  /// - Throws: `MoonreelError` (`invalidArgument`) where the camera does not have what is asked for.
  init(
    _ configuration: CameraConfiguration, _ controls: CameraControls, name: String,
    current: @escaping (UInt32) throws -> Int64
  ) throws {
    (self.controls, self.name, self.current) = (controls, name, current)
    for adjustment in CameraAdjustment.allCases { try set(adjustment, configuration) }
    if let frequency = configuration.powerLineFrequency { try set(frequency) }
    if let isLit = configuration.torch { try setTorch(isLit) }
    let held = Set(CameraAdjustment.allCases.map(\.setting))
    for setting in CameraSetting.allCases where !held.contains(setting) {
      if let value = configuration[setting] { try set(setting, value) }
    }
  }

  private mutating func set(_ adjustment: CameraAdjustment, _ configuration: CameraConfiguration)
    throws
  {
    let value = configuration[adjustment.setting]
    let sensitivity = adjustment == .exposure ? configuration[.sensitivity] : nil
    guard let mode = configuration[adjustment] ?? (value ?? sensitivity).map({ _ in .locked })
    else {
      return
    }
    guard mode == .locked || value == nil && sensitivity == nil else {
      throw refusal(
        "the \((value == nil ? .sensitivity : adjustment.setting).words)",
        "\(adjustment.words) would go by itself. Lock it")
    }
    // A camera whose lens is always set by hand has no mode.
    let modes = controls.modes(of: adjustment)
    guard modes.contains(mode) || configuration[adjustment] == nil && modes.isEmpty else {
      let list = modes.map { "'\($0.rawValue)'" }.joined(separator: " and ")
      throw refusal(
        "the \(adjustment.words) to '\(mode.rawValue)'",
        list.isEmpty ? "the camera has no choice" : "the camera has only \(list)")
    }
    let words = "the \(adjustment.words) of '\(name)' to '\(mode.rawValue)'"
    let (automatic, manual) = controls.values(of: adjustment)
    switch mode {
    case .automatic, .once:
      try hold(adjustment, false, words)
      add(adjustment.control, automatic, words)
      if adjustment == .exposure { add(UInt32(MR_CAMERA_ISO_AUTO), 1, words) }
    case .locked:
      let isWhereItIs = value == nil && sensitivity == nil
      if isWhereItIs, controls.canHold(adjustment) { return try hold(adjustment, true, words) }
      try hold(adjustment, false, words)
      let setting = adjustment.setting
      let old = controls[setting.control] == nil ? nil : try current(setting.control)
      add(adjustment.control, manual, words)
      if let value { try set(setting, value) } else { add(setting.control, old, words) }
      if sensitivity != nil { add(UInt32(MR_CAMERA_ISO_AUTO), 0, words) }
    }
  }

  /// Adds a step, where the camera has the control and there is a value.
  private mutating func add(_ code: UInt32, _ value: Int64?, _ words: String) {
    guard let value, controls[code] != nil else { return }
    steps.append(Step(code: code, value: value, words: words))
  }

  private mutating func hold(_ adjustment: CameraAdjustment, _ isHeld: Bool, _ words: String) throws
  {
    guard controls.canHold(adjustment) else { return }
    let code = UInt32(MR_CAMERA_LOCK)
    let old = try steps.last { $0.code == code }?.value ?? current(code)
    add(code, isHeld ? old | adjustment.lockBit : old & ~adjustment.lockBit, words)
  }

  private mutating func set(_ setting: CameraSetting, _ value: Double) throws {
    let unit = setting.unit.map { " \($0)" } ?? ""
    guard let range = controls.range(of: setting) else {
      throw refusal("the \(setting.words)", "the camera does not have it")
    }
    guard let raw = controls.raw(of: setting, value: value) else {
      let bounds =
        range.choices.map { "it is one of \($0.map { "\($0)" }.joined(separator: ", "))" }
        ?? "it goes from \(range.minimum) to \(range.maximum) in steps of \(range.step)"
      throw refusal("the \(setting.words) to \(value)\(unit)", bounds)
    }
    add(setting.control, raw, "the \(setting.words) of '\(name)' to \(value)\(unit)")
  }

  private mutating func set(_ frequency: PowerLineFrequency) throws {
    let code = UInt32(MR_CAMERA_POWER_LINE_FREQUENCY)
    guard controls[code]?.takes(Int64(frequency.rawValue)) == true else {
      throw refusal("the power line frequency", "the camera does not have it")
    }
    add(code, Int64(frequency.rawValue), "the power line frequency of '\(name)'")
  }

  private mutating func setTorch(_ isLit: Bool) throws {
    let code = UInt32(MR_CAMERA_LIGHT_MODE)
    guard controls[code]?.takes(CameraSettings.torchMode) == true else {
      throw refusal("the torch", "the camera has none")
    }
    add(code, isLit ? CameraSettings.torchMode : 0, "the torch of '\(name)'")
  }

  private func refusal(_ what: String, _ why: String) -> MoonreelError {
    MoonreelError(.invalidArgument, "Cannot set \(what) of '\(name)': \(why).")
  }
}
