// SPDX-License-Identifier: MIT

/// Which of a frame's two fields was taken first, where a frame holds two moments (interlaced video).
public enum FieldOrder: String, Hashable, Codable, Sendable, CaseIterable {
  /// The field with the top row.
  case topFirst
  /// The field with the second row.
  case bottomFirst
}

/// Whether frames of two fields become frames of one moment.
public enum Deinterlacing: String, Hashable, Codable, Sendable, CaseIterable {
  /// Where a frame is flagged as interlaced.
  case automatic = "auto"
  /// Every frame, in the track's field order; top field first where it states none.
  case always = "on"
  /// None: frames are delivered as they are stored.
  case never = "off"
}
