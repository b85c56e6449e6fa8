// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia

extension ScriptHost {
  private static let assetOptions = [
    "on_error", "fps", "color", "deinterlace", "gaps", "video_decoder", "variant",
  ]

  /// `mr.asset(path, { on_error =, fps =, color =, deinterlace =, gaps =, video_decoder =, variant = })`.
  func asset(_ call: Call) throws -> AssetHandle {
    let path = try call[0].string()
    guard !path.isEmpty else { throw call[0].expected("the path of a file") }
    let options = try call[1].options(
      Self.assetOptions, owner: call.name)
    if DrawnFile.isOne(path) {
      for name in Self.assetOptions where try !options[name].isNil {
        throw MoonreelError(
          .invalidArgument, "bad '\(name)' of \(call.name): '\(path)' is drawn, not decoded")
      }
    }
    let settings = AssetOptions(
      damagePolicy: try options["on_error"].ifGiven { try $0.choice() } ?? damagePolicy,
      frameRate: try options["fps"].ifGiven { try $0.frameRate() },
      color: try options["color"].ifGiven { try $0.colorTags() },
      deinterlacing: try options["deinterlace"].ifGiven { try $0.choice() } ?? .automatic,
      gapPolicy: try options["gaps"].ifGiven { try $0.choice() } ?? .close,
      videoDecoder: try options["video_decoder"].ifGiven { try $0.string() },
      variant: try options["variant"].ifGiven { try $0.variant() } ?? .highest)
    return try asset(at: path, settings)
  }

  /// What becomes of damaged frames where a script does not say.
  private var damagePolicy: DamagePolicy { options.isStrictAboutMedia ? .fail : .conceal }

  /// The file or sample at `path`.
  func asset(at path: String, _ settings: AssetOptions? = nil) throws -> AssetHandle {
    let settings = settings ?? AssetOptions(damagePolicy: damagePolicy)
    if path.hasPrefix(SampleClip.prefix) { return AssetHandle(.sample(try SampleClip(path: path))) }
    let located = try locate(path)
    if DrawnFile.isOne(path) {
      return AssetHandle(.drawing(try DrawnFile(located, in: self)))
    }
    state.watch.allowReading(located)
    let load = { [self] in
      try Asset.load(path: located, options: settings, gate: gate, warnings: warnings)
    }
    // That a server is slow is no fault of the script.
    let isRemote = located.contains("://")
    return AssetHandle(.file(try isRemote ? state.watch.allowMeasuring(load) : load()))
  }
}

extension Argument {
  /// Which of the sizes and rates of a stream is meant: `"highest"`, `"lowest"`, the most lines, or `{ bandwidth = }`.
  func variant() throws -> VariantChoice {
    switch value {
    case .integer, .number: return .height(try integer(1...100_000))
    case .table:
      let options = try options(["bandwidth"], owner: "'variant'")
      return .bandwidth(try options["bandwidth"].integer(1...1_000_000_000_000))
    default:
      return try choice(among: ["highest", "lowest"]) == "highest" ? .highest : .lowest
    }
  }
}
