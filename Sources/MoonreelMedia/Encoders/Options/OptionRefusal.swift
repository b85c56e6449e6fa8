// SPDX-License-Identifier: MIT

/// Why an option that libraries know is on no list of ours.
enum OptionRefusal: CaseIterable {
  /// It names a file that the library would read or write by itself.
  case file
  /// It names a program for a graphics card, or where to keep one.
  case program
  /// With some values the library ends the process or writes where it should not.
  case crash
  /// It takes text of a form of its own.
  case text
  /// It follows from the output's settings.
  case settings

  /// The reason for the option `name`, where one is known.
  init?(_ name: String) {
    let plain = name.split(separator: "_").joined(separator: "-")
    guard let found = Self.allCases.first(where: { $0.names.contains(plain) }) else { return nil }
    self = found
  }

  /// What is said of an option without a reason of its own.
  static let usual = "it is not one of those that scripts may set"

  /// The reason, as the end of a sentence.
  var reason: String {
    switch self {
    case .file: "it names a file, and a library opens none by itself"
    case .program: "it makes a library run a program of its own"
    case .crash: "with some values the library fails in a way that would end the program"
    case .text: "it takes free text, and a library is given numbers and known words only"
    case .settings: "it follows from the output's own settings"
    }
  }

  /// The names, with `-` for `_`.
  private var names: Set<String> {
    switch self {
    case .file:
      [
        "stats", "passlogfile", "pass", "dump-yuv", "qpfile", "qp-file", "cqmfile", "csv", "recon",
        "log-file", "analysis-save", "analysis-load", "analysis-reuse-file", "dhdr10-info",
        "zonefile", "lambda-file", "scaling-list", "nalu-file", "film-grain-table", "fgs-table",
        "vmaf-model-path", "partition-info-path", "two-pass-output", "second-pass-log", "stat-file",
        "enable-stat-report", "use-q-file", "input", "output", "abr-ladder",
        "rate-distribution-info", "fastfirstpass", "dolby-vision-rpu", "rc-eq", "first-pass",
      ]
    case .program: ["opencl", "opencl-device", "opencl-clbin", "svt", "hw-flags"]
    case .crash:
      [
        "asm", "copy-pic", "lookahead-threads", "avcintra-class", "avcintra-flavor", "numa-pools",
        "cpu-independent", "hme", "hme-range", "hme-search", "scale-factor", "frame-dup", "field",
        "use-intra-default-tx-only",
      ]
    case .text:
      [
        "zones", "cqm4", "cqm8", "cqm4i", "cqm4p", "cqm8i", "cqm8p", "cqm4iy", "cqm4ic", "cqm4py",
        "cqm4pc", "ts-parameters", "udu-sei", "dump-separator", "crop-rect", "log", "log-level",
        "csv-log-level",
      ]
    case .settings:
      [
        "time-base", "video-size", "pix-fmt", "pixel-format", "ar", "ac", "ch-layout",
        "channel-layout", "sample-fmt", "fps", "fps-num", "fps-denom", "width", "height",
        "input-res", "input-csp", "input-depth", "output-depth", "annexb", "global-header",
        "colorprim", "transfer", "colormatrix", "range", "fullrange", "videoformat", "overscan",
        "chromaloc", "sar", "aspect", "color-primaries", "color-trc", "colorspace", "color-range",
        "chroma-sample-location", "master-display", "mastering-display", "content-light",
        "transfer-characteristics", "matrix-coefficients", "interlaced", "tff", "bff", "interlace",
        "strict", "debug", "max-pixels", "frame-size", "export-side-data",
      ]
    }
  }
}
