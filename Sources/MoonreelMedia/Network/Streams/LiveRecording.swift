// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore

/// Records a live stream of HLS to a file of this machine: the pieces as they come, from a few before the newest on.
public struct LiveRecording {
  private let address: NetworkAddress
  private let reader: RemoteReader
  private let choice: VariantChoice

  /// Pieces before the newest from which players begin, too (RFC 8216, section 6.3.3).
  private static let head = 3
  /// The most bytes of one piece.
  private static let largestPiece = 256 << 20
  /// A stream that brings nothing new so often has ended.
  private static let mostIdle = 24

  /// A recording of the stream at `address`, which is asked for through `gate`.
  ///
  /// - Throws: `MoonreelError` (`accessDenied`) where it is no address of `http` or `https`.
  public init(_ address: String, variant: VariantChoice = .highest, gate: FileGate) throws {
    self.address = try NetworkAddress(address)
    reader = RemoteReader(gate: gate, name: address)
    choice = variant
  }

  /// What a recording of `address` is called, without an ending.
  public static func stem(of address: String) -> String {
    guard let address = try? NetworkAddress(address) else { return "live" }
    return FilePath.stem(of: RemoteFetch.name(of: address))
  }

  /// Records `seconds` of it, or what there is until it ends.
  ///
  /// - Parameters:
  ///   - open: gives the file, told how its name is to end (`"ts"`, `"mp4"`, `"aac"`).
  ///   - progress: told how many seconds are there.
  /// - Returns: how many seconds were recorded.
  /// - Throws: `MoonreelError`.
  public func run(
    seconds: Double, open: (_ ending: String) throws -> AtomicOutputFile,
    progress: (_ seconds: Double) -> Void
  ) throws -> Double {
    var (place, playlist, base) = try stream()
    var state = State()
    while true {
      let fresh = state.fresh(of: playlist)
      if state.missed > 0 {
        log.warnings.warn(
          "'\(reader.name)': \(state.missed) pieces were gone before they could be recorded.")
      }
      state.idle = fresh.isEmpty ? state.idle + 1 : 0
      for segment in fresh {
        try take(segment, base, &state, open)
        progress(state.seconds)
        if state.seconds >= seconds { return try finish(state) }
      }
      if playlist.hasEnded { return try finish(state) }
      guard state.idle <= Self.mostIdle else {
        guard state.seconds > 0 else { throw refusal("the stream brings nothing new") }
        return try finish(state)
      }
      try question.wait(max(0.2, playlist.targetDuration / 2))
      (playlist, base) = try self.playlist(at: place)
    }
  }

  private struct State {
    var next: Int?
    var seconds = 0.0
    var idle = 0
    var missed = 0
    var file: AtomicOutputFile?
    var map: HLSPlaylist.Map?
    var keys: [String: [UInt8]] = [:]

    /// The pieces of `playlist` that were not recorded yet.
    mutating func fresh(of playlist: HLSPlaylist) -> [HLSPlaylist.Segment] {
      let segments = playlist.segments
      let begin = playlist.hasEnded ? segments.first : segments.suffix(LiveRecording.head).first
      guard let start = next ?? begin?.sequence else { return [] }
      missed = next == nil ? 0 : max(0, (segments.first?.sequence ?? start) - start)
      return segments.filter { $0.sequence >= start }
    }
  }

  private var log: NetworkLog { reader.gate.remote.log }
  private var question: RemoteQuestion { reader.gate.remote.question(reader) }

  private func refusal(_ reason: String) -> MoonreelError {
    MoonreelError(.unsupportedFormat, "Cannot record '\(reader.name)': \(reason).")
  }

  /// The playlist that names the pieces: its address, what it says now, and where what it names is looked for.
  private func stream() throws -> (NetworkAddress, HLSPlaylist, NetworkAddress) {
    let (first, base) = try playlist(at: address)
    guard first.isMaster else { return (address, first, base) }
    let offers = first.variants.map { ($0.height, $0.bandwidth) }
    guard let index = choice.index(among: offers) else { throw refusal("it names no stream") }
    let variant = first.variants[index]
    let others = first.renditions.filter { $0.group == variant.audio && $0.uri != nil }
    if !others.isEmpty {
      log.warnings.warn(
        "'\(reader.name)' has its sound in a stream of its own, which is not recorded with the pictures."
      )
    }
    let place = try base.redirected(to: variant.uri)
    let (playlist, inner) = try playlist(at: place)
    return (place, playlist, inner)
  }

  private func playlist(at place: NetworkAddress) throws -> (HLSPlaylist, NetworkAddress) {
    let (bytes, base) = try question.bytes(at: place, limit: PlaylistRules.longest)
    guard PlaylistRules.isPlaylist(bytes), PlaylistRules.isStream(bytes) else {
      throw refusal("it is no playlist of HLS")
    }
    return (try HLSPlaylist(String(decoding: bytes, as: UTF8.self), name: reader.name), base)
  }

  private func take(
    _ segment: HLSPlaylist.Segment, _ base: NetworkAddress, _ state: inout State,
    _ open: (String) throws -> AtomicOutputFile
  ) throws {
    let bytes = try bytes(of: segment, base, &state)
    let file = try state.file ?? open(Self.ending(bytes, hasMap: segment.map != nil))
    state.file = file
    if let map = segment.map, map != state.map {
      guard state.map == nil else { throw refusal("its pieces have different heads (#EXT-X-MAP)") }
      let place = try base.redirected(to: map.uri)
      try file.write(try question.bytes(at: place, map.range, limit: 1 << 20).bytes)
      state.map = map
    }
    try file.write(bytes)
    state.seconds += segment.duration
    state.next = segment.sequence + 1
  }

  private func bytes(
    of segment: HLSPlaylist.Segment, _ base: NetworkAddress, _ state: inout State
  ) throws -> [UInt8] {
    let place = try base.redirected(to: segment.uri)
    let bytes = try question.bytes(at: place, segment.range, limit: Self.largestPiece).bytes
    guard let key = segment.key else { return bytes }
    let known =
      try state.keys[key.uri]
      ?? question.bytes(at: try base.redirected(to: key.uri), limit: 1 << 10).bytes
    state.keys[key.uri] = known
    let vector = key.vector ?? RemotePresentation.vector(of: segment.sequence)
    let plain = try DecryptedBytes(PlainBytes(bytes), key: known, vector: vector, reader)
    return try plain.bytes(0..<plain.count, reader)
  }

  private static func ending(_ bytes: [UInt8], hasMap: Bool) -> String {
    hasMap ? "mp4" : RemoteFetch.ending(bytes)
  }

  private func finish(_ state: State) throws -> Double {
    guard let file = state.file else { throw refusal("the stream has no pieces") }
    try file.commit()
    return state.seconds
  }
}
