// SPDX-License-Identifier: MIT

/// The version of a package, or of Moonreel: three whole numbers, ordered as Semantic Versioning orders them.
public struct PackageVersion: Hashable, Comparable, CustomStringConvertible, Sendable {
  /// The first number: counted up where what worked before may not work any more.
  public var major: Int
  /// The second: counted up with what is new.
  public var minor: Int
  /// The third: counted up with what is mended.
  public var patch: Int

  /// Moonreel's own, which manifests may ask for.
  public static let moonreel = PackageVersion(MoonreelRelease.version) ?? PackageVersion(0, 0, 0)

  /// The version of these numbers.
  public init(_ major: Int, _ minor: Int, _ patch: Int) {
    (self.major, self.minor, self.patch) = (major, minor, patch)
  }

  /// Reads `"1.2.3"`; `nil` where `text` is no such version.
  public init?(_ text: String) {
    guard let numbers = Self.numbers(text), numbers.count == 3 else { return nil }
    self.init(numbers[0], numbers[1], numbers[2])
  }

  /// Reads also `"1"` and `"1.2"`: what is left out is 0.
  init?(beginning text: String) {
    guard var numbers = Self.numbers(text), numbers.count <= 3 else { return nil }
    numbers += [0, 0]
    self.init(numbers[0], numbers[1], numbers[2])
  }

  /// `"1.2.3"`.
  public var description: String { "\(major).\(minor).\(patch)" }

  /// Whether `left` comes before `right`.
  public static func < (left: Self, right: Self) -> Bool {
    (left.major, left.minor, left.patch) < (right.major, right.minor, right.patch)
  }

  /// The numbers between the dots, each of at most six digits.
  private static func numbers(_ text: String) -> [Int]? {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    var numbers: [Int] = []
    for part in parts {
      let isNumber = part.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
      let hasZero = part.count > 1 && part.first == UInt8(ascii: "0")
      guard isNumber, !hasZero, 1...6 ~= part.count, let number = Int(String(Substring(part)))
      else { return nil }
      numbers.append(number)
    }
    return numbers
  }
}

/// Which versions will do: `">= 0.1"`, `"< 2"`, or both, `">= 0.1, < 2"`.
public struct VersionRequirement: Equatable, CustomStringConvertible, Sendable {
  /// The first that will do; `nil`: any.
  public var lowest: PackageVersion?
  /// The first that will not do any more; `nil`: none.
  public var limit: PackageVersion?

  /// What `init` reads, for sentences.
  static let rule = "the versions that will do, such as \">= 0.1\" or \">= 0.1, < 2\""

  /// Reads `text`; `nil` where it is no such thing. Numbers that are left out are 0.
  public init?(_ text: String) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    for part in parts {
      let part = part.drop { $0 == " " }
      let isLowest = part.hasPrefix(">=")
      guard isLowest ? lowest == nil : part.hasPrefix("<") && limit == nil else { return nil }
      let words = part.dropFirst(isLowest ? 2 : 1).split(separator: " ")
      guard words.count == 1, let version = PackageVersion(beginning: String(words[0])) else {
        return nil
      }
      if isLowest { lowest = version } else { limit = version }
    }
  }

  /// Whether `version` will do.
  public func allows(_ version: PackageVersion) -> Bool {
    lowest.map { version >= $0 } ?? true && limit.map { version < $0 } ?? true
  }

  /// As manifests write it.
  public var description: String {
    [lowest.map { ">= \($0)" }, limit.map { "< \($0)" }].compactMap { $0 }.joined(separator: ", ")
  }
}
