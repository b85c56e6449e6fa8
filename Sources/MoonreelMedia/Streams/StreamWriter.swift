// SPDX-License-Identifier: MIT

import MoonreelCore

/// Encodes pictures in several sizes, and sound, into a stream that players load piece by piece: a folder of CMAF segments
/// (ISO/IEC 23000-19) with a playlist for HTTP Live Streaming (RFC 8216) and a manifest for DASH (ISO/IEC 23009-1) over
/// the same segments.
///
/// Segments begin with key frames, at the same times in all renditions. Nothing appears before ``publish()``: a folder that
/// does not exist appears in one step; into one that does the files are moved when all are whole, those that players are
/// given last.
///
/// Threads: each rendition, and each track of sound, may have a thread of its own.
///
/// For example:
///
///     var settings = OutputSettings(container: .cmaf, video: large, audio: sound)
///     settings.moreVideo = [small]
///     let writer = try StreamWriter(path: "stream/film.m3u8", settings: settings, gate: .unrestricted)
///     for index in 0..<50 {
///       try writer.renditions[0].append(picture, at: Int64(index))
///       try writer.renditions[1].append(smallPicture, at: Int64(index))
///     }
///     print(try writer.complete().duration)
///     try writer.publish()
///
/// `@unchecked Sendable`: writers and folder guard themselves; the rest is constant.
public final class StreamWriter: @unchecked Sendable {
  /// The settings that the stream is written with.
  public let settings: OutputSettings
  /// What takes pictures: one for each of the settings' `videos`.
  public let renditions: [MediaWriter]
  /// What takes sound: one for each of the settings' `sounds`.
  public let sounds: [MediaWriter]

  private let folder: StreamFolder
  private let sinks: [SegmentSink]
  private let captions: Locked<[Int: Captions]>
  private let captionTracks: [StreamCaptions]

  /// Opens the encoders.
  ///
  /// - Parameters:
  ///   - path: the stream's playlist, `film.m3u8`, or its manifest, `film.mpd`; both are written.
  ///   - settings: what the stream holds; their container is ``Container/cmaf``.
  /// - Throws: `MoonreelError`: `invalidArgument`, `accessDenied`, `fileAccess` or `encodingFailed`.
  public init(
    path: String, settings: OutputSettings, gate: FileGate, warnings: WarningLog? = nil
  ) throws {
    try EncoderCatalogue.validate(settings)
    let folder = try StreamFolder(path: path, gate: gate)
    let duration = settings.segmentDuration
    let (videos, sounds) = (settings.videos, settings.sounds)
    let pictureSinks = try zip(videos, Self.names(of: videos)).map { encoding, name in
      try SegmentSink(name, duration, pictures: encoding, into: folder)
    }
    let soundSinks = try zip(sounds, Self.names(of: sounds)).map { _, name in
      try SegmentSink(name, duration, pictures: nil, into: folder)
    }
    sinks = pictureSinks + soundSinks
    // What cannot be kept is told of once.
    var part = OutputSettings(
      container: settings.container, metadata: settings.metadata, chapters: settings.chapters)
    func writer(_ sink: SegmentSink, _ video: VideoEncoding?, _ audio: AudioEncoding?) throws
      -> MediaWriter
    {
      defer { (part.metadata, part.chapters) = ([:], []) }
      (part.video, part.audio) = (video, audio)
      return try MediaWriter(part, segments: sink, warnings: warnings)
    }
    renditions = try zip(pictureSinks, videos).map { try writer($0, $1, nil) }
    self.sounds = try zip(soundSinks, sounds).map { try writer($0, nil, $1) }
    captionTracks = zip(settings.subtitles, Self.names(of: settings.subtitles)).map {
      StreamCaptions(id: $1, encoding: $0)
    }
    (self.settings, self.folder, captions) = (settings, folder, Locked([:]))
  }

  deinit { folder.discard() }

  /// Takes all captions of track `index` of the settings' `subtitles`; their times are those of the stream.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) where there is no such track.
  public func append(_ captions: Captions, toSubtitles index: Int) throws {
    guard captionTracks.indices.contains(index) else {
      throw MoonreelError(
        .invalidArgument,
        "Cannot append captions to track \(index): the stream has \(captionTracks.count).")
    }
    self.captions.withLock { $0[index] = captions }
  }

  /// Writes what is held back, the playlists and the manifest: the stream is whole, beside its place.
  ///
  /// - Throws: `MoonreelError`; what was there is then untouched.
  public func complete() throws -> OutputSummary {
    let parts = try (renditions + sounds).map { try $0.complete() }
    let tracks = sinks.enumerated().map { index, sink in
      sink.track(
        index < renditions.count
          ? .pictures(settings.videos[index]) : .sound(settings.sounds[index - renditions.count]))
    }
    let (pictures, sounds) = (
      Array(tracks.prefix(renditions.count)), Array(tracks.dropFirst(renditions.count))
    )
    let playlists = StreamPlaylists(
      stem: folder.stem.asURIPart, pictures: pictures, sounds: sounds, captions: captionTracks)
    for (index, track) in captionTracks.enumerated() {
      let text = WebVTTText.text(of: captions.withLock { $0[index] } ?? Captions([]))
      try folder.write(Array(text.utf8), track.fileEnding)
      try folder.write(playlists.playlist(of: track), of: track.id)
    }
    for track in tracks { try folder.write(playlists.playlist(of: track), of: track.id) }
    let manifest = StreamManifest(
      stem: folder.stem.asURIPart, pictures: pictures, sounds: sounds, captions: captionTracks)
    try folder.write(Array(manifest.text.utf8), StreamFolder.Ending.manifest)
    try folder.write(Array(playlists.main.utf8), StreamFolder.Ending.playlist)
    return summary(parts)
  }

  /// Puts the stream that ``complete()`` has made in its place.
  ///
  /// - Throws: `MoonreelError` (`fileAccess`).
  public func publish() throws { try folder.commit() }

  /// Stops, and removes what was written. Without effect after ``publish()``.
  public func cancel() {
    for writer in renditions + sounds { writer.cancel() }
    folder.discard()
  }

  /// Bytes written so far, those that wait for the end of their segment included.
  public var bytesWritten: Int64 { (renditions + sounds).reduce(0) { $0 + $1.bytesWritten } }

  /// CPU time so far of putting packets into segments.
  public var muxingNanoseconds: Int64 {
    (renditions + sounds).reduce(0) { $0 + $1.muxingNanoseconds }
  }

  private func summary(_ parts: [OutputSummary]) -> OutputSummary {
    let heard = parts.dropFirst(renditions.count)
    return OutputSummary(
      path: folder.path, frames: parts.map(\.frames).max() ?? 0,
      samples: heard.first?.samples ?? 0, bytes: folder.byteCount,
      duration: parts.map(\.duration).max() ?? .zero, peak: heard.map(\.peak).max() ?? 0,
      clippedSamples: heard.reduce(0) { $0 + $1.clippedSamples })
  }

  // MARK: Names

  private static func names(of renditions: [VideoEncoding]) -> [String] {
    unique(renditions.map { "\(min($0.size.width, $0.size.height))p" })
  }

  private static func names(of sounds: [AudioEncoding]) -> [String] {
    unique(sounds.map { name("sound", $0.language) })
  }

  private static func names(of captions: [SubtitleEncoding]) -> [String] {
    unique(captions.map { name("captions", $0.language) })
  }

  /// Letters and digits of `language` behind `kind`, as a file may be called anywhere.
  private static func name(_ kind: String, _ language: String?) -> String {
    let tag = (language ?? "").filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    return tag.isEmpty ? kind : "\(kind)-\(tag.prefix(20))"
  }

  /// `names` with numbers behind those that came before.
  private static func unique(_ names: [String]) -> [String] {
    var counts: [String: Int] = [:]
    return names.map { name in
      counts[name, default: 0] += 1
      return counts[name] == 1 ? name : "\(name)-\(counts[name] ?? 0)"
    }
  }
}

extension StreamFolder {
  /// Writes the playlist of the track `id`.
  fileprivate func write(_ playlist: String, of id: String) throws {
    try write(Array(playlist.utf8), "-\(id)" + Ending.playlist)
  }
}
