// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

/// The options that one encoder is given, by name.
///
/// What a caller gives passes the encoder's ``OptionList``; what Moonreel sets itself does not.
struct EncoderOptions {
  /// What stands between a script and the libraries.
  enum Guard {
    /// The lists.
    case lists
    /// Nothing: for tests of what holds when the lists fail.
    case none
  }

  private let context: UnsafeMutablePointer<AVCodecContext>
  private let encoder: String
  private let kind: Int32
  private let list: OptionList
  private let `guard`: Guard

  /// The options of an encoder that is not open yet.
  init(
    _ context: UnsafeMutablePointer<AVCodecContext>, encoder: String, media: MediaType,
    guard: Guard = .lists
  ) {
    (self.context, self.encoder, self.guard) = (context, encoder, `guard`)
    list = EncoderRow.of(encoder).options
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
  /// - Parameter own: parameters of ours, which stand before those of the caller under the same name.
  /// - Throws: `MoonreelError` (`encodingFailed`) for an unknown name, naming the nearest right
  ///   one, for one that is not on the encoder's list, saying why, or for a value that the option does
  ///   not take.
  func setChecked(_ options: [String: String], after own: [String: String] = [:]) throws {
    for (name, value) in options.sorted(by: { $0.key < $1.key }) {
      guard OptionRefusal(name) != nil || find(name) != nil else { throw unknown(name) }
      let text = try `guard` == .none ? value : list.text(name, value, of: encoder)
      try store(name, own[name].map { "\($0):\(text)" } ?? text)
    }
  }

  private func find(_ name: String) -> UnsafePointer<AVOption>? {
    guard let option = av_opt_find(context, name, nil, 0, AV_OPT_SEARCH_CHILDREN),
      option.pointee.type != AV_OPT_TYPE_CONST, option.pointee.flags & kind == kind
    else { return nil }
    return option
  }

  private func store(_ name: String, _ value: String) throws {
    let code = av_opt_set(context, name, value, AV_OPT_SEARCH_CHILDREN)
    guard code < 0 else { return }
    let takes = list[name].map(\.takes) ?? "another value"
    throw MoonreelError(
      .encodingFailed,
      "Cannot set the option '\(name)' of \(encoder) to '\(value)': it takes \(takes).",
      libav: code)
  }

  private func unknown(_ name: String) -> MoonreelError {
    let nearest = NearestName.nearest(name, among: all.map(\.name))
    let hint = nearest.map { " Did you mean '\($0)'?" } ?? ""
    return MoonreelError(.encodingFailed, "The encoder \(encoder) has no option '\(name)'.\(hint)")
  }

  /// The options of the list that this build of the encoder has, in the list's order.
  var all: [OptionDescription] {
    list.names.compactMap { name in
      guard let option = find(name), let kind = list[name] else { return nil }
      let help = option.pointee.help.map { String(cString: $0) } ?? ""
      return OptionDescription(name: name, help: help, takes: kind.takes)
    }
  }

  /// Every option that libav has for the encoder, on the list or not.
  var everything: [String] {
    var found: [String] = []
    for object in [context.pointee.priv_data, UnsafeMutableRawPointer(context)] {
      guard let object else { continue }
      var option: UnsafePointer<AVOption>?
      while let next = av_opt_next(object, option) {
        option = next
        if next.pointee.type != AV_OPT_TYPE_CONST {
          found.append(String(cString: next.pointee.name))
        }
      }
    }
    return found
  }
}
