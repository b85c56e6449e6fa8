// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia

/// Says when what comes of a live stream is given: its first picture at once, all else as its stamps say after that.
///
/// Pieces come in bursts, so some always wait. Where the stream is late, everything is later from then on; what has a clock
/// of its own follows directly on what was before it. A value: time is what it is told.
struct StreamPlayer {
  private let decoder: LiveDecoder
  private let name: String
  private let hasPictures: Bool
  private let sampleRate: Int
  /// When the stream's time 0 is by the session's clock.
  private var base: Time?
  /// Until when something was given.
  private var reached = Time.distantPast
  private var lastStamp: Time?
  /// What is to be given next, and when.
  private var held: (moment: LiveMoment, due: Time)?
  /// Since when nothing is given.
  private var quiet: Time
  private var isInterrupted = false
  private var events: [CaptureEvent] = []
  /// Why the server could not be asked lately.
  var failure: MoonreelError?
  /// Whether all that the stream had was given.
  private(set) var isOver = false

  /// What is later than that is not given in a hurry: all that follows is later, too.
  private static let lateness = Time(flicks: Time.flicksPerSecond / 5)
  /// Stamps so far ahead, or that far back, are those of another clock.
  private static let (leap, setback) = (Time(wholeSeconds: 60), Time(wholeSeconds: 1))
  /// A stream that gives nothing for so long is interrupted; before its first picture, twice as long.
  private static let patience = Time(wholeSeconds: 5)
  /// So many pieces and bytes may wait; of more the newest few are kept.
  private static let (mostPieces, mostBytes, kept) = (8, 128 << 20, 3)

  /// - Parameters:
  ///   - hasPictures: whether the stream has pictures, with the first of which it begins.
  ///   - sampleRate: that of its sound, as the decoder gives it.
  ///   - now: when it is started.
  init(_ decoder: LiveDecoder, name: String, hasPictures: Bool, sampleRate: Int, now: Time) {
    (self.decoder, self.name) = (decoder, name)
    (self.hasPictures, self.sampleRate) = (hasPictures, sampleRate)
    quiet = now + Self.patience
  }

  /// Takes what the server brought.
  mutating func take(_ arrival: LiveFeed.Arrival) {
    switch arrival {
    case .piece(let piece):
      decoder.add(piece)
      pieceLength = max(1, piece.pictureCount)
      let waiting = decoder.waitingCount
      guard waiting.pieces > Self.mostPieces || waiting.bytes > Self.mostBytes else { return }
      drop(decoder.forget(allBut: Self.kept), .overrun)
    case .missing(let count): drop(count * pieceLength, .overrun)
    case .damaged: drop(pieceLength, .damaged)
    }
  }

  /// How many pictures the last piece had: as many as are missing with one that did not come.
  private var pieceLength = 1

  /// Hears that no piece will come.
  mutating func end() { decoder.hasEnded = true }

  /// What is to be given at `now`, and when it is worth asking again; `nil`: when something has come.
  mutating func step(_ now: Time) -> (events: [CaptureEvent], next: Time?) {
    defer { events = [] }
    while let item = held ?? next(now) {
      held = item.due > now ? item : nil
      if held != nil { break }
      give(item.moment, now)
    }
    drop(decoder.takeDamaged(), .damaged)
    let next = held?.due ?? rest(now)
    return (events, next)
  }

  // MARK: Inside

  private mutating func drop(_ count: Int, _ reason: CaptureDropReason) {
    if hasPictures, count > 0 { events.append(.dropped(count, reason)) }
  }

  /// What comes next, and when it is given: a picture when it begins, sound when it is over.
  private mutating func next(_ now: Time) -> (moment: LiveMoment, due: Time)? {
    while let moment = decoder.next() {
      // Sound before the first picture has nothing to go with.
      if base == nil, hasPictures, !moment.isPicture { continue }
      let length = moment.isPicture ? .zero : moment.duration
      var start = max(now, reached)
      if let base, !moment.begins, !isOdd(moment, base, now) { start = base + moment.stamp }
      let late = now - (start + length)
      if late > Self.lateness { start += late }
      (base, lastStamp) = (start - moment.stamp, moment.stamp)
      return (moment, start + length)
    }
    return nil
  }

  /// Whether the stamp of `moment` is one of another clock, though nobody said so.
  private func isOdd(_ moment: LiveMoment, _ base: Time, _ now: Time) -> Bool {
    let isBefore = lastStamp.map { moment.stamp < $0 - Self.setback } ?? false
    return isBefore || base + moment.stamp > now + Self.leap
  }

  private mutating func give(_ moment: LiveMoment, _ now: Time) {
    if isInterrupted { events.append(.resumed) }
    isInterrupted = false
    let time = (base ?? now) + moment.stamp
    switch moment.content {
    case .picture(let frame): events.append(.picture(CapturedPicture(time: time, frame: frame)))
    case .sound(let planes):
      let sound = CapturedSound(
        time: time, sampleRate: sampleRate, channelCount: max(1, planes.count),
        samples: planes.interleaved)
      events.append(.sound(sound))
    }
    reached = max(reached, time + moment.duration)
    quiet = now
  }

  /// Nothing is at hand: when it is to be looked again, whatever comes.
  private mutating func rest(_ now: Time) -> Time? {
    if decoder.hasEnded {
      if !isOver { interrupt(.ended, "The stream '\(name)' has ended.") }
      isOver = true
    } else if !isInterrupted, now >= quiet + Self.patience {
      if let failure {
        interrupt(.failed, "\(failure.message) The stream goes on when its server answers again.")
      } else {
        interrupt(
          .stalled, "The stream '\(name)' brings nothing new. It goes on when its server has more.")
      }
    }
    return isInterrupted ? nil : quiet + Self.patience
  }

  private mutating func interrupt(_ reason: CaptureInterruption.Reason, _ message: String) {
    isInterrupted = true
    events.append(.interrupted(CaptureInterruption(reason, message)))
  }
}

extension LiveMoment {
  fileprivate var isPicture: Bool {
    switch content {
    case .picture: true
    case .sound: false
    }
  }
}

extension [[Float]] {
  /// The planes of channels of one length, channel after channel for each moment.
  fileprivate var interleaved: [Float] {
    guard count > 1 else { return first ?? [] }
    // holds: there are two channels at least.
    return (0..<self[0].count).flatMap { index in map { $0[index] } }
  }
}
