// SPDX-License-Identifier: MIT

import MoonreelCore

extension AssetHandle {
  /// What a file says of itself under common names, and which of its tracks to take.
  static func addSelection(_ type: inout TypeBuilder<AssetHandle>) {
    type.property("common_metadata") { asset in
      let found = asset.file?.commonMetadata ?? [:]
      return .record(
        CommonMetadataKey.allCases.compactMap { key in
          found[key].map { (SnakeCase.text(key.rawValue), .string($0)) }
        })
    }
    type.property("preferred_rate") { .number($0.file?.preferredRate ?? 1) }
    type.property("preferred_volume") { .number($0.file?.preferredVolume ?? 1) }
    type.method("selection", ["kind"]) { asset, call in
      guard let group = try asset.group(call[0]) else {
        let only = asset.value(try call[0].selectableKind())
        return .record([
          ("options", .list(only.isNil ? [] : [only])), ("default", only),
          ("allows_none", .boolean(false)),
        ])
      }
      return .record([
        ("options", .list(group.options.map { .object(AssetTrackHandle($0)) })),
        ("default", .some(group.defaultOption) { .object(AssetTrackHandle($0)) }),
        ("allows_none", .boolean(group.allowsEmptySelection)),
      ])
    }
    type.method("select", ["kind", "languages?", "roles?"]) { asset, call in
      let kind = try call[0].selectableKind()
      let languages = try call[1].ifGiven { argument in
        try argument.list("a list of languages such as \"de\"").map { try $0.string() }
      }
      let roles = try call[2].ifGiven { argument in
        Set(try argument.list("a list of roles").map { try $0.choice(TrackRole.self) })
      }
      guard let group = try asset.group(call[0]) else { return asset.value(kind) }
      if let track = group.option(languages: languages ?? [], roles: roles ?? []) {
        return .object(AssetTrackHandle(track))
      }
      call.state.absence = Absence(
        reason: "'\(asset.path)' has no \(kind.rawValue) track that suits", place: call.place)
      return .nil
    }
  }

  /// The tracks of a file of the kind that `argument` names; `nil` for what has no choice.
  private func group(_ argument: Argument) throws -> MediaSelectionGroup? {
    let kind = try argument.selectableKind()
    guard let file, let characteristic = kind.characteristic else { return nil }
    return file.selectionGroup(characteristic)
  }
}

extension Argument {
  /// A kind of tracks of which one can be chosen.
  fileprivate func selectableKind() throws -> MediaType {
    let kinds: [MediaType] = [.video, .audio, .subtitle]
    let name = try choice(among: kinds.map(\.rawValue))
    return kinds.first { $0.rawValue == name } ?? .video
  }
}
