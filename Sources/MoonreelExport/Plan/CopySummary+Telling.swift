// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia

extension CopySummary {
  /// More stretches are counted, not listed.
  private static let mostListed = 20

  /// What was copied and why the rest was not, for people.
  ///
  /// - Parameter verb: what the first line begins with.
  package func lines(of duration: Time, says verb: String = "copied") -> [String] {
    let sound = copiesSound ? ", and the sound" : ""
    var lines = ["\(verb) \(copiedDuration) of \(duration)\(sound)"]
    for stretch in stretches.prefix(Self.mostListed) {
      switch stretch {
      case .copied(let range, let path): lines.append("  copied \(range) from '\(path)'")
      case .encoded(let range, let reason): lines.append("  encoded \(range): \(reason)")
      }
    }
    if stretches.count > Self.mostListed {
      lines.append("  and \(stretches.count - Self.mostListed) stretches more")
    }
    return lines
  }

  /// The stretches, times in seconds, for programs.
  package var json: JSONValue {
    .fields(["sound": .bool(copiesSound), "pictures": pictures])
  }

  private var pictures: JSONValue {
    .array(
      stretches.map { stretch in
        switch stretch {
        case .copied(let range, let path):
          .fields([
            "start": .number(range.start.seconds), "end": .number(range.end.seconds),
            "copied_from": .string(path), "encoded_because": .null,
          ])
        case .encoded(let range, let reason):
          .fields([
            "start": .number(range.start.seconds), "end": .number(range.end.seconds),
            "copied_from": .null, "encoded_because": .string(reason),
          ])
        }
      })
  }
}
