// SPDX-License-Identifier: MIT

import ArgumentParser
import MoonreelExport
import MoonreelModel

/// `--hdr` of `frame`.
enum HDRArgument: String, ExpressibleByArgument, CaseIterable {
  case toneMap = "tone-map"
  case keep

  var handling: HDRHandling {
    switch self {
    case .toneMap: .toneMap
    case .keep: .keep
    }
  }
}

/// `--aperture` of `frame`.
enum ApertureArgument: String, ExpressibleByArgument, CaseIterable {
  case clean, encoded

  var mode: ApertureMode {
    switch self {
    case .clean: .cleanAperture
    case .encoded: .encodedPixels
    }
  }
}
