// SPDX-License-Identifier: MIT

import Dispatch
import MoonreelCore

/// Streams of HLS and of DASH on servers as files: each of them is its pieces, one after the other, which are read block by block as any
/// file of a server. So the index is exact, any frame can be jumped to, and nothing is asked for twice.
struct RemotePresentation {
  let reader: RemoteReader
  /// Told how many pieces of how many are there, from any thread.
  var onPiece: @Sendable (_ count: Int, _ total: Int) -> Void = { _, _ in }

  /// A stream of its own: a sound or a text beside the pictures.
  struct Part: Hashable {
    /// The address of its playlist, or of its stream in a manifest.
    var path: String
    var name: String?
    var language: String?
  }

  private static let typeNames = ["AUDIO", "SUBTITLES"]

  /// What `file` is read as: itself, or the pieces that it names.
  ///
  /// - Parameter place: the stream of a manifest; `nil`: that of the pictures.
  /// - Throws: `MoonreelError`.
  func bytes(of file: RemoteFile, _ place: ManifestPlace? = nil) throws -> any RemoteBytes {
    if let manifest = try manifest(file) { return try joined(manifest, place, file.place) }
    guard var playlist = try playlist(file) else { return file }
    var base = file.place
    if playlist.isMaster {
      let variant = try chosen(.highest, of: playlist)
      let inner = try open(variant.uri, from: base)
      guard let found = try self.playlist(inner), !found.isMaster else {
        throw refusal("its variant '\(variant.uri)' is no playlist of pieces")
      }
      (playlist, base) = (found, inner.place)
    }
    return try joined(playlist, base)
  }

  /// The streams that `file` names, the pictures first, where it names several; `nil` elsewhere.
  ///
  /// - Throws: `MoonreelError`.
  func parts(of file: RemoteFile, _ choice: VariantChoice) throws -> [Part]? {
    if let manifest = try manifest(file) {
      return try parts(of: manifest, at: file.address, choice)
    }
    guard let playlist = try playlist(file), playlist.isMaster else { return nil }
    let variant = try chosen(choice, of: playlist)
    let base = file.place
    var parts = [Part(path: try base.redirected(to: variant.uri).text)]
    let groups = [variant.audio, variant.subtitles]
    for (type, group) in zip(Self.typeNames, groups) {
      let found = playlist.renditions.filter { $0.type == type && $0.group == group }
      for rendition in found.filter(\.isDefault) + found.filter({ !$0.isDefault }) {
        guard let uri = rendition.uri else { continue }
        let path = try base.redirected(to: uri).text
        guard !parts.contains(where: { $0.path == path }) else { continue }
        parts.append(Part(path: path, name: rendition.name, language: rendition.language))
      }
    }
    return parts
  }

  private func chosen(_ choice: VariantChoice, of playlist: HLSPlaylist) throws
    -> HLSPlaylist.Variant
  {
    let offers = playlist.variants.map { ($0.height, $0.bandwidth) }
    guard let index = choice.index(among: offers) else { throw refusal("it names no stream") }
    return playlist.variants[index]
  }

  /// The playlist in `file`; `nil` where it is none of HLS.
  private func playlist(_ file: RemoteFile) throws -> HLSPlaylist? {
    // holds: no file has less than no bytes.
    let head = try file.bytes(0..<min(16, file.count), reader)
    guard PlaylistRules.isPlaylist(head) else { return nil }
    let count = min(file.count, Int64(PlaylistRules.longest) + 1)
    let text = try file.bytes(0..<count, reader)
    guard PlaylistRules.isStream(text) else { return nil }
    var rules = PlaylistRules()
    try rules.admit(text, name: reader.name)
    return try HLSPlaylist(String(decoding: text, as: UTF8.self), name: reader.name)
  }

  func refusal(_ reason: String) -> MoonreelError {
    MoonreelError(.unsupportedFormat, "Cannot use the stream '\(reader.name)': \(reason).")
  }

  private func open(_ uri: String, from base: NetworkAddress) throws -> RemoteFile {
    try reader.gate.remote.open(try base.redirected(to: uri), reader, isPiece: true)
  }

  // MARK: Pieces

  private func joined(_ playlist: HLSPlaylist, _ base: NetworkAddress) throws -> any RemoteBytes {
    guard !playlist.segments.isEmpty else { throw refusal("it names no piece of a stream") }
    let segments = playlist.segments
    let keys = try Dictionary(
      uniqueKeysWithValues: Set(segments.compactMap { $0.key?.uri }).map { uri in
        (uri, try key(uri, from: base))
      })
    let pieces = try opened(segments) { segment in
      var bytes: any RemoteBytes = try open(segment.uri, from: base)
      if let range = segment.range { bytes = try part(range, of: bytes, segment.uri) }
      guard let key = segment.key else { return bytes }
      let vector = key.vector ?? Self.vector(of: segment.sequence)
      return try DecryptedBytes(bytes, key: keys[key.uri] ?? [], vector: vector, reader)
    }
    let head = try head(segments.compactMap(\.map), of: "#EXT-X-MAP") { map in
      let file = try open(map.uri, from: base)
      return try map.range.map { try part($0, of: file, map.uri) } ?? file
    }
    return try joined(head, onOneClock(pieces, segments, behind: head))
  }

  /// `pieces` with `head` before them.
  func joined(_ head: [UInt8]?, _ pieces: [any RemoteBytes]) throws -> any RemoteBytes {
    // holds: no file has less than no bytes.
    let first = try pieces[0].bytes(0..<min(16, pieces[0].count), reader)
    guard first.starts(with: "WEBVTT".utf8) || first.dropFirst(3).starts(with: "WEBVTT".utf8) else {
      return JoinedBytes((head.map { [PlainBytes($0)] } ?? []) + pieces)
    }
    // A text may end without a line's end.
    return JoinedBytes(pieces.flatMap { [$0, PlainBytes([10, 10])] })
  }

  func part(
    _ range: Range<Int64>, of bytes: any RemoteBytes, _ uri: String
  ) throws -> any RemoteBytes {
    guard range.upperBound <= bytes.count else {
      throw refusal(
        "it wants the bytes \(range.lowerBound) to \(range.upperBound - 1) of '\(uri)', which has \(bytes.count)"
      )
    }
    return RemotePart(bytes, range)
  }

  /// What stands before all pieces. Where they have several heads these have to be the same, since files have one.
  ///
  /// - Parameter word: what names the heads.
  func head<Place: Hashable>(
    _ places: [Place], of word: String, _ open: (Place) throws -> any RemoteBytes
  ) throws -> [UInt8]? {
    var seen: Set<Place> = []
    var heads: [[UInt8]] = []
    for place in places where seen.insert(place).inserted {
      let bytes = try open(place)
      guard bytes.count <= 1 << 20 else {
        throw refusal("the head of its pieces (\(word)) is longer than 1 MiB")
      }
      heads.append(try bytes.bytes(0..<bytes.count, reader))
    }
    guard heads.allSatisfy({ $0 == heads[0] }) else {
      throw refusal(
        "its pieces have different heads (\(word)), as joined films have. Use the playlists of its parts one by one"
      )
    }
    return heads.first
  }

  private func key(_ uri: String, from base: NetworkAddress) throws -> [UInt8] {
    let file = try reader.gate.remote.open(
      try base.redirected(to: uri), reader, isPiece: true, limit: 1 << 10)
    guard file.count == 16 else {
      throw refusal("its key '\(uri)' has \(file.count) bytes, not 16")
    }
    return try file.bytes(0..<16, reader)
  }

  /// A piece's number as a vector.
  static func vector(of sequence: Int) -> [UInt8] {
    (0..<16).map { $0 < 8 ? 0 : UInt8(truncatingIfNeeded: sequence >> (8 * (15 - $0))) }
  }

  /// So many pieces are asked for at once.
  private static let width = 4

  /// What `open` makes of each of `pieces`, several at once.
  func opened<Piece>(
    _ pieces: [Piece], _ open: (Piece) throws -> any RemoteBytes
  ) throws -> [any RemoteBytes] {
    let state = Locked(
      (
        next: 0, count: 0, opened: [(any RemoteBytes)?](repeating: nil, count: pieces.count),
        error: (any Error)?.none
      ))
    try withoutActuallyEscaping(open) { open in
      let work = Unchecked { try open(pieces[$0]) }
      DispatchQueue.concurrentPerform(iterations: min(Self.width, pieces.count)) { _ in
        while true {
          let index = state.withLock { state -> Int? in
            guard state.error == nil, state.next < state.opened.count else { return nil }
            defer { state.next += 1 }
            return state.next
          }
          guard let index else { return }
          do {
            let piece = try work.value(index)
            let (count, total) = state.withLock { state in
              state.opened[index] = piece
              state.count += 1
              return (state.count, state.opened.count)
            }
            onPiece(count, total)
          } catch {
            state.withLock { $0.error = $0.error ?? error }
          }
        }
      }
      if let error = state.withLock({ $0.error }) { throw error }
    }
    return state.withLock { $0.opened.compactMap { $0 } }
  }

  /// A function that several threads call: what it uses is safe for them.
  private struct Unchecked: @unchecked Sendable {
    let value: (Int) throws -> any RemoteBytes

    init(_ value: @escaping (Int) throws -> any RemoteBytes) { self.value = value }
  }
}
