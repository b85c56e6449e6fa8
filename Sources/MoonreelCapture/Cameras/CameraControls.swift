// SPDX-License-Identifier: MIT

import CCaptureHost
import Glibc
import MoonreelCore

/// What a driver says of one control.
struct CameraControl {
  let code: UInt32
  let kind: mr_camera_control_kind
  let bounds: ClosedRange<Int64>
  let step: Int64
  let usual: Int64
  /// The choices of a menu by their index: the number of each, where they are numbers.
  let choices: [Int64: Int64]

  var isMenu: Bool { kind == MR_CAMERA_MENU || kind == MR_CAMERA_NUMBER_MENU }

  /// Whether it may be set to `value`.
  func takes(_ value: Int64) -> Bool { isMenu ? choices[value] != nil : bounds.contains(value) }
}

/// The controls that a camera has.
struct CameraControls {
  private(set) var all: [UInt32: CameraControl] = [:]

  /// Asks the driver.
  init(_ node: CameraNode) {
    var found = mr_camera_control()
    var last: UInt32 = 0
    while all.count < 512, mr_camera_control_after(node.handle, last, &found) == 0 {
      last = found.code
      if let control = CameraControl(found, node) { all[last] = control }
    }
  }

  subscript(_ code: UInt32) -> CameraControl? { all[code] }

  /// What `setting` may be; `nil` where the camera does not have it.
  func range(of setting: CameraSetting) -> CameraSettingRange? {
    guard let control = all[setting.control] else { return nil }
    let unit = setting.stepsPerUnit
    if control.kind == MR_CAMERA_NUMBER_MENU {
      let choices = control.choices.values.map { Double($0) / unit }.sorted()
      guard let first = choices.first, let last = choices.last else { return nil }
      return CameraSettingRange(
        minimum: first, maximum: last, step: 0,
        usual: Double(control.choices[control.usual] ?? 0) / unit, choices: choices)
    }
    guard control.kind == MR_CAMERA_NUMBER else { return nil }
    return CameraSettingRange(
      minimum: Double(control.bounds.lowerBound) / unit,
      maximum: Double(control.bounds.upperBound) / unit, step: Double(control.step) / unit,
      usual: Double(control.usual) / unit, choices: nil)
  }

  /// What the driver's `raw` value of `setting` means.
  func value(of setting: CameraSetting, raw: Int64) -> Double {
    let control = all[setting.control]
    let number = control?.kind == MR_CAMERA_NUMBER_MENU ? control?.choices[raw] ?? 0 : raw
    return Double(number) / setting.stepsPerUnit
  }

  /// The driver's value that is nearest to `value`; `nil` where `value` lies outside of the range.
  func raw(of setting: CameraSetting, value: Double) -> Int64? {
    guard let control = all[setting.control], value.isFinite else { return nil }
    let steps = value * setting.stepsPerUnit
    if control.kind == MR_CAMERA_NUMBER_MENU {
      let nearest = control.choices.min { first, second in
        (abs(Double(first.value) - steps), first.key) < (
          abs(Double(second.value) - steps), second.key
        )
      }
      guard let range = range(of: setting),
        (range.minimum...range.maximum).contains(value)
      else { return nil }
      return nearest?.key
    }
    let (low, high) = (Double(control.bounds.lowerBound), Double(control.bounds.upperBound))
    guard steps >= low - 0.5, steps <= high + 0.5 else { return nil }
    let step = Double(control.step)
    let rounded = low + ((steps - low) / step).rounded() * step
    return Int64(limiting: min(max(rounded, low), high))
  }

  /// The driver's values with which `adjustment` goes by itself and with which it does not; `nil` where there is none.
  func values(of adjustment: CameraAdjustment) -> (automatic: Int64?, manual: Int64?) {
    guard let control = all[adjustment.control] else { return (nil, nil) }
    let (automatic, manual) = adjustment.controlValues
    return (automatic.first { control.takes($0) }, control.takes(manual) ? manual : nil)
  }

  /// Whether the camera can hold `adjustment` where it is.
  func canHold(_ adjustment: CameraAdjustment) -> Bool {
    let bits = all[UInt32(MR_CAMERA_LOCK)]?.bounds.upperBound ?? 0
    return bits & adjustment.lockBit != 0
  }

  /// The modes that the camera has.
  func modes(of adjustment: CameraAdjustment) -> [CameraMode] {
    let (automatic, manual) = values(of: adjustment)
    let canLock = manual != nil || canHold(adjustment)
    return CameraMode.allCases.filter { mode in
      switch mode {
      case .automatic: automatic != nil
      case .once: automatic != nil && canLock
      case .locked: canLock
      }
    }
  }
}

extension CameraControl {
  /// What `found` says; `nil` where it cannot be used, or says what makes no sense.
  fileprivate init?(_ found: mr_camera_control, _ node: CameraNode) {
    guard !found.is_disabled, !found.is_read_only, found.least <= found.most else { return nil }
    (code, kind) = (found.code, found.kind)
    bounds = found.least...found.most
    step = max(1, found.step)
    usual = min(max(found.usual, found.least), found.most)
    var choices: [Int64: Int64] = [:]
    if kind == MR_CAMERA_MENU || kind == MR_CAMERA_NUMBER_MENU {
      for index in max(0, found.least)...min(max(0, found.most), 255) {
        var number: Int64 = 0
        let code = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 33) { name in
          mr_camera_choice(node.handle, found.code, UInt32(index), name.baseAddress, &number)
        }
        if code == 0 { choices[index] = number }
      }
    }
    self.choices = choices
  }
}
