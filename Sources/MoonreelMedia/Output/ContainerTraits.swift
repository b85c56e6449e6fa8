// SPDX-License-Identifier: MIT

import MoonreelCore

/// What sets one kind of file apart from the others: a row of `Container.traits`.
struct ContainerTraits: Sendable {
  /// The usual endings without the dot, the first the commonest.
  var pathExtensions: [String]
  /// libav's muxer; `nil` where every picture is a file of its own.
  var muxer: String?
  /// Whether a still is one, beside the kinds of which every picture is a file.
  var holdsStills = false
  /// The codecs of pictures that it holds, the default first.
  var video: [VideoCodec] = []
  /// The codecs of sound that it holds, the default first.
  var audio: [AudioCodec] = []
  /// Whether it holds several tracks of sound, each with a name and a language.
  var holdsSounds = false
  /// The forms of captions that it holds, the default first.
  var subtitles: [SubtitleCodec] = []
  /// The form of timed metadata that it holds; `nil`: none.
  var timedMetadata: TimedMetadataCodec?
  /// The tags that it has a place for.
  var tags: Tags = .none
  /// Whether it has a place for chapters.
  var holdsChapters = false
  /// The most chapters that it has a place for; `nil`: any number.
  var mostChapters: Int?
  /// Whether packets of other files are copied into it: not where they would have to be cut anew, or where times
  /// do not begin at zero.
  var takesCopies = false
  /// How it counts the time of pictures.
  var timing: Timing = .fine
  /// The rates of sound in hertz that it holds; `nil`: those of the codec.
  var sampleRates: [Int]?
  /// Whether it is one of the MPEG-4 family: boxes, with edit lists that say which part of a track is shown.
  var isMPEG4 = false
  /// Whether it is a folder of segments with a playlist, in several renditions.
  var isStream = false
  /// Which of the codes of three letters it takes for languages.
  var languages: Languages = .bibliographic
  /// How times before zero, of priming and of pictures out of order, come to be after zero.
  var delay: Delay = .none
  /// Whether the writer says the priming of sound in the file (``MatroskaPriming``).
  var saysPriming = false
  /// Whether libav's muxer is to put the packets in order, where it does more than that.
  var isInterleavedByMuxer = false
  /// Options of libav's muxer that do not depend on the film.
  var muxerOptions: [String: String] = [:]
  /// In how many units a second libav's muxer is told how long the last picture stays (`final_delay`), where it would else
  /// repeat the time of the one before; `nil`: the packet says it.
  var finalDelayUnits: Int32?
  /// Further options where the film has chapters.
  var chapterOptions: [String: String] = [:]

  /// Which of libav's general tags a file holds.
  enum Tags: Sendable {
    case none
    case all
    case only(Set<String>)
  }

  /// Which of several codes of ISO 639-2 a file has for languages.
  enum Languages: Sendable {
    /// That of its own name: `deu`.
    case terminological
    /// That of its English name: `ger`.
    case bibliographic
    /// What QuickTime has a number for.
    case quickTime

    /// The code for the language `tag`; where it is none that is known, `tag` itself.
    func code(for tag: String) -> String {
      let code =
        switch self {
        case .terminological: LanguageCode.threeLetters(tag)
        case .bibliographic: LanguageCode.bibliographicLetters(tag)
        case .quickTime: LanguageCode.quickTimeLetters(tag)
        }
      return code ?? tag
    }
  }

  /// How a file counts the time of pictures.
  enum Timing: Sendable {
    /// In units as fine as the frame rate needs.
    case fine
    /// In units of its own, in which at most one frame may begin.
    case coarse(Units)
    /// By one frame rate for the whole film: any of `rates`, or, where these are `nil`, any at all.
    case constant(rates: [Rational]?)
  }

  /// Units of time that are coarser than some frames.
  struct Units: Sendable {
    /// The most frames a second.
    var perSecond: Int64
    /// What sentences about a frame rate call them.
    var name: String
    /// What sentences about two frames call the span that both begin in.
    var span: String
  }

  /// How times before zero come to be after zero.
  enum Delay: Sendable {
    /// Not at all.
    case none
    /// By libav's muxer, which adds so many microseconds.
    case muxer(microseconds: Int32)
    /// By the writer, which adds so many units of 1/90,000 s.
    case stamps(units: Int64)
  }
}
