// SPDX-License-Identifier: MIT

/// The options of one encoder, or the parameters of one library, that a script may set.
///
/// What is not on a list does not reach a library. Libraries take options that name files (to read, and
/// to write), options that name programs for a graphics card, and options with which they end the process
/// or write where they should not; a list says what is left, with the values that were tried.
///
/// A list is written as lines of names and kinds:
///
///     sao: flag                          0 or 1
///     ref|frameref: 1..16                a whole number, under two names
///     aq-mode: 0..3 none variance        a whole number or a word
///     crf: 0.0..51.0                     a number
///     me: word dia hex umh               one of some words
///     tune: list film grain psnr         some of some words
///     flags: flags cgop loop             switches of libav
///     deblock: pair -6..6                one or two numbers
///     x265-params: keys x265Parameters   parameters, on a list of their own
struct OptionList {
  /// The names in the order of the list.
  let names: [String]
  private let kinds: [String: OptionKind]

  /// Reads the lines of `text`, then those of `common`; the first of a name counts.
  ///
  /// - Precondition: the notation is right.
  init(_ text: String, and common: String = "") {
    var names: [String] = []
    var kinds: [String: OptionKind] = [:]
    for line in (text + "\n" + common).split(separator: "\n") {
      guard let colon = line.firstIndex(of: ":") else {
        preconditionFailure("'\(line)' has no kind")
      }
      let kind = OptionKind(notation: line[line.index(after: colon)...])
      for name in line[..<colon].split(separator: "|").map(String.init) where kinds[name] == nil {
        names.append(name)
        kinds[name] = kind
      }
    }
    (self.names, self.kinds) = (names, kinds)
  }

  /// The kind of the option `name`; `nil` where it is not on the list.
  subscript(name: String) -> OptionKind? { kinds[name] }

  /// The list that a line of a list names.
  ///
  /// - Precondition: there is one.
  static func parameters(_ name: String) -> OptionList {
    switch name {
    case "x264Parameters": x264Parameters
    case "x265Parameters": x265Parameters
    case "svtAV1Parameters": svtAV1Parameters
    case "aomParameters": aomParameters
    case "rav1eParameters": rav1eParameters
    default: preconditionFailure("there is no list '\(name)'")
    }
  }
}
