// SPDX-License-Identifier: MIT

import CCaptureHost

/// Something about a camera that has a number.
public enum CameraSetting: String, Hashable, Sendable, CaseIterable {
  /// How bright pictures are, in the driver's own steps.
  case brightness
  /// How far dark and bright lie apart, in the driver's own steps.
  case contrast
  /// How strong colours are, in the driver's own steps.
  case saturation
  /// How colours are turned, in the driver's own steps.
  case hue
  /// How sharp edges are made, in the driver's own steps.
  case sharpness
  /// How far the sensor's signal is amplified, in the driver's own steps.
  case gain
  /// How far what stands before a light is brightened, in the driver's own steps.
  case backlightCompensation
  /// How long the sensor takes light for a picture, in seconds.
  case exposureDuration
  /// How much brighter than usual automatic exposure makes pictures, in stops.
  case exposureBias
  /// The sensor's sensitivity as an ISO number.
  case sensitivity
  /// The colour of the light that is shown white, in kelvin.
  case whiteBalanceTemperature
  /// Where the lens focuses, in the driver's own steps; mostly the higher, the nearer.
  case focusPosition
  /// How near things are brought, in the driver's own steps; the lowest is the whole picture.
  case zoom
  /// How bright the lamp is, in the driver's own steps.
  case torchLevel

  /// The unit; `nil` where it is the driver's own steps.
  public var unit: String? { row.unit }

  /// The kernel's number of the control.
  var control: UInt32 { UInt32(row.control) }

  /// How many of the driver's steps make one unit.
  var stepsPerUnit: Double { row.steps }

  private var row: (control: Int, unit: String?, steps: Double) {
    switch self {
    case .brightness: (MR_CAMERA_BRIGHTNESS, nil, 1)
    case .contrast: (MR_CAMERA_CONTRAST, nil, 1)
    case .saturation: (MR_CAMERA_SATURATION, nil, 1)
    case .hue: (MR_CAMERA_HUE, nil, 1)
    case .sharpness: (MR_CAMERA_SHARPNESS, nil, 1)
    case .gain: (MR_CAMERA_GAIN, nil, 1)
    case .backlightCompensation: (MR_CAMERA_BACKLIGHT, nil, 1)
    case .exposureDuration: (MR_CAMERA_EXPOSURE_ABSOLUTE, "s", 10_000)
    case .exposureBias: (MR_CAMERA_EXPOSURE_BIAS, "EV", 1000)
    case .sensitivity: (MR_CAMERA_ISO, "ISO", 1000)
    case .whiteBalanceTemperature: (MR_CAMERA_WHITE_BALANCE_TEMPERATURE, "K", 1)
    case .focusPosition: (MR_CAMERA_FOCUS_ABSOLUTE, nil, 1)
    case .zoom: (MR_CAMERA_ZOOM_ABSOLUTE, nil, 1)
    case .torchLevel: (MR_CAMERA_TORCH_INTENSITY, nil, 1)
    }
  }

  /// What people call it.
  var words: String {
    switch self {
    case .brightness, .contrast, .saturation, .hue, .sharpness, .gain, .sensitivity, .zoom: rawValue
    case .backlightCompensation: "backlight compensation"
    case .exposureDuration: "exposure duration"
    case .exposureBias: "exposure bias"
    case .whiteBalanceTemperature: "white balance temperature"
    case .focusPosition: "focus position"
    case .torchLevel: "torch level"
    }
  }
}

/// What a ``CameraSetting`` may be.
public struct CameraSettingRange: Hashable, Sendable {
  /// The least.
  public var minimum: Double
  /// The most.
  public var maximum: Double
  /// From one value to the next; 0 where there are ``choices``.
  public var step: Double
  /// What it is where nobody set it.
  public var usual: Double
  /// All that it may be, where that is a list; else `nil`.
  public var choices: [Double]?
}

/// What a camera may do by itself.
public enum CameraAdjustment: String, Hashable, Sendable, CaseIterable {
  /// How bright pictures are.
  case exposure
  /// Which light is white.
  case whiteBalance
  /// How far away things are sharp.
  case focus

  /// The number that it sets.
  public var setting: CameraSetting {
    switch self {
    case .exposure: .exposureDuration
    case .whiteBalance: .whiteBalanceTemperature
    case .focus: .focusPosition
    }
  }

  /// The control that says whether it goes by itself.
  var control: UInt32 {
    switch self {
    case .exposure: UInt32(MR_CAMERA_EXPOSURE_AUTO)
    case .whiteBalance: UInt32(MR_CAMERA_AUTO_WHITE_BALANCE)
    case .focus: UInt32(MR_CAMERA_FOCUS_AUTO)
    }
  }

  /// The values of that control with which it goes by itself, the best first, and that with which it does not.
  var controlValues: (automatic: [Int64], manual: Int64) {
    switch self {
    // Automatic altogether, or with a diaphragm that stays.
    case .exposure: ([0, 3], 1)
    case .whiteBalance, .focus: ([1], 0)
    }
  }

  /// Its bit in the control that holds adjustments where they are.
  var lockBit: Int64 {
    switch self {
    case .exposure: 1
    case .whiteBalance: 2
    case .focus: 4
    }
  }

  /// What people call it.
  var words: String {
    switch self {
    case .exposure, .focus: rawValue
    case .whiteBalance: "white balance"
    }
  }
}

/// Whether a ``CameraAdjustment`` goes by itself.
public enum CameraMode: String, Hashable, Sendable, CaseIterable {
  /// It always does.
  case automatic
  /// It does until it has settled, and is then ``locked``. That takes pictures: it begins when the camera runs.
  case once
  /// It stays where it is, or where its ``CameraAdjustment/setting`` was set.
  case locked
}

/// What a camera does against the flicker of lamps on the mains.
public enum PowerLineFrequency: Int, Hashable, Sendable, CaseIterable {
  /// Nothing.
  case off = 0
  /// Lamps of 50 Hz.
  case hertz50 = 1
  /// Lamps of 60 Hz.
  case hertz60 = 2
  /// It finds out.
  case automatic = 3
}
