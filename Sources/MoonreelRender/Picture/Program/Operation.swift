// SPDX-License-Identifier: MIT

import CKernels

/// What an instruction of a tile program computes, before a kernel is chosen for it.
enum Operation: UInt8, Hashable {
  /// A number that is part of the program.
  case literal
  /// A number that may change from frame to frame.
  case param
  case add, sub, mul, div, min, max
  /// `b − a`, where b is constant along a row.
  case from
  /// `a · b + c`.
  case mad
  /// `a · b + c · d`, where b and d are constant along a row.
  case blend
  case clamp, sqrt
  /// `a` to the power `b`.
  case pow
  case abs, floor, exp2, log2
  /// Of angles in radians.
  case sin, cos
  /// The angle of the point (b, a) in radians.
  case atan2
  /// `a >= b ? c : d`.
  case select
  case fromYUV, toYUV
  /// Three values looked up in a table: each in its own column, or all in a cube.
  case curves, cube
  case ramp, cover, checker, noise, card
  /// How much of a pixel a rectangle covers.
  case box
  /// How much of a pixel a polygon covers.
  case path
  /// A picture in perspective: up to four planes.
  case project
  /// A plane's samples; with an operand, which is constant along a row, each less that.
  case load
  case chroma, mean
  /// A plane at the resolution of subsampled chroma.
  case halved
  case nearest, bilinear, taps
  /// A raster's components at the position (a, b).
  case sample

  /// How many values it gives.
  var resultCount: Int {
    switch self {
    case .fromYUV, .toYUV, .card, .curves, .cube: 3
    case .project, .sample: 4
    default: 1
    }
  }

  /// The kernel for vectors alone; `nil` for numbers, which need none.
  var kernel: mr_op? {
    switch self {
    case .literal, .param: nil
    case .add: MR_ADD
    case .sub: MR_SUB
    case .from: MR_FROM_S
    case .mul: MR_MUL
    case .div: MR_DIV
    case .min: MR_MIN
    case .max: MR_MAX
    case .mad: MR_MAD
    case .blend: MR_BLEND
    case .clamp: MR_CLAMP
    case .sqrt: MR_SQRT
    case .pow: MR_POW_V
    case .abs: MR_ABS
    case .floor: MR_FLOOR
    case .exp2: MR_EXP2
    case .log2: MR_LOG2
    case .sin: MR_SIN
    case .cos: MR_COS
    case .atan2: MR_ATAN2
    case .select: MR_SELECT
    case .fromYUV: MR_FROM_YUV
    case .toYUV: MR_TO_YUV
    case .curves: MR_TABLE_1D
    case .cube: MR_TABLE_3D
    case .ramp: MR_RAMP
    case .cover: MR_COVER
    case .box: MR_BOX
    case .checker: MR_CHECKER
    case .noise: MR_NOISE
    case .card: MR_CARD
    case .path: MR_PATH
    case .project: MR_PROJECT
    case .load: MR_LOAD
    case .chroma: MR_CHROMA
    case .mean: MR_MEAN
    case .halved: MR_HALVED
    case .nearest: MR_NEAREST
    case .bilinear: MR_BILINEAR
    case .taps: MR_TAPS
    case .sample: MR_AT
    }
  }
}

/// How often a value must be computed.
enum Rate: UInt8, Hashable, Comparable {
  case frame, row, pixel

  static func < (first: Rate, second: Rate) -> Bool { first.rawValue < second.rawValue }
}
