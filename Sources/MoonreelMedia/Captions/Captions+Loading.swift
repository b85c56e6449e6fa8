// SPDX-License-Identifier: MIT

import MoonreelCore

extension Captions {
  /// The captions of the file at `path`, which passes `gate`: a subtitle file (SRT, WebVTT, ASS and others
  /// that libav reads), or the first subtitle track of a film.
  ///
  /// - Parameter language: which of several tracks is meant; `nil`: the first.
  /// - Throws: `MoonreelError`: `accessDenied`, `fileAccess`, `unsupportedFormat` or `decodingFailed`.
  public static func load(
    path: String, language: String? = nil, gate: FileGate, warnings: WarningLog? = nil
  ) throws -> Captions {
    let isWebVTT = [".vtt", ".webvtt"].contains { path.lowercased().hasSuffix($0) }
    if isWebVTT, case .path = try Address(path),
      var captions = try WebVTTFile.captions(path: path, gate: gate, warnings: warnings),
      !captions.isEmpty
    {
      captions.language = language
      return captions
    }
    let asset: Asset
    do {
      asset = try Asset.load(path: path, gate: gate, warnings: warnings)
    } catch let error as MoonreelError where error.code == .unsupportedFormat {
      throw MoonreelError(
        .unsupportedFormat,
        "Cannot read captions of '\(path)': it is no subtitle file (SRT, WebVTT, ASS) with captions, "
          + "or its beginning is damaged.", cause: error.cause)
    }
    return try load(of: asset, language: language, gate: gate, warnings: warnings)
  }

  /// The captions of the first subtitle track of `asset`, or of the first one in `language`.
  ///
  /// - Throws: as ``load(path:language:gate:warnings:)``.
  public static func load(
    of asset: Asset, language: String? = nil, gate: FileGate, warnings: WarningLog? = nil
  ) throws -> Captions {
    let tracks = asset.tracks(.subtitle)
    guard !tracks.isEmpty else {
      throw MoonreelError(
        .unsupportedFormat, "Cannot read captions of '\(asset.path)': it has no subtitles.")
    }
    let isAlone = tracks.count == 1 && tracks[0].languageCode == nil
    let found = tracks.first { track in
      guard let language, !isAlone else { return true }
      return track.languageCode.map { LanguageCode.isSame($0, language) } ?? false
    }
    guard let track = found else {
      let known = tracks.map { $0.languageCode ?? "no language" }.joined(separator: ", ")
      throw MoonreelError(
        .unsupportedFormat,
        "Cannot read captions of '\(asset.path)' in '\(language ?? "")': its subtitles are in "
          + "\(known).")
    }
    var captions = try TimedTextReader(track: track, gate: gate, warnings: warnings).captions()
    captions.language = captions.language ?? language
    return captions
  }
}
