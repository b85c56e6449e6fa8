// SPDX-License-Identifier: MIT

import CKernels

/// Levels of whole blocks.
enum SampleLevels {
  /// The greatest of `values`; 0 where there are none.
  static func greatest(_ values: [Float]) -> Float { mr_levels_greatest(values, values.count) }

  /// The greatest magnitude in `planes`.
  static func greatestMagnitude(of planes: [[Float]]) -> Float {
    planes.reduce(0) { max($0, mr_levels_greatest_magnitude($1, $1.count)) }
  }

  /// `plane` with zeros for what is no finite number.
  static func finite(_ plane: [Float]) -> [Float] {
    var plane = plane
    mr_samples_sanitize(&plane, plane.count, SourceWindow.limit)
    return plane
  }

  /// `planes` times `gain`, a factor.
  static func scaled(_ planes: [[Float]], by gain: Double) -> [[Float]] {
    planes.map { plane in
      [Float](unsafeUninitializedCapacity: plane.count) { buffer, initialized in
        guard let base = buffer.baseAddress else { return }
        mr_levels_scale(base, plane, plane.count, gain)
        initialized = plane.count
      }
    }
  }

  /// The samples of all channels at one time side by side.
  static func interleaved(_ planes: [[Float]]) -> [Float] {
    let count = planes.first?.count ?? 0
    return [Float](unsafeUninitializedCapacity: count * planes.count) { buffer, initialized in
      guard let base = buffer.baseAddress else { return }
      for (channel, plane) in planes.enumerated() {
        mr_levels_interleave(base + channel, plane, count, planes.count)
      }
      initialized = count * planes.count
    }
  }
}
