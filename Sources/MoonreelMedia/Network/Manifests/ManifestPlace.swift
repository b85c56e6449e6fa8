// SPDX-License-Identifier: MIT

/// Which stream of a manifest an address means: `film.mpd#stream=2.1` is the first representation of the second set of the
/// first period.
struct ManifestPlace: Hashable {
  /// From 0, as ``representation``.
  var set: Int
  var representation: Int

  private static let mark = "#stream="

  /// A stream of the manifest.
  init(set: Int, representation: Int) {
    (self.set, self.representation) = (set, representation)
  }

  /// The stream that `address` means; `nil` where it means all that is there.
  init?(of address: String) {
    guard let mark = address.firstRange(of: Self.mark) else { return nil }
    let numbers = address[mark.upperBound...].split(
      separator: ".", omittingEmptySubsequences: false)
    guard numbers.count == 2, let set = Int(numbers[0]), let number = Int(numbers[1]),
      (1...100_000).contains(set), (1...100_000).contains(number)
    else { return nil }
    self.init(set: set - 1, representation: number - 1)
  }

  /// What stands behind the address of the manifest.
  var suffix: String { "\(Self.mark)\(set + 1).\(representation + 1)" }
}
