// SPDX-License-Identifier: MIT

/// What every plugin of a kind is held to, whatever it draws. The words are those of `except` in test files.
public enum Law: String, CaseIterable, Sendable {
  case draws, options, alpha, threads, neutral, transparent, ends, silence
  case halfSize = "half_size"
  case comesAndGoes = "comes_and_goes"
  case noJump = "no_jump"
  case blocks

  /// The laws of a kind, in the order in which they are tried.
  public static func all(of kind: PluginKind) -> [Law] {
    let pictures: [Law] = [.draws, .options, .alpha, .threads, .halfSize]
    return switch kind {
    case .effect: pictures + [.neutral, .transparent]
    case .transition: pictures + [.ends, .noJump]
    case .title, .template: pictures + [.comesAndGoes]
    case .generator, .chart: pictures
    case .soundEffect: [.draws, .options, .silence, .blocks]
    }
  }

  /// What holds, as a sentence without its subject.
  public var promise: String {
    switch self {
    case .draws: "is made of numbers, in frames of any size and sound of any rate"
    case .options: "takes every end and every choice of its options"
    case .alpha: "has alpha from 0 to 1, and no light where there is none"
    case .threads: "is the same for any number of threads, whatever was drawn before"
    case .neutral: "changes nothing with its neutral options"
    case .transparent: "leaves nothing where there is nothing"
    case .ends: "shows only the first picture at 0, only the second at 1"
    case .silence: "leaves silence silent"
    case .halfSize: "looks the same at half the size"
    case .comesAndGoes: "begins and ends with nothing, and shows something between"
    case .noJump: "begins and ends without a jump"
    case .blocks: "sounds the same in blocks of any length"
    }
  }
}
