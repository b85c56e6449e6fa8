// SPDX-License-Identifier: MIT

import MoonreelCore

extension EncoderCatalogue {
  /// Checks that settings agree with each other and with this build of libav, without opening a
  /// file. Encoder options are checked when the encoder opens.
  ///
  /// - Throws: `MoonreelError` (`encodingFailed`), naming what would fit.
  public static func validate(_ settings: OutputSettings) throws {
    Libav.start
    let container = settings.container
    guard settings.video != nil || settings.holdsSound else {
      throw MoonreelError(
        .encodingFailed,
        "Cannot write a \(container.ending) file with neither pictures nor sound.")
    }
    for video in settings.videos { try validate(video, in: container) }
    guard settings.moreVideo.isEmpty || container.isStream else {
      throw MoonreelError(
        .encodingFailed,
        "A \(container.ending) file holds one rendition of the pictures, not \(settings.videos.count): write "
          + "\(Container.endings(of: \.isStream)).")
    }
    for audio in settings.sounds { try validate(audio, in: container) }
    if !settings.moreAudio.isEmpty { try validateSounds(settings) }
    for subtitles in settings.subtitles { try admit(subtitles.codec, in: container) }
    for metadata in settings.timedMetadata
    where metadata.codec != timedMetadataCodec(in: container) {
      throw MoonreelError(
        .encodingFailed,
        "A \(container.rawValue) file has no place for timed metadata as \(metadata.codec.rawValue). Write "
          + "\(Container.endings(of: \.holdsTimedMetadata)).")
    }
    if settings.copiedSound != nil { try validateCopy(settings) }
    if let limit = settings.fileLengthLimit { try validate(limit: limit, in: container) }
  }

  /// Refuses pictures in a codec that `container` cannot hold.
  ///
  /// - Throws: `MoonreelError` (`encodingFailed`), naming what would fit.
  public static func admit(_ codec: VideoCodec, in container: Container) throws {
    let codecs = videoCodecs(in: container)
    guard !codecs.contains(codec) else { return }
    throw unfit(codec.rawValue, container, codecs.map(\.rawValue), "pictures") {
      containers(holding: codec, nil)
    }
  }

  /// Refuses sound in a codec that `container` cannot hold.
  ///
  /// - Throws: `MoonreelError` (`encodingFailed`), naming what would fit.
  public static func admit(_ codec: AudioCodec, in container: Container) throws {
    let codecs = audioCodecs(in: container)
    guard !codecs.contains(codec) else { return }
    throw unfit(codec.rawValue, container, codecs.map(\.rawValue), "sound") {
      containers(holding: nil, codec)
    }
  }

  /// Refuses captions of a form that `container` cannot hold.
  ///
  /// - Throws: `MoonreelError` (`encodingFailed`), naming what would fit.
  public static func admit(_ codec: SubtitleCodec, in container: Container) throws {
    let codecs = subtitleCodecs(in: container)
    guard !codecs.contains(codec) else { return }
    throw unfit(codec.rawValue, container, codecs.map(\.rawValue), "captions") {
      Container.allCases.filter { subtitleCodecs(in: $0).contains(codec) }
    }
  }

  private static func validate(_ video: VideoEncoding, in container: Container) throws {
    try admit(video.codec, in: container)
    if let quality = video.quality, !(0...1).contains(quality) {
      throw MoonreelError(
        .encodingFailed, "Cannot use \(quality) as a quality: it lies between 0 and 1.")
    }
    if let threads = video.threadCount, !(1...64).contains(threads) {
      throw MoonreelError(
        .encodingFailed, "Cannot encode with \(threads) threads: give a number from 1 to 64.")
    }
    guard (1...2).contains(video.passes) else {
      throw MoonreelError(
        .encodingFailed, "Cannot encode in \(video.passes) passes: give 1 or 2.")
    }
    guard video.passes == 1 || video.bitRate != nil || !EncoderTable.hasTwoPasses(video.codec)
    else {
      throw MoonreelError(
        .encodingFailed,
        "Two passes need a bit rate to aim at: say how many bits a second the pictures may take, or leave "
          + "'passes' out.")
    }
    guard video.pixelAspect.numerator > 0 else {
      throw MoonreelError(
        .encodingFailed, "Cannot use \(video.pixelAspect) as a pixel aspect: it must be positive.")
    }
    try validateRate(video, in: container)
    _ = try EncoderChoice(video)
  }

  private static func validateRate(_ video: VideoEncoding, in container: Container) throws {
    if let schedule = video.schedule { return try validate(schedule, in: container) }
    let rate = video.frameRate
    switch container.traits.timing {
    case .fine, .constant(rates: nil): return
    case .constant(let rates?):
      guard !rates.contains(rate.framesPerSecond) else { return }
      let words = rates.map {
        $0.denominator == 1 ? "\($0)" : "\(($0.doubleValue * 1000).rounded() / 1000)"
      }
      throw MoonreelError(
        .encodingFailed,
        "A \(container.ending) file cannot hold \(rate) frames a second: use "
          + "\(words.dropLast().joined(separator: ", ")) or \(words.last ?? ""), or write .mov.")
    case .coarse(let units):
      guard rate.framesPerSecond.doubleValue > Double(units.perSecond) else { return }
      throw MoonreelError(
        .encodingFailed,
        "A \(container.ending) file cannot hold \(rate) frames a second, because it counts time in "
          + "\(units.name): use at most \(units.perSecond).")
    }
  }

  private static func validate(_ schedule: FrameSchedule, in container: Container) throws {
    switch container.traits.timing {
    case .fine: return
    case .constant:
      throw MoonreelError(
        .encodingFailed,
        "A \(container.ending) file has one frame rate for the whole film: write .mov, or leave the frame "
          + "timing to a constant rate.")
    case .coarse(let units):
      guard let index = schedule.collision(unitsPerSecond: units.perSecond) else { return }
      throw MoonreelError(
        .encodingFailed,
        "A \(container.ending) file cannot show frame \(index) at "
          + "\(schedule.time(ofFrame: index)), because it counts time in \(units.span) and the frame before "
          + "begins in the same: write .mp4 or .mov, or leave the frame timing to a constant rate.")
    }
  }

  private static func validate(_ audio: AudioEncoding, in container: Container) throws {
    try admit(audio.codec, in: container)
    if let rates = container.traits.sampleRates, !rates.contains(audio.sampleRate) {
      let words = rates.map { "\($0)" }.joined(separator: ", ")
      throw MoonreelError(
        .encodingFailed,
        "A \(container.ending) file cannot hold sound of \(audio.sampleRate) Hz: use \(words), or write .mov."
      )
    }
    if let quality = audio.quality, !(0...1).contains(quality) {
      throw MoonreelError(
        .encodingFailed, "Cannot use \(quality) as a quality: it lies between 0 and 1.")
    }
  }

  private static func validateSounds(_ settings: OutputSettings) throws {
    let container = settings.container
    guard container.traits.holdsSounds else {
      let others = Container.allCases.filter(\.traits.holdsSounds).map(\.ending)
      throw MoonreelError(
        .encodingFailed,
        "A \(container.ending) file holds one track of sound, not \(settings.sounds.count): write "
          + "\(others.joined(separator: ", ")), or one file for each.")
    }
    guard settings.audio != nil else {
      throw MoonreelError(
        .invalidArgument, "Cannot write further tracks of sound without a first one.")
    }
    guard settings.fileLengthLimit == nil else {
      throw MoonreelError(
        .encodingFailed,
        "Cannot keep a file with \(settings.sounds.count) tracks of sound below a length: leave the limit out, or "
          + "write one track.")
    }
  }

  private static func validateCopy(_ settings: OutputSettings) throws {
    guard settings.audio == nil else {
      throw MoonreelError(.invalidArgument, "Cannot write sound that is copied beside other sound.")
    }
    guard settings.container.takesCopies else {
      throw MoonreelError(
        .encodingFailed, "Packets are not copied into \(settings.container.ending) files: encode.")
    }
    guard settings.fileLengthLimit == nil else {
      throw MoonreelError(
        .encodingFailed,
        "Cannot keep a file whose sound is copied below a length: leave the limit out, or encode.")
    }
  }

  private static func validate(limit: Int64, in container: Container) throws {
    guard limit > 0 else {
      throw MoonreelError(
        .encodingFailed, "Cannot keep a file within \(limit) bytes: give a positive limit.")
    }
    guard !container.holdsOnePicture, !container.isStream else {
      throw MoonreelError(
        .encodingFailed, "A length limit is for one file, not for many in a folder.")
    }
  }

  private static func unfit(
    _ codec: String, _ container: Container, _ takes: [String], _ what: String,
    _ others: () -> [Container]
  ) -> MoonreelError {
    let takesNone = "A \(container.ending) file holds no \(what)"
    let takesOther = "A \(container.ending) file cannot hold \(codec)"
    let start = takes.isEmpty ? takesNone : "\(takesOther): use \(takes.joined(separator: ", "))"
    let places = others().map(\.ending).joined(separator: ", ")
    let end = takes.isEmpty ? ": leave it out, or write" : "; or write"
    return MoonreelError(.encodingFailed, "\(start)\(end) \(places) to have \(codec).")
  }
}
