// SPDX-License-Identifier: MIT

import CEBUR128
import CKernels
import CRubberBand
import CSoundHost

/// What mixes sound and computes pixels.
public enum RenderLibraries {
  /// Names and versions: SoundTouch and libebur128 as they are loaded, Rubber Band as it was when Moonreel was built.
  public static var versions: [(name: String, version: String)] {
    [
      ("Rubber Band", RUBBERBAND_VERSION), ("SoundTouch", String(cString: mr_stretch_version())),
      ("libebur128", loudnessVersion),
    ]
  }

  private static var loudnessVersion: String {
    var (major, minor, patch): (Int32, Int32, Int32) = (0, 0, 0)
    ebur128_get_version(&major, &minor, &patch)
    return "\(major).\(minor).\(patch)"
  }

  /// Which of the pixel loops run: those for the level of this machine's processor, such as `"v3"`, or a lower one.
  public static var kernelLevel: String {
    var best = 0
    while mr_kernels_level(Int32(best + 1)) != nil { best += 1 }
    let used = String(cString: mr_kernels_best().pointee.level)
    let most = mr_kernels_level(Int32(best)).map { String(cString: $0.pointee.level) } ?? used
    let build = mr_kernels_are_optimized() != 0 ? "" : ", built without optimisation"
    return used + (used == most ? "" : " (this processor has \(most); MOONREEL_CPU is set)") + build
  }
}
