// SPDX-License-Identifier: MIT

/// What files say of themselves under many names (`AVMetadataKey`'s common ones).
public enum CommonMetadataKey: String, Hashable, Sendable, CaseIterable {
  /// What it is called.
  case title
  /// Who performs.
  case artist
  /// What it is a part of.
  case album
  /// Who wrote it.
  case author
  /// Who else took part.
  case contributor
  /// When it was made, as the file writes it.
  case creationDate
  /// When it was changed last, as the file writes it.
  case modificationDate
  /// Where it was made: ISO 6709 (`+48.2082+016.3738/`) in files of cameras.
  case location
  /// What it is about.
  case description
  /// Words that it may be found by.
  case subject
  /// What kind of work it is.
  case type
  /// Whose it is.
  case copyright
  /// Who published it.
  case publisher
  /// Who made the camera.
  case make
  /// Which camera.
  case model
  /// What wrote it.
  case software
  /// A number or address that names it alone.
  case identifier
  /// The language of all of it.
  case language

  /// The containers' names for it in lower case, the surest first: those of QuickTime's metadata and user data, of ID3,
  /// RIFF, Vorbis comments, Matroska, ASF and MXF, as libav gives them.
  public var names: [String] {
    Self.apple(rawValue.lowercased(), as: self) + Self.otherNames[self, default: []]
  }

  private static func apple(_ name: String, as key: CommonMetadataKey) -> [String] {
    let own = key == .location ? "location.iso6709" : key == .subject ? "keywords" : name
    return ["com.apple.quicktime.\(own)"]
  }

  private static let otherNames: [CommonMetadataKey: [String]] = [
    .title: ["com.apple.quicktime.displayname", "title", "wm/title"],
    .artist: ["artist", "performer", "lead_performer", "album_artist"],
    .album: ["album", "wm/albumtitle"],
    .author: [
      "author", "writer", "written_by", "composer", "com.apple.quicktime.director", "director",
    ],
    .contributor: ["contributor", "com.apple.quicktime.producer", "producer", "performers"],
    .creationDate: [
      "date_recorded", "date", "creation_time", "date_released", "year", "originaldate",
      "date_digitized",
    ],
    .modificationDate: ["modification_date", "modification_time", "date_tagged"],
    .location: ["location", "location-eng", "recording_location"],
    .description: [
      "description", "synopsis", "summary", "comment", "com.apple.quicktime.information",
    ],
    .subject: ["keywords", "subject", "wm/subtitle"],
    .type: ["genre", "com.apple.quicktime.genre", "content_type"],
    .copyright: ["copyright", "wm/copyright"],
    .publisher: ["publisher", "wm/publisher", "organization", "label", "company_name"],
    .make: ["make", "com.android.manufacturer", "manufacturer"],
    .model: ["model", "com.android.model"],
    .software: [
      "software", "encoder", "encoded_by", "tool", "writing_application", "product_name",
      "com.android.version",
    ],
    .identifier: [
      "com.apple.quicktime.content.identifier", "isrc", "catalog_number", "barcode", "umid",
      "material_package_umid",
    ],
    .language: ["language", "wm/language"],
  ]
}

extension Asset {
  /// What the file says for `key`; `nil` where it says nothing.
  public func common(_ key: CommonMetadataKey) -> String? {
    key.names.lazy.compactMap { metadata[$0] }.first { !$0.isEmpty }
  }

  /// All that the file says under common names (`commonMetadata`).
  public var commonMetadata: [CommonMetadataKey: String] {
    var found: [CommonMetadataKey: String] = [:]
    for key in CommonMetadataKey.allCases { found[key] = common(key) }
    return found
  }
}
