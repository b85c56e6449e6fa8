// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

/// The options that one encoder takes, by name.
struct EncoderOptions {
  private let context: UnsafeMutablePointer<AVCodecContext>
  private let encoder: String
  private let kind: Int32

  /// The options of an encoder that is not open yet.
  init(_ context: UnsafeMutablePointer<AVCodecContext>, encoder: String, media: MediaType) {
    (self.context, self.encoder) = (context, encoder)
    kind =
      AV_OPT_FLAG_ENCODING_PARAM
      | (media == .video ? AV_OPT_FLAG_VIDEO_PARAM : AV_OPT_FLAG_AUDIO_PARAM)
  }

  /// Sets one of our own, which is known to exist; encoders of other versions that lack it go
  /// without.
  func set(_ name: String, _ value: String) throws {
    guard find(name) != nil else { return }
    try store(name, value)
  }

  /// Sets the caller's options in the order of their names.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) for an unknown name, naming the nearest right
  ///   one, or for a value that the option does not take.
  func setChecked(_ options: [String: String]) throws {
    for (name, value) in options.sorted(by: { $0.key < $1.key }) {
      guard !Self.ownedElsewhere.contains(name), find(name) != nil else { throw unknown(name) }
      try store(name, value)
    }
  }

  /// Options that follow from the settings and must not be set twice.
  private static let ownedElsewhere: Set<String> = [
    "time_base", "video_size", "pix_fmt", "pixel_format", "ar", "ac", "ch_layout", "channel_layout",
    "sample_fmt",
  ]

  private func find(_ name: String) -> UnsafePointer<AVOption>? {
    guard let option = av_opt_find(context, name, nil, 0, AV_OPT_SEARCH_CHILDREN),
      option.pointee.type != AV_OPT_TYPE_CONST, option.pointee.flags & kind == kind
    else { return nil }
    return option
  }

  private func store(_ name: String, _ value: String) throws {
    let code = av_opt_set(context, name, value, AV_OPT_SEARCH_CHILDREN)
    guard code < 0 else { return }
    let takes = find(name).map { OptionDescription($0, in: context).takes } ?? "another value"
    throw MoonreelError(
      .invalidArgument,
      "Cannot set the option '\(name)' of \(encoder) to '\(value)': it takes \(takes).",
      cause: LibavError.text(code))
  }

  private func unknown(_ name: String) -> MoonreelError {
    if Self.ownedElsewhere.contains(name) {
      return MoonreelError(
        .invalidArgument,
        "Cannot set the option '\(name)' of \(encoder): it follows from the output's own settings.")
    }
    let nearest = Spelling.nearest(to: name, among: names)
    let hint = nearest.map { " Did you mean '\($0)'?" } ?? ""
    return MoonreelError(.invalidArgument, "The encoder \(encoder) has no option '\(name)'.\(hint)")
  }

  /// All names, the encoder's own first.
  var names: [String] { all.map(\.name) }

  /// All options, the encoder's own first.
  var all: [OptionDescription] {
    var found: [OptionDescription] = []
    for object in [context.pointee.priv_data, UnsafeMutableRawPointer(context)] {
      guard let object else { continue }
      var option: UnsafePointer<AVOption>?
      while let next = av_opt_next(object, option) {
        option = next
        guard next.pointee.type != AV_OPT_TYPE_CONST, next.pointee.flags & kind == kind else {
          continue
        }
        let description = OptionDescription(next, in: object)
        if !Self.ownedElsewhere.contains(description.name) { found.append(description) }
      }
    }
    return found
  }
}
