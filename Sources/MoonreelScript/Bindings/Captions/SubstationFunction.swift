// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelModel
import MoonreelText

/// `mr.source.ass`: a script of Advanced SubStation Alpha by its own styles.
struct SubstationFunction {
  let host: ScriptHost

  static let names = ["fonts", "frame"]
  /// The longest font file.
  private static let fontLimit = 64 << 20

  func make(_ call: Call) throws -> LuaValue {
    let isBare: Bool
    if case .table = call[0].value { isBare = false } else { isBare = true }
    let none = Argument(state: call.state, value: .nil, label: call.name)
    let options = try (isBare ? none : call[0]).options(Self.names, owner: call.name, items: 1)
    let source = isBare ? call[0] : try options.item(1, "script")
    var script = try script(source)
    let paths = try options["fonts"].ifGiven { try $0.list("a list of font files") } ?? []
    script.fonts += try paths.map { try font($0) }
    let frame = try options["frame"].ifGiven { try $0.pixelSize() }
    let pictures = try SubstationPictures(
      script, size: frame ?? PixelSize(1920, 1080), keepsSize: frame != nil)
    for fault in try pictures.faults() {
      host.warnings.warn("\(call.place): '\(script.path)': \(fault)")
    }
    return .object(SourceHandle(pictures))
  }

  private func script(_ argument: Argument) throws -> SubstationScript {
    let rule = "the path of an ASS file, an asset, or its subtitle track"
    let track: AssetTrack?
    switch argument.value {
    case .string(let path): track = try argument.naming { try host.asset(at: path) }.subtitles
    case .object(let handle as AssetHandle): track = handle.subtitles
    case .object(let handle as AssetTrackHandle): track = handle.track
    default: throw argument.expected(rule)
    }
    guard let track, track.mediaType == .subtitle else { throw argument.expected(rule) }
    return try argument.naming {
      try TimedTextReader(track: track, gate: host.gate, warnings: host.warnings).substation()
    }
  }

  private func font(_ argument: Argument) throws -> SubstationScript.Font {
    let path = try argument.string()
    let real = try argument.naming { try host.fontFile(path) }
    let bytes = try argument.naming {
      try RegularFile.bytes(of: real, named: path, limit: Self.fontLimit, "a font") ?? []
    }
    guard !bytes.isEmpty else {
      throw argument.expected("a font file of at most \(Self.fontLimit >> 20) MiB")
    }
    return SubstationScript.Font(name: path, bytes: bytes)
  }
}

extension AssetHandle {
  /// The file's first subtitle track.
  fileprivate var subtitles: AssetTrack? { file?.tracks(.subtitle).first }
}
