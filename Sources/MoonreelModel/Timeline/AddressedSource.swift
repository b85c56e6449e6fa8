// SPDX-License-Identifier: MIT

/// A source that scripts open by an address, such as a sample.
public protocol AddressedSource: Source {
  /// What scripts write to get it again.
  var address: String { get }
}
