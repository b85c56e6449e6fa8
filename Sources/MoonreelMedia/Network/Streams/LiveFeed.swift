// SPDX-License-Identifier: MIT

import MoonreelCore

/// Brings the pieces of a live stream of HLS as they come, taken apart into packets: the network's side of a capture.
///
/// `@unchecked Sendable`: it is used by one thread at a time.
package final class LiveFeed: @unchecked Sendable {
  /// What a reload brings.
  package enum Arrival {
    /// A piece.
    case piece(LivePiece)
    /// So many pieces that were gone before they could be had.
    case missing(Int)
    /// A piece that cannot be read.
    case damaged
  }

  /// The most bytes of one piece: half a minute at 16 Mbit/s.
  private static let largestPiece = 64 << 20

  private let gate: FileGate
  private var stream: LiveStream
  private var before: HLSPlaylist.Segment?
  /// A piece that could not be had once.
  private var failed: Int?
  /// Whether the next piece has nothing to go on from.
  private var isAtSeam = true

  /// The stream at `address`, which is asked for through `gate`.
  ///
  /// - Throws: `MoonreelError` (`accessDenied`) where it is no address of `http` or `https`, or its host is not allowed.
  package init(_ address: String, variant: VariantChoice, gate: FileGate) throws {
    let place = try NetworkAddress(address)
    guard gate.allows(place) else {
      throw NetworkError.denial(of: place, name: address, isFirst: true)
    }
    self.gate = gate
    stream = try LiveStream(address, variant: variant, gate: gate)
  }

  /// What messages call the stream.
  package var name: String { stream.name }

  /// The newest piece, to see what the stream is like.
  ///
  /// - Throws: `MoonreelError`: `unsupportedFormat` where it is no live stream of HLS, `accessDenied` where no server may be
  ///   asked.
  package func newest() throws -> LivePiece {
    guard !gate.remote.settings.isOffline else {
      throw MoonreelError(
        .accessDenied, "Cannot record '\(name)': no server is asked (--offline). Leave that out.")
    }
    let fresh = try stream.reload()
    guard !stream.hasEnded else {
      throw stream.refusal(
        "it is no live stream, for it has an end. It is a film like any other: give its address to moonreel render or "
          + "mr.asset")
    }
    guard let segment = fresh.last else { throw stream.refusal("it names no piece yet") }
    return try piece(segment)
  }

  /// Asks for what is new and gives it, piece by piece.
  ///
  /// - Returns: seconds after which it is worth asking again; `nil` where the stream has ended.
  /// - Throws: `MoonreelError` where a server does not answer as it should; the same can be asked again.
  package func poll(_ take: (Arrival) -> Void) throws -> Double? {
    let fresh = try stream.reload()
    if stream.beganAnew { isAtSeam = true }
    if stream.missed > 0 { take(.missing(stream.missed)) }
    for segment in fresh {
      do {
        take(.piece(try piece(segment)))
      } catch let error as MoonreelError where error.code != .cancelled {
        // A damaged one was had, and is not asked for again.
        guard failed == segment.sequence || before == segment else {
          failed = segment.sequence
          throw error
        }
        stream.warn("\(error.message) It is left out.")
        stream.skip(segment)
        take(before == segment ? .damaged : .missing(1))
      }
    }
    return stream.hasEnded ? nil : stream.pause
  }

  private func piece(_ segment: HLSPlaylist.Segment) throws -> LivePiece {
    let head = try segment.map.map { try stream.head($0) } ?? []
    let bytes = try stream.take(segment, limit: Self.largestPiece)
    let goesOn = before?.stretch == segment.stretch && before?.map == segment.map
    before = segment
    let piece = try LivePiece(head + bytes, name: name, gate: gate, begins: isAtSeam || !goesOn)
    isAtSeam = false
    return piece
  }
}

extension FileGate {
  /// The same gate for work that `flag` stops, too.
  package func stopped(by flag: CancellationFlag) -> FileGate {
    var gate = self
    gate.cancellation = flag
    return gate
  }
}
