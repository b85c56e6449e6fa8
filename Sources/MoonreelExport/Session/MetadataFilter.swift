// SPDX-License-Identifier: MIT

/// Which tags reach the written file (`AVMetadataItemFilter`).
public enum MetadataFilter: Hashable, Sendable {
  /// All of them.
  case all
  /// None.
  case none
  /// What may be shared: without places, times, devices and people's addresses.
  case forSharing
  /// Only those with these keys, in lower case.
  case only([String])

  /// The tags of `metadata` that pass.
  public func apply(to metadata: [String: String]) -> [String: String] {
    switch self {
    case .all: metadata
    case .none: [:]
    case .forSharing: metadata.filter { !Self.isPrivate($0.key) }
    case .only(let keys): metadata.filter { keys.contains($0.key.lowercased()) }
    }
  }

  /// Words in the names that cameras and telephones give to private tags.
  private static let privateWords = [
    "location", "gps", "latitude", "longitude", "creation", "date", "time", "make", "model",
    "device",
    "software", "serial", "owner", "author_url", "email", "direction",
  ]

  private static func isPrivate(_ key: String) -> Bool {
    let key = key.lowercased()
    return privateWords.contains { key.contains($0) }
  }
}
