// SPDX-License-Identifier: MIT

import MoonreelCore

/// The pieces of a live stream of HLS, one after the other as its server names them, from a few before the newest on.
///
/// A playlist is asked for again and again (``reload()``); whoever uses the pieces takes their bytes one by one and says so
/// (``take(_:limit:)``), so that what could not be had is named again.
struct LiveStream {
  private let address: NetworkAddress
  private let reader: RemoteReader
  private let choice: VariantChoice
  /// The playlist that names the pieces, once it is known.
  private var place: NetworkAddress?
  /// Where what the playlist names is looked for.
  private var base: NetworkAddress
  /// The number of the next piece that nobody has taken.
  private var next: Int?
  private var keys: [String: [UInt8]] = [:]
  private var head: (map: HLSPlaylist.Map, bytes: [UInt8])?
  /// How many pieces were gone from the playlist before they could be taken, at the last reload.
  private(set) var missed = 0
  /// Whether the playlist says that nothing more comes.
  private(set) var hasEnded = false
  /// Whether the numbers of the pieces went back at the last reload: the server began anew.
  private(set) var beganAnew = false
  /// Seconds after which the playlist is worth asking for again.
  private(set) var pause = 0.0

  /// Pieces before the newest from which players begin, too (RFC 8216, section 6.3.3).
  private static let headCount = 3
  /// So many pieces may be gone at once.
  private static let mostMissed = 10_000

  /// The stream at `address`, which is asked for through `gate`.
  ///
  /// - Throws: `MoonreelError` (`accessDenied`) where it is no address of `http` or `https`.
  init(_ address: String, variant: VariantChoice, gate: FileGate) throws {
    self.address = try NetworkAddress(address)
    reader = RemoteReader(gate: gate, name: address)
    choice = variant
    base = self.address
  }

  /// What messages call it.
  var name: String { reader.name }

  var question: RemoteQuestion { reader.gate.remote.question(reader) }

  func warn(_ message: String) { reader.gate.remote.log.warnings.warn(message) }

  func refusal(_ reason: String) -> MoonreelError {
    MoonreelError(.unsupportedFormat, "Cannot record '\(name)': \(reason).")
  }

  /// Asks what there is, and gives the pieces that were not taken yet.
  ///
  /// - Throws: `MoonreelError`.
  mutating func reload() throws -> [HLSPlaylist.Segment] {
    let known = place
    let playlist = try known.map { try self.playlist(at: $0) } ?? find()
    (hasEnded, pause) = (playlist.hasEnded, min(max(0.2, playlist.targetDuration / 2), 30))
    let segments = playlist.segments
    // Numbers that lie further back than the playlist is long, or far ahead, are those of another run.
    beganAnew =
      next.map { next in
        (segments.last?.sequence ?? next) + segments.count < next
          || (segments.first?.sequence ?? next) > next + Self.mostMissed
      } ?? false
    if beganAnew { next = nil }
    let first = hasEnded ? segments.first : segments.suffix(Self.headCount).first
    guard let start = next ?? first?.sequence else { return [] }
    missed = next == nil ? 0 : max(0, (segments.first?.sequence ?? start) - start)
    next = max(start, segments.first?.sequence ?? start)
    return segments.filter { $0.sequence >= start }
  }

  /// The plain bytes of `segment`, which is not named any more.
  ///
  /// - Parameter limit: the most bytes.
  /// - Throws: `MoonreelError`; the piece is named again then.
  mutating func take(_ segment: HLSPlaylist.Segment, limit: Int) throws -> [UInt8] {
    let place = try base.redirected(to: segment.uri)
    var bytes = try question.bytes(at: place, segment.range, limit: limit).bytes
    if let key = segment.key { bytes = try decrypted(bytes, key, segment.sequence) }
    skip(segment)
    return bytes
  }

  /// Goes on behind `segment`, which cannot be had.
  mutating func skip(_ segment: HLSPlaylist.Segment) { next = segment.sequence + 1 }

  /// What stands before pieces with `map`; asked for once.
  ///
  /// - Throws: `MoonreelError`.
  mutating func head(_ map: HLSPlaylist.Map) throws -> [UInt8] {
    if let head, head.map == map { return head.bytes }
    let place = try base.redirected(to: map.uri)
    let bytes = try question.bytes(at: place, map.range, limit: 1 << 20).bytes
    head = (map, bytes)
    return bytes
  }

  // MARK: Playlists

  /// The playlist that names the pieces: the one at the address, or one that it names.
  private mutating func find() throws -> HLSPlaylist {
    let first = try playlist(at: address)
    guard first.isMaster else {
      place = address
      return first
    }
    let offers = first.variants.map { ($0.height, $0.bandwidth) }
    guard let index = choice.index(among: offers) else { throw refusal("it names no stream") }
    let variant = first.variants[index]
    if first.renditions.contains(where: { $0.group == variant.audio && $0.uri != nil }) {
      warn(
        "'\(name)' has its sound in a stream of its own, which is not recorded with the pictures.")
    }
    let inner = try base.redirected(to: variant.uri)
    let found = try playlist(at: inner)
    guard !found.isMaster else { throw refusal("its playlists name no pieces") }
    place = inner
    return found
  }

  private mutating func playlist(at place: NetworkAddress) throws -> HLSPlaylist {
    let (bytes, found) = try question.bytes(at: place, limit: PlaylistRules.longest)
    guard PlaylistRules.isPlaylist(bytes), PlaylistRules.isStream(bytes) else {
      throw refusal("it is no playlist of HLS")
    }
    base = found
    return try HLSPlaylist(String(decoding: bytes, as: UTF8.self), name: name)
  }

  private mutating func decrypted(
    _ bytes: [UInt8], _ key: HLSPlaylist.Key, _ sequence: Int
  ) throws -> [UInt8] {
    let known =
      try keys[key.uri]
      ?? question.bytes(at: try base.redirected(to: key.uri), limit: 1 << 10).bytes
    // Streams that change their keys do so for ever; those of before are not needed again.
    keys = [key.uri: known]
    let vector = key.vector ?? RemotePresentation.vector(of: sequence)
    let plain = try DecryptedBytes(PlainBytes(bytes), key: known, vector: vector, reader)
    return try plain.bytes(0..<plain.count, reader)
  }
}
