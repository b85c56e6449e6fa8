// SPDX-License-Identifier: MIT

import MoonreelCore

/// What a source says.
public enum CaptureEvent: Sendable {
  /// A picture was taken.
  case picture(CapturedPicture)
  /// A stretch of sound was recorded.
  case sound(CapturedSound)
  /// So many pictures were lost; no sound ever is, without a gap in its times.
  case dropped(Int, CaptureDropReason)
  /// Nothing comes for a while.
  case interrupted(CaptureInterruption)
  /// It comes again.
  case resumed
}

/// Why a picture is not there. Each drop counts under its reason.
public enum CaptureDropReason: String, Hashable, Sendable, CaseIterable {
  /// The source had no free memory for it: those before were not given back in time.
  case overrun
  /// The device says that its bytes are wrong, or they cannot be decoded.
  case damaged
  /// Its time is not after that of the picture before, and the clock gives no better one.
  case unordered
  /// What takes pictures was not done with those before.
  case busy
  /// A constant frame rate has no place for it.
  case surplus
}

/// Why a source gives nothing for a while.
public struct CaptureInterruption: Hashable, Sendable {
  /// What kind of reason it is.
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    /// The device was unplugged.
    case unplugged
    /// Another program uses the device.
    case inUse
    /// The device, its driver or its server failed.
    case failed
    /// The device was muted or covered, or its owner asked for a pause.
    case paused
    /// The server of a stream has nothing new.
    case stalled
    /// The stream is over.
    case ended
  }

  /// What kind of reason it is.
  public var reason: Reason
  /// A sentence for people.
  public var message: String

  /// An interruption for `reason`.
  public init(_ reason: Reason, _ message: String) {
    (self.reason, self.message) = (reason, message)
  }
}
