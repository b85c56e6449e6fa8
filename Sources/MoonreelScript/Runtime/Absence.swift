// SPDX-License-Identifier: MIT

/// Something that a script asked for and got nil, because it is not there: a clip's sound, a track's picture. When
/// the nil is used, the message names the reason too.
struct Absence {
  /// As a sentence without an end: "'clip.mp4' has no sound".
  var reason: String
  /// The line that asked, "promo.lua:12"; `nil`: it explains whatever goes wrong in the same callback.
  var place: String?

  /// Whether `message`, which begins with its place, is about a nil that this explains.
  func explains(_ message: String) -> Bool {
    let isUnplaced = place == nil || message.contains("can be placed on a track")
    if message.hasSuffix("got nothing") { return isUnplaced }
    guard message.contains("a nil value") else { return false }
    return place.map { message.hasPrefix("\($0): ") } ?? true
  }
}
