// SPDX-License-Identifier: MIT

/// Timed metadata in boxes (QuickTime File Format, "Timed metadata": `mebx`).
///
/// The description of the track numbers its keys; a sample is a box for each item, whose type is the key's number
/// and which holds the value. A sample in which nothing holds is a `free` box.
enum BoxedMetadata {
  /// Values are UTF-8 (well-known type 1).
  private static let utf8: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 1]

  /// What a track with `keys` says of its samples: the content of its `stsd`.
  static func description(keys: [String]) -> [UInt8] {
    let entries = keys.enumerated().map { index, key in
      MovieBox(
        type: number(index),
        children: [
          MovieBox(type: "keyd", payload: Array("mdta".utf8) + Array(key.utf8)),
          MovieBox(type: "dtyp", payload: utf8),
        ])
    }
    var table: [UInt8] = []
    MovieBox(type: "keys", children: entries).write(to: &table)
    var bytes: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 1]
    MovieBox(type: "mebx", payload: [0, 0, 0, 0, 0, 0, 0, 1] + table).write(to: &bytes)
    return bytes
  }

  /// The number of key `index` as the type of a box: small letters and digits, so that it can be one,
  /// after large ones that no number has.
  private static func number(_ index: Int) -> String {
    let digits = String(index + 1, radix: 36)
    return String(repeating: "K", count: max(0, 4 - digits.count)) + digits
  }

  /// How many keys a track may have: as many as there are numbers.
  static let keyLimit = 36 * 36 * 36 - 1

  /// The sample of `items`, whose keys are all in `keys`.
  static func sample(_ items: [String: String], keys: [String]) -> [UInt8] {
    var bytes: [UInt8] = []
    for (index, key) in keys.enumerated() {
      guard let text = items[key] else { continue }
      MovieBox(type: number(index), payload: Array(text.utf8)).write(to: &bytes)
    }
    if bytes.isEmpty { MovieBox(type: "free").write(to: &bytes) }
    return bytes
  }

  /// What the boxes of a sample hold, by the keys of a description; `nil` where they do not add up.
  static func items(_ sample: [UInt8], _ keys: Keys) -> [String: String]? {
    guard let boxes = boxes(sample[...]) else { return nil }
    var items: [String: String] = [:]
    for (type, payload) in boxes {
      guard let key = keys.names[Array(type)] else { continue }
      items[key] = String(decoding: payload, as: UTF8.self)
    }
    return items
  }

  /// The keys of a track by the types of their boxes; only those of texts.
  struct Keys {
    fileprivate(set) var names: [[UInt8]: String] = [:]

    init() {}

    /// Reads the content of a track's `stsd`; what is damaged has no keys.
    init(description bytes: [UInt8]) {
      guard bytes.count > 8, let entries = boxes(bytes[8...]),
        let entry = entries.first(where: { $0.type.elementsEqual("mebx".utf8) }),
        entry.payload.count > 8, let tables = boxes(entry.payload.dropFirst(8)),
        let table = tables.first(where: { $0.type.elementsEqual("keys".utf8) }),
        let keys = boxes(table.payload)
      else { return }
      for key in keys {
        guard let parts = boxes(key.payload),
          let name = parts.first(where: { $0.type.elementsEqual("keyd".utf8) })?.payload,
          name.count > 4
        else { continue }
        let kind = parts.first { $0.type.elementsEqual("dtyp".utf8) }?.payload
        guard kind.map({ $0.elementsEqual(BoxedMetadata.utf8) }) ?? true else { continue }
        names[Array(key.type)] = String(decoding: name.dropFirst(4), as: UTF8.self)
      }
    }

    /// The keys of the track `id` of a movie; none where the file has no such description.
    init(of format: FormatContext, trackID id: Int32) {
      self.init()
      guard let source = format.bytes,
        let tracks = BoxPlace.first("moov", in: source)?.children(source)
      else { return }
      for track in tracks where track.type == "trak" {
        guard let header = track.children(source)?.first(where: { $0.type == "tkhd" }),
          header.payload.count <= 4096, let head = header.whole(source),
          head.number(at: head.hasLongTimes ? 20 : 12, byteCount: 4)
            == UInt64(UInt32(bitPattern: id)),
          let table = track.children(source, "mdia", "minf", "stbl")?
            .first(where: { $0.type == "stsd" }),
          table.payload.count <= 16 << 20, let description = table.whole(source)
        else { continue }
        self = Keys(description: description.payload)
        return
      }
    }
  }

  /// The types and contents of boxes one after the other; `nil` where they do not add up.
  private static func boxes(
    _ bytes: ArraySlice<UInt8>
  ) -> [(type: ArraySlice<UInt8>, payload: ArraySlice<UInt8>)]? {
    var boxes: [(type: ArraySlice<UInt8>, payload: ArraySlice<UInt8>)] = []
    var rest = bytes
    while !rest.isEmpty {
      let size = rest.count >= 8 ? Int(rest.prefix(4).bigEndianValue) : 0
      guard size >= 8, size <= rest.count else { return nil }
      boxes.append((rest.dropFirst(4).prefix(4), rest.prefix(size).dropFirst(8)))
      rest = rest.dropFirst(size)
    }
    return boxes
  }
}
