// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelMedia
import MoonreelModel

/// A film by the file that says what it is: a script, or a media file in its place.
///
/// For example:
///
///     let file = FilmFile(ScriptOptions(path: "promo.lua"))
///     let film = try file.load(gate: file.options.filmGate(), warnings: warnings)
public struct FilmFile: Sendable {
  /// What the script gets and may use; of a media file the path alone counts.
  public var options: ScriptOptions
  /// How a media file is read.
  public var assetOptions: AssetOptions

  /// The film that the file of `options` describes.
  public init(_ options: ScriptOptions, asset assetOptions: AssetOptions = AssetOptions()) {
    (self.options, self.assetOptions) = (options, assetOptions)
  }

  /// Whether `path` names a script, rather than a media file.
  public static func isScript(_ path: String) -> Bool { path.hasSuffix(".lua") }

  /// Whether it is a script.
  public var isScript: Bool { Self.isScript(options.path) }

  /// Runs the script, or looks at the media file.
  ///
  /// - Parameters:
  ///   - gate: what the film may open.
  ///   - warnings: gets what is wrong with a media file; what a script warns of only where it fails, as the film
  ///     goes on warning while its functions are called.
  /// - Throws: `MoonreelError`, whatever the script or the file has to say.
  public func load(gate: FileGate, warnings: WarningLog) throws -> LoadedFilm {
    guard isScript else { return try media(gate, warnings) }
    let host = try ScriptHost(options: options)
    do {
      return LoadedFilm(result: try host.run(), host: host, gate: gate.joined(with: host.gate))
    } catch {
      warnings.take(host.warnings)
      throw error
    }
  }

  /// A film of one media file: all of it, a second of a still picture.
  private func media(_ gate: FileGate, _ warnings: WarningLog) throws -> LoadedFilm {
    let asset = try Asset.load(
      path: options.path, options: assetOptions, gate: gate, warnings: warnings)
    let duration = asset.duration > .zero ? asset.duration : Time(wholeSeconds: 1)
    var timeline = Timeline()
    try timeline.insert(TimeRange(start: .zero, duration: duration), of: asset, at: nil)
    return LoadedFilm(result: ScriptResult(request: ExportRequest(timeline: timeline)), gate: gate)
  }
}

/// What a file says that a film is.
public struct LoadedFilm: Sendable {
  /// What is to be rendered, and the parameters that the script declared.
  public var result: ScriptResult
  /// Who ran the script; `nil` for a media file.
  public var host: ScriptHost?
  /// What may be opened; it notes what the film asks for.
  public var gate: FileGate
}

extension ScriptOptions {
  /// The gate of the film: the script's folder, the current one, those that are allowed, and `more`.
  public func filmGate(besides more: [String] = []) -> FileGate {
    var gate = FileGate(
      folders: [FilePath.folder(of: path), "."] + allowedFolders + more, hosts: allowedHosts,
      cancellation: cancellation)
    gate.pixelLimit = pixelLimit
    gate.cache = mediaCache
    (gate.remote, gate.patience) = (remote, patience)
    gate.proxies = proxies
    return record.map { gate.recording(in: $0) } ?? gate
  }
}

extension ScriptPlace {
  /// Where `error` happened, by the path of the file among those that a film has asked for; `nil` where it names no
  /// line of a script or module.
  public init?(of error: MoonreelError, among names: [OpenedFiles.Name]) {
    guard let place = ScriptPlace.parts(of: error.message).place else { return nil }
    // Messages leave out the folder where a path is long.
    let name = names.first {
      ($0.role == .script || $0.role == .module)
        && ($0.path == place.file || $0.path.hasSuffix("/" + place.file))
    }
    guard let name else { return nil }
    self.init(file: name.path, line: place.line)
  }
}

extension WarningLog {
  /// Adds what `other` has collected.
  public func take(_ other: WarningLog) {
    for entry in other.all { warn(entry.message, count: entry.count) }
  }
}
