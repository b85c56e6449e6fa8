// SPDX-License-Identifier: MIT

/// A number of 256 bits that stands for something by what it is made of: equal things have equal ones in every
/// process and on every machine, and nobody finds two different things with one (SHA-256, FIPS 180-4).
public struct Digest: Hashable, Sendable {
  /// The bits, the first in the highest place of the first word.
  package let words: (UInt64, UInt64, UInt64, UInt64)

  package init(_ first: UInt64, _ second: UInt64, _ third: UInt64, _ fourth: UInt64) {
    words = (first, second, third, fourth)
  }

  /// The digest of `bytes`.
  public init(of bytes: [UInt8]) { self = SHA256.digest(of: bytes) }

  /// Whether all bits are the same.
  public static func == (lhs: Digest, rhs: Digest) -> Bool { lhs.words == rhs.words }

  /// Feeds a part of the bits, which are as good as random.
  public func hash(into hasher: inout Hasher) { hasher.combine(words.0) }
}

extension Digest: CustomStringConvertible {
  /// Sixty-four hexadecimal digits in lower case.
  public var description: String {
    [words.0, words.1, words.2, words.3].map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}

/// A digest that is found out once, when it is first asked for.
package final class DigestMemo: Sendable {
  private let known = Locked<Digest?>(nil)

  package init() {}

  /// What `make` gave the first time.
  package func value(_ make: () -> Digest) -> Digest {
    known.withLock { known in
      let digest = known ?? make()
      known = digest
      return digest
    }
  }
}
