// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelMedia
import MoonreelModel

/// How a film is written for other programs.
public struct CutOptions: Sendable {
  /// What the cut is called.
  public var name: String
  /// The programs whose own effects are written; a kind of file holds those of ``Dialect/of(_:)``.
  public var dialects: Set<Dialect>
  /// The timecode of the first frame, as a time.
  public var startTime = Time.zero
  /// The folder from which files are named for Moonreel itself, absolute; `nil`: only by their addresses.
  public var folder: String?
  /// The chapters, which become markers.
  public var chapters: [Chapter] = []

  /// Options for a cut called `name` in a file of `format`, with the effects of all programs that read one.
  public init(name: String, in format: CutFormat = .otio) {
    (self.name, dialects) = (name, Dialect.of(format))
  }
}

/// A film as a cut for other programs, and what is lost on the way.
///
/// For example: `try FilmCut(request.film, CutOptions(name: "promo"), gate: gate).timeline.otioText`.
public struct FilmCut: Sendable {
  /// The cut.
  public let timeline: Editorial.Timeline
  /// What the other programs do not get, in order.
  public let losses: [Loss]
  /// The line of the script that made the whole; `nil`: unknown.
  let place: ScriptPlace?
  /// What is known of the files, by their addresses in the cut.
  public let media: [String: MediaFacts]
  /// The captions of the film's first track of them; none where it has none.
  public let captions: Captions

  /// The cut of `film`.
  ///
  /// - Parameters:
  ///   - gate: what may be opened, to look at the film's files.
  ///   - baker: renders what the others cannot draw; `nil`: generators stand in their places.
  /// - Throws: what an expression of the film throws; `MoonreelError` of the baker.
  public init(
    _ film: ComposedTimeline, _ options: CutOptions, gate: FileGate, baker: ClipBaker? = nil
  ) throws {
    let catalogue = MediaCatalogue(gate: gate)
    var builder = try CutBuilder(film, options, catalogue, baker)
    var stack = try builder.stack()
    stack.properties.name = "tracks"
    stack.properties.markers = options.chapters.enumerated().map { index, chapter in
      Editorial.Marker(name: chapter.title ?? "chapter \(index + 1)", range: chapter.range)
    }
    stack.properties.metadata = Self.settings(builder.content, options)
    var timeline = Editorial.Timeline(
      name: options.name, rate: builder.content.rate, startTime: options.startTime, tracks: stack)
    if options.dialects.contains(.resolve) {
      timeline.metadata[Dialect.resolve.metadataName] =
        .members(["Resolve OTIO Meta Version": .string("1.0")])
    }
    if options.dialects.contains(.premiere) {
      timeline.metadata[Dialect.premiere.metadataName] = .members([
        "MetadataVersion": .string("1.0")
      ])
    }
    self.timeline = timeline
    (losses, place) = (builder.losses, builder.content.place)
    media = builder.media
    let whole = TimeRange(start: .zero, duration: film.duration)
    let tracks = film.timeline.tracks(.subtitle).filter(\.isEnabled)
    let track = tracks.first(where: \.isDefault) ?? tracks.first
    captions =
      try track.map { try TimelineCaptions(gate: gate, warnings: nil).captions(of: $0, in: whole) }
      ?? Captions([])
  }

  /// Size and background of a composition, for Moonreel and Premiere.
  static func settings(_ content: FilmContent, _ options: CutOptions) -> Editorial.Metadata {
    var metadata = Editorial.Metadata()
    let size = content.size
    let hasSize = size.width > 0 && size.height > 0
    metadata.own = .fields([
      "version": .int(1),
      "size": hasSize ? .array([.int(size.width), .int(size.height)]) : .null,
      "fps": .string("\(content.rate)"), "duration": .number(content.duration.seconds),
      "background": content.background.map { .string($0.hexadecimalText) } ?? .null,
    ])
    if options.dialects.contains(.premiere), hasSize {
      metadata[Dialect.premiere.metadataName] = .members([
        "PixelAspectRatio": .members(["denominator": .number(1), "numerator": .number(1)]),
        "VideoFrameRate": .number(content.rate.framesPerSecond.doubleValue),
        "VideoResolution": .members(["height": .int(size.height), "width": .int(size.width)]),
      ])
    }
    return metadata
  }
}
