// SPDX-License-Identifier: MIT

import CCaptureHost
import Glibc
import MoonreelCore
import MoonreelExport

/// What can be set about a camera, whether it runs or not. All calls come from any thread.
///
/// Changes are made as one: ``configure(_:)`` has the camera for itself in this process, sets everything that its function asks
/// for, and puts everything back where one thing fails. They stay when the camera is unplugged while it runs and plugged in
/// again.
///
/// For example:
///
///     try settings.configure { camera in
///       camera.exposure = .once
///       camera[.whiteBalanceTemperature] = 5000
///     }
public final class CameraSettings: Sendable {
  fileprivate struct State {
    var node: CameraNode
    var isConfigured = false
    /// What was set, to be set again in a camera that was plugged in again.
    var chosen: [CameraSteps.Step] = []
    var settling: [CameraAdjustment: CameraSettling] = [:]
  }

  let name: String
  let controls: CameraControls
  private let system: CameraSystem
  private let state: Locked<State>

  /// The value of the lamp's control with which it is lit.
  static let torchMode: Int64 = 2

  init(_ path: String, _ system: CameraSystem, name: String) throws(MoonreelError) {
    let node = try CameraNode(path, system, name: name)
    (self.name, self.system) = (name, system)
    controls = CameraControls(node)
    state = Locked(State(node: node))
  }

  /// The numbers that this camera has.
  public var supported: [CameraSetting] {
    CameraSetting.allCases.filter { controls.range(of: $0) != nil }
  }

  /// What `setting` may be; `nil` where the camera does not have it.
  public func range(of setting: CameraSetting) -> CameraSettingRange? {
    controls.range(of: setting)
  }

  /// What `setting` is now, in its unit.
  ///
  /// - Throws: `MoonreelError`: `invalidArgument` where the camera does not have it, `fileAccess` where it is gone.
  public func value(of setting: CameraSetting) throws(MoonreelError) -> Double {
    guard controls.range(of: setting) != nil else {
      throw MoonreelError(
        .invalidArgument,
        "Cannot read the \(setting.words) of '\(name)': the camera does not have it.")
    }
    return controls.value(of: setting, raw: try read(setting.control))
  }

  /// The modes that `adjustment` has; none where the camera never goes by itself, or always.
  public func modes(of adjustment: CameraAdjustment) -> [CameraMode] {
    controls.modes(of: adjustment)
  }

  /// How `adjustment` goes now: ``CameraMode/once`` until it has settled.
  ///
  /// - Throws: `MoonreelError` (`fileAccess`) where the camera is gone.
  public func mode(of adjustment: CameraAdjustment) throws(MoonreelError) -> CameraMode {
    if state.withLock({ $0.settling[adjustment] != nil }) { return .once }
    let values = controls.values(of: adjustment)
    let held = controls.canHold(adjustment) ? try read(UInt32(MR_CAMERA_LOCK)) : 0
    let isHeld = held & adjustment.lockBit != 0
    guard !isHeld, values.automatic != nil else { return .locked }
    return try read(adjustment.control) == values.manual ? .locked : .automatic
  }

  /// Whether there is a lamp.
  public var hasTorch: Bool {
    controls[UInt32(MR_CAMERA_LIGHT_MODE)]?.takes(Self.torchMode) ?? false
  }

  /// Whether the lamp is lit.
  ///
  /// - Throws: `MoonreelError` (`fileAccess`) where the camera is gone.
  public func isTorchLit() throws(MoonreelError) -> Bool {
    hasTorch ? try read(UInt32(MR_CAMERA_LIGHT_MODE)) == Self.torchMode : false
  }

  /// What can be done against flicker.
  public var powerLineFrequencies: [PowerLineFrequency] {
    guard let control = controls[UInt32(MR_CAMERA_POWER_LINE_FREQUENCY)] else { return [] }
    return PowerLineFrequency.allCases.filter { control.takes(Int64($0.rawValue)) }
  }

  /// What is done against flicker; `nil` where the camera cannot do anything.
  ///
  /// - Throws: `MoonreelError` (`fileAccess`) where the camera is gone.
  public func powerLineFrequency() throws(MoonreelError) -> PowerLineFrequency? {
    guard !powerLineFrequencies.isEmpty else { return nil }
    return PowerLineFrequency(
      rawValue: Int(try read(UInt32(MR_CAMERA_POWER_LINE_FREQUENCY))))
  }

  /// Sets all that `body` asks for as one step.
  ///
  /// - Throws: `MoonreelError`: `invalidArgument` where the camera does not have something or it is out of range, and where
  ///   another call is under way; `fileAccess` where the camera refuses something or is gone; whatever `body` throws. Then
  ///   nothing is changed.
  public func configure(_ body: (inout CameraConfiguration) throws -> Void) throws {
    guard begin() else {
      throw MoonreelError(
        .invalidArgument,
        "Cannot configure the camera '\(name)': it is being configured. Wait until that is done.")
    }
    defer { state.withLock { $0.isConfigured = false } }
    var wanted = CameraConfiguration()
    try body(&wanted)
    let steps = try CameraSteps(wanted, controls, name: name) { [self] in try read($0) }.steps
    try apply(steps)
    state.withLock { state in
      state.remember(steps, controls)
      for adjustment in CameraAdjustment.allCases {
        guard let mode = wanted[adjustment] ?? (steps.locks(adjustment) ? .locked : nil) else {
          continue
        }
        state.settling[adjustment] = mode == .once ? CameraSettling() : nil
      }
    }
  }

  private func begin() -> Bool {
    state.withLock { state in
      defer { state.isConfigured = true }
      return !state.isConfigured
    }
  }

  private func read(_ code: UInt32) throws(MoonreelError) -> Int64 {
    let node = state.withLock { $0.node }
    var value: Int64 = 0
    let result = mr_camera_value(node.handle, code, &value)
    guard result == 0 else {
      throw CameraFailure(result).error("Cannot read a setting of the camera '\(name)'")
    }
    return value
  }

  /// Takes `steps`, or none of them.
  private func apply(_ steps: [CameraSteps.Step]) throws(MoonreelError) {
    let node = state.withLock { $0.node }
    var done: [(code: UInt32, old: Int64)] = []
    for step in steps {
      let old = try read(step.code)
      let result = mr_camera_set_value(node.handle, step.code, step.value)
      guard result < 0 else {
        done.append((step.code, old))
        continue
      }
      for (code, old) in done.reversed() { _ = mr_camera_set_value(node.handle, code, old) }
      throw Self.refusal(CameraFailure(result), step)
    }
  }

  private static func refusal(_ failure: CameraFailure, _ step: CameraSteps.Step) -> MoonreelError {
    let task = "Cannot set \(step.words)"
    guard !failure.isGone, failure.code != EBUSY else { return failure.error(task) }
    return MoonreelError(
      .fileAccess, "\(task): the camera refuses it. All settings are as they were.",
      cause: failure.words)
  }

  // MARK: While the camera runs

  /// Goes on with the camera that was plugged in again at `path`, and sets what was set.
  func reattach(to path: String) {
    guard let node = try? CameraNode(path, system, name: name) else { return }
    let steps = state.withLock { state in
      state.node = node
      return state.chosen
    }
    // What it does not take any more, it does without.
    for step in steps { _ = mr_camera_set_value(node.handle, step.code, step.value) }
  }

  /// Hears that a picture was taken: what was to settle may have.
  func notePicture() {
    for adjustment in state.withLock({ Array($0.settling.keys) }) {
      let value = try? read(adjustment.setting.control)
      let isSettled = state.withLock { $0.settling[adjustment]?.note(value) ?? false }
      guard isSettled, begin() else { continue }
      defer { state.withLock { $0.isConfigured = false } }
      lock(adjustment)
    }
  }

  /// Locks `adjustment` where it is, unless somebody has chosen something else by now.
  private func lock(_ adjustment: CameraAdjustment) {
    guard state.withLock({ $0.settling.removeValue(forKey: adjustment) != nil }) else { return }
    var wanted = CameraConfiguration()
    wanted[adjustment] = .locked
    guard
      let steps = try? CameraSteps(
        wanted, controls, name: name, current: { [self] in try read($0) }
      )
      .steps, (try? apply(steps)) != nil
    else { return }
    state.withLock { $0.remember(steps, controls) }
  }

  /// Another node of the camera, for who waits for changes.
  func openAnother() throws(MoonreelError) -> CameraNode {
    try CameraNode(state.withLock { $0.node.path }, system, name: name)
  }
}

extension CameraSettings.State {
  /// Keeps `steps`, the newest value of each control, in order; numbers of what goes by itself are forgotten.
  fileprivate mutating func remember(_ steps: [CameraSteps.Step], _ controls: CameraControls) {
    for step in steps {
      chosen.removeAll { $0.code == step.code }
      chosen.append(step)
    }
    for adjustment in CameraAdjustment.allCases {
      let mode = chosen.last { $0.code == adjustment.control }
      guard let mode, mode.value == controls.values(of: adjustment).automatic else { continue }
      chosen.removeAll { $0.code == adjustment.setting.control }
    }
  }
}

extension [CameraSteps.Step] {
  /// Whether they set the number of `adjustment`.
  fileprivate func locks(_ adjustment: CameraAdjustment) -> Bool {
    contains { $0.code == adjustment.setting.control }
  }
}

/// Whether something that goes by itself has come to rest, by what it sets, picture by picture.
struct CameraSettling {
  private var last: Int64?
  private var sameCount = 0
  private var count = 0

  /// So many pictures without a change are rest; and so many end it at any rate.
  private static let (rest, most) = (12, 150)

  /// Notes the number at a picture; `nil` where the camera does not tell it.
  ///
  /// - Returns: whether it has come to rest.
  mutating func note(_ value: Int64?) -> Bool {
    count += 1
    sameCount = value != nil && value == last ? sameCount + 1 : 0
    last = value
    return sameCount >= Self.rest || count >= Self.most
  }
}
