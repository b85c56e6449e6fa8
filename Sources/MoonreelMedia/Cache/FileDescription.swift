// SPDX-License-Identifier: MIT

import MoonreelCore

/// What was found out about a file, whatever it is called and whatever is wanted of it.
struct FileDescription: Codable {
  /// Its tracks and what it says of itself, as the usual options give them.
  var asset: Asset
  /// Why reading stopped before the end, if it did.
  var damage: String?
  /// The first time that is not covered though the file says it should be.
  var brokenAt: Time?
  /// What was wrong with the time stamps, in words.
  var stampNote: String?

  /// The most pixels that pictures might have when it was found out.
  private var pixelLimit: Int

  /// What the file at `path` holds, which is opened through `gate` and closed again, unless the gate's cache knows.
  ///
  /// - Throws: `MoonreelError`, see ``MoonreelCore/Asset/load(path:options:gate:warnings:)``.
  static func find(_ path: String, _ options: AssetOptions, _ gate: FileGate) throws -> Self {
    if let parts = try streams(at: path, options, gate) {
      return try describe(parts, path, options, gate)
    }
    guard let cache = gate.cache, let real = try InputSource(path: path, gate: gate).realPath,
      let file = try? FileBytes(real, named: path)
    else { return try describe(path, options, gate).description }
    if let known = cache.entry(of: file, gaps: options.gapPolicy)?.fileDescription,
      known.pixelLimit <= gate.pixelLimit
    {
      return known
    }
    let found = try describe(path, options, gate)
    if found.isOneFile {
      cache.keep(found.description, found.index, of: file, gaps: options.gapPolicy)
    }
    return found.description
  }

  /// The streams that a playlist on a server names, if `path` is one that names several.
  private static func streams(
    at path: String, _ options: AssetOptions, _ gate: FileGate
  ) throws -> [RemotePresentation.Part]? {
    guard FileGate.realPath(path) == nil, ManifestPlace(of: path) == nil,
      case .network(let address) = try Address(path)
    else { return nil }
    let reader = RemoteReader(gate: gate, name: path)
    return try RemotePresentation(reader: reader).parts(
      of: try gate.remote.open(address, reader), options.variant)
  }

  /// Looks at each of the streams: the tracks of all are those of the asset, and each is read from its own stream.
  private static func describe(
    _ parts: [RemotePresentation.Part], _ path: String, _ options: AssetOptions, _ gate: FileGate
  ) throws -> Self {
    var result: Self?
    for part in parts {
      let found = try describe(part.path, options, gate).description
      guard var whole = result else {
        result = found
        continue
      }
      whole.take(found, part)
      result = whole
    }
    guard var result else { preconditionFailure("a playlist of playlists names one") }
    result.asset.path = path
    return result
  }

  /// Adds the tracks of another stream of the same asset.
  private mutating func take(_ other: Self, _ part: RemotePresentation.Part) {
    var last = asset.tracks.map(\.trackID).max() ?? 0
    for var track in other.asset.tracks {
      last += 1
      track.trackID = last
      track.languageCode = track.languageCode ?? part.language
      if let name = part.name, track.metadata["title"] == nil { track.metadata["title"] = name }
      asset.tracks.append(track)
    }
    asset.duration = max(asset.duration, other.asset.duration)
    asset.isTimingPrecise = asset.isTimingPrecise && other.asset.isTimingPrecise
    damage = damage ?? other.damage
    brokenAt = [brokenAt, other.brokenAt].compactMap { $0 }.min()
    stampNote = stampNote ?? other.stampNote
  }

  /// Opens the file and looks.
  private static func describe(
    _ path: String, _ options: AssetOptions, _ gate: FileGate
  ) throws -> (description: Self, index: MediaIndex, isOneFile: Bool) {
    let format = try FormatContext(path: path, gate: gate, frameRate: options.frameRate)
    let (index, _) = try IndexCache.index(of: format, gaps: options.gapPolicy)
    let prober = Prober(format: format, index: index)
    var tracks = try prober.tracks()
    guard !tracks.isEmpty else {
      throw MoonreelError(
        .unsupportedFormat,
        "Cannot use '\(path)': it holds no pictures, sound, text or data that can be read.",
        cause: index.damage)
    }
    for index in tracks.indices {
      tracks[index].gapPolicy = options.gapPolicy
      tracks[index].findLight(gate: gate)
    }
    var asset = Asset(
      path: path, formatName: format.formatName,
      duration: max(.zero, tracks.map(\.timeRange.end).max() ?? .zero),
      isTimingPrecise: index.damage == nil, tracks: tracks,
      metadata: Prober.tags(format.context.pointee.metadata), chapters: prober.chapters())
    if let header = MovieHeader(of: format) {
      (asset.preferredRate, asset.preferredVolume) = (header.preferredRate, header.preferredVolume)
    }
    let description = Self(
      asset: asset, damage: index.damage,
      brokenAt: index.streams.values.compactMap(\.brokenAt).min(), stampNote: index.stampNote,
      pixelLimit: gate.pixelLimit)
    return (description, index, format.isOneFile)
  }

  /// The asset as `options` want it, under the name `path`.
  func asset(at path: String, _ options: AssetOptions) -> Asset {
    var asset = asset
    // The tracks of a stream in several files are read from these.
    let isOne = asset.tracks.allSatisfy { $0.path == asset.path }
    asset.path = path
    for index in asset.tracks.indices {
      if isOne { asset.tracks[index].path = path }
      asset.tracks[index].damagePolicy = options.damagePolicy
      asset.tracks[index].gapPolicy = options.gapPolicy
      asset.tracks[index].video?.deinterlacing = options.deinterlacing
      guard let color = options.color else { continue }
      asset.tracks[index].video?.overrule(color: color)
    }
    return asset
  }

  /// Says what is wrong with the file at `path`.
  func warn(_ path: String, _ warnings: WarningLog?) {
    if let damage {
      warnings?.warn("'\(path)' cannot be read to its end: \(damage).")
    } else if let brokenAt {
      warnings?.warn("'\(path)' breaks off at \(brokenAt), before the end that it states.")
    }
    if let stampNote { warnings?.warn("In '\(path)' \(stampNote).") }
    for fault in asset.tracks.compactMap({ $0.video?.profile?.fault }) {
      warnings?.warn("The colour profile of '\(path)' is not used: \(fault).")
    }
  }
}
