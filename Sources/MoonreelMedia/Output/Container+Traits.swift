// SPDX-License-Identifier: MIT

import MoonreelCore

extension Container {
  /// What sets the kind apart.
  var traits: ContainerTraits { Self.allTraits[self]! }

  private static let allTraits = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0, $0.row) })

  /// All that the library knows of the kind. A new kind is a case of `Container` and a row here.
  ///
  /// In transport and program streams the priming of sound is heard (as silence) before the pictures begin, and the
  /// sound stays in time with them.
  private var row: ContainerTraits {
    switch self {
    case .mp4:
      ContainerTraits(
        pathExtensions: ["mp4", "m4v"], muxer: "mp4", video: [.h264, .hevc, .av1, .vp9],
        audio: [.aac, .opus, .flac, .ac3], holdsSounds: true, subtitles: [.movText],
        timedMetadata: .boxed,
        tags: Self.mpeg4Tags, holdsChapters: true, takesCopies: true, isMPEG4: true,
        languages: .terminological)
    case .mov:
      ContainerTraits(
        pathExtensions: ["mov", "qt"], muxer: "mov",
        video: [.h264, .hevc, .prores422, .prores4444, .dnxhd, .dnxhr, .mpeg2, .png, .jpeg],
        audio: [.aac, .pcm16, .pcm24, .pcmFloat, .ac3], holdsSounds: true, subtitles: [.movText],
        timedMetadata: .boxed, tags: Self.mpeg4Tags, holdsChapters: true, takesCopies: true,
        isMPEG4: true, languages: .quickTime)
    case .mkv:
      ContainerTraits(
        pathExtensions: ["mkv", "mka"], muxer: "matroska",
        video: [
          .h264, .hevc, .vp8, .vp9, .av1, .ffv1, .prores422, .prores4444, .dnxhd, .dnxhr, .mpeg2,
          .png, .jpeg,
        ],
        audio: [.opus, .flac, .pcm16, .pcm24, .pcmFloat, .aac, .mp3, .ac3, .mp2],
        holdsSounds: true, subtitles: [.subrip, .ass, .webvtt], tags: .all, holdsChapters: true,
        takesCopies: true,
        timing: Self.milliseconds, saysPriming: true)
    case .webm:
      ContainerTraits(
        pathExtensions: ["webm"], muxer: "webm", video: [.vp9, .av1, .vp8], audio: [.opus],
        holdsSounds: true, subtitles: [.webvtt], tags: .all, holdsChapters: true, takesCopies: true,
        timing: Self.milliseconds, saysPriming: true)
    case .ts:
      ContainerTraits(
        pathExtensions: ["ts", "m2ts", "mts", "m2t"], muxer: "mpegts",
        video: [.h264, .hevc, .mpeg2], audio: [.aac, .ac3, .mp2, .mp3], holdsSounds: true,
        timedMetadata: .id3,
        delay: .muxer(microseconds: 700_000))
    case .mpg:
      ContainerTraits(
        pathExtensions: ["mpg", "mpeg", "m2p"], muxer: "vob", video: [.mpeg2],
        audio: [.mp2, .ac3], delay: .stamps(units: 90_000),
        // What a reader at 80 Mbit/s, MPEG-2's most, can buffer; the stream itself is as long as its packets.
        muxerOptions: ["muxrate": "80000000"])
    case .mxf:
      // MXF counts in frames of the rates that its timecode has (SMPTE ST 377-1, annex G), and cuts sound to the
      // length of its pictures, which libav does where it interleaves.
      ContainerTraits(
        pathExtensions: ["mxf"], muxer: "mxf", video: [.mpeg2, .dnxhd, .dnxhr],
        audio: [.pcm16, .pcm24],
        timing: .constant(
          rates: (DNxHDRow.rates + [Rational(48, 1)]).sorted { $0.doubleValue < $1.doubleValue }),
        sampleRates: [48_000], isInterleavedByMuxer: true)
    case .avi:
      ContainerTraits(
        pathExtensions: ["avi"], muxer: "avi", video: [.jpeg], audio: [.pcm16, .pcm24],
        tags: Self.waveTags, timing: .constant(rates: nil))
    case .cmaf:
      ContainerTraits(
        pathExtensions: ["m3u8", "mpd"], muxer: "mp4", video: [.h264, .hevc, .av1],
        audio: [.aac, .opus, .ac3], holdsSounds: true, subtitles: [.webvtt], isMPEG4: true,
        isStream: true, languages: .terminological,
        muxerOptions: [
          "movflags": "+frag_custom+delay_moov+default_base_moof+skip_trailer"
        ])
    case .gif:
      ContainerTraits(
        pathExtensions: ["gif"], muxer: "gif", video: [.gif], takesCopies: true,
        timing: Self.hundredths, muxerOptions: ["loop": "0"], finalDelayUnits: 100)
    case .apng:
      ContainerTraits(
        pathExtensions: ["apng"], muxer: "apng", video: [.apng], muxerOptions: ["plays": "0"],
        finalDelayUnits: 1)
    case .avif:
      ContainerTraits(
        pathExtensions: ["avif"], muxer: "avif", holdsStills: true, video: [.av1])
    case .png: ContainerTraits(pathExtensions: ["png"], muxer: nil, video: [.png])
    case .jpeg: ContainerTraits(pathExtensions: ["jpg", "jpeg"], muxer: nil, video: [.jpeg])
    case .webp: ContainerTraits(pathExtensions: ["webp"], muxer: nil, video: [.webp])
    case .tiff: ContainerTraits(pathExtensions: ["tiff", "tif"], muxer: nil, video: [.tiff])
    case .exr: ContainerTraits(pathExtensions: ["exr"], muxer: nil, video: [.exr])
    case .wav:
      ContainerTraits(
        pathExtensions: ["wav", "wave"], muxer: "wav", audio: [.pcm16, .pcm24, .pcmFloat],
        tags: Self.waveTags, takesCopies: true, muxerOptions: ["rf64": "auto"])
    case .flac:
      ContainerTraits(
        pathExtensions: ["flac"], muxer: "flac", audio: [.flac], tags: .all, takesCopies: true)
    case .m4a:
      ContainerTraits(
        pathExtensions: ["m4a"], muxer: "ipod", audio: [.aac], tags: Self.mpeg4Tags,
        holdsChapters: true, takesCopies: true, isMPEG4: true)
    case .mp3:
      ContainerTraits(
        pathExtensions: ["mp3"], muxer: "mp3", audio: [.mp3], tags: .all, holdsChapters: true,
        // One byte counts them.
        mostChapters: 255, takesCopies: true,
        // libav writes their lengths as version 2.3 has them, and in 2.4 titles of 100 bytes cannot be found again.
        chapterOptions: ["id3v2_version": "3"])
    case .opus:
      ContainerTraits(
        pathExtensions: ["opus"], muxer: "opus", audio: [.opus], tags: .all, takesCopies: true)
    case .ogg:
      ContainerTraits(
        pathExtensions: ["ogg", "oga"], muxer: "ogg", audio: [.opus, .flac], tags: .all,
        takesCopies: true)
    }
  }

  private static let milliseconds = ContainerTraits.Timing.coarse(
    ContainerTraits.Units(perSecond: 1000, name: "milliseconds", span: "milliseconds"))

  private static let hundredths = ContainerTraits.Timing.coarse(
    ContainerTraits.Units(
      perSecond: 50, name: "whole hundredths of a second, at least two",
      span: "two hundredths of a second"))

  private static let mpeg4Tags = ContainerTraits.Tags.only([
    "title", "artist", "album_artist", "composer", "album", "date", "comment", "genre", "copyright",
    "grouping", "lyrics", "description", "synopsis", "show", "episode_id", "network", "keywords",
    "track", "disc", "creation_time", "compilation", "media_type", "hd_video", "encoder",
    "location", "make", "model",
  ])

  private static let waveTags = ContainerTraits.Tags.only([
    "title", "artist", "album", "date", "comment", "genre", "copyright", "track", "language",
    "encoder",
  ])
}
