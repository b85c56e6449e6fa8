// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelPlayback

/// Gives pictures to a program, one after the other (`AVCaptureVideoDataOutput`).
///
///     let output = PictureDataOutput()
///     try session.configure { try $0.addOutput(output) }
///     for await picture in output.pictures { … }
///
/// Who is too slow misses pictures, which are counted: the newest are kept.
public final class PictureDataOutput: CaptureOutput {
  /// The pictures; one reader.
  public let pictures: AsyncStream<TimedPicture>
  private let continuation: AsyncStream<TimedPicture>.Continuation
  private let state = Locked(CaptureCounts())

  /// An output with at most `waiting` pictures that nobody has taken yet; with 1 the newest is all there is.
  public init(waiting: Int = 4) {
    (pictures, continuation) = AsyncStream.makeStream(
      of: TimedPicture.self, bufferingPolicy: .bufferingNewest(max(1, waiting)))
  }

  deinit { continuation.finish() }

  /// `true`.
  public var takesPictures: Bool { true }
  /// `false`.
  public var takesSound: Bool { false }
  /// What came, and what was lost because nobody took it (``CaptureDropReason/busy``).
  public var counts: CaptureCounts { state.withLock { $0 } }

  /// Hands `picture` on.
  public func take(_ picture: TimedPicture) {
    let result = continuation.yield(picture)
    state.withLock { counts in
      counts.pictures += 1
      if case .dropped = result { counts.drop(.busy) }
    }
  }

  /// Ends ``pictures``.
  public func finish() { continuation.finish() }
}

/// Gives sound to a program, stretch after stretch (`AVCaptureAudioDataOutput`).
///
/// Numbers of samples tell what is missing: where a device lost sound, and where the program was too slow for a second.
public final class SoundDataOutput: CaptureOutput {
  /// The sound; one reader.
  public let sounds: AsyncStream<ContinuousSound>
  private let continuation: AsyncStream<ContinuousSound>.Continuation
  private let lost = Locked<Int64>(0)

  /// An output with at most `waiting` stretches that nobody has taken yet: about 1 s by default.
  public init(waiting: Int = 50) {
    (sounds, continuation) = AsyncStream.makeStream(
      of: ContinuousSound.self, bufferingPolicy: .bufferingNewest(max(1, waiting)))
  }

  deinit { continuation.finish() }

  /// `false`.
  public var takesPictures: Bool { false }
  /// `true`.
  public var takesSound: Bool { true }
  /// Samples that were lost because nobody took them.
  public var lostSamples: Int64 { lost.withLock { $0 } }

  /// Hands `sound` on.
  public func take(_ sound: ContinuousSound) {
    if case .dropped(let old) = continuation.yield(sound) {
      lost.withLock { $0 += Int64(old.buffer.frameCount) }
    }
  }

  /// Ends ``sounds``.
  public func finish() { continuation.finish() }
}

/// The newest picture, for a display (`AVCaptureVideoPreviewLayer`): whoever looks never waits and never looks at an old
/// one.
public final class PreviewOutput: CaptureOutput {
  private let newest = Locked<TimedPicture?>(nil)
  private let broadcast = Broadcast<TimedPicture>()

  /// A preview without a picture yet.
  public init() {}

  /// `true`.
  public var takesPictures: Bool { true }
  /// `false`.
  public var takesSound: Bool { false }
  /// The newest picture; `nil` before the first.
  public var picture: TimedPicture? { newest.withLock { $0 } }

  /// The newest picture whenever the reader asks for the next; any number of readers.
  public func pictures() -> AsyncStream<TimedPicture> {
    broadcast.stream(startingWith: picture, newest: 1)
  }

  /// Shows `picture`.
  public func take(_ picture: TimedPicture) {
    newest.withLock { $0 = picture }
    broadcast.send(picture)
  }
}
