// SPDX-License-Identifier: MIT

import MoonreelCore

/// The stretch of time that the fragments of a piece cover, in the order of decoding.
struct FragmentSpan {
  /// Seconds by the piece's own clock.
  let start: Double
  let end: Double

  /// The stretch of `piece`, of a film that begins with `head`; `nil` where it is no part of one in fragments.
  ///
  /// - Throws: `MoonreelError` (`cancelled`).
  init?(
    of piece: any RemoteBytes, behind head: [UInt8], _ scales: MovedPiece.Timescales,
    _ reader: RemoteReader
  ) throws {
    let source = Source(bytes: JoinedBytes([PlainBytes(head), piece]), reader: reader)
    guard let film = BoxPlace.first("moov", in: source)?.children(source),
      let fragments = try MovieFragments(
        source, film: film, behind: Int64(head.count), check: reader.gate.cancellation.check)
    else { return nil }
    let seconds = { (track: Int, time: Int64) in scales[track].map { Double(time) / Double($0) } }
    let starts = fragments.samples.compactMap { track, samples in
      samples.first.flatMap { seconds(track, $0.decoding) }
    }
    let ends = fragments.clocks.compactMap { seconds($0.key, $0.value) }
    guard let start = starts.min(), let end = ends.max() else { return nil }
    (self.start, self.end) = (start, end)
  }

  private struct Source: ByteSource {
    let bytes: any RemoteBytes
    let reader: RemoteReader

    var count: Int64 { bytes.count }

    func bytes(at place: Int64, count: Int) -> [UInt8]? {
      guard place >= 0, count >= 0, Int64(count) <= self.count - place else { return nil }
      // holds: the guard compares them.
      return try? bytes.bytes(place..<place + Int64(count), reader)
    }
  }
}

extension RemotePresentation {
  /// `pieces` on one clock: where the stream counts its time anew (`#EXT-X-DISCONTINUITY`), what follows is moved to the end
  /// of what came before. Transport streams stay as they are, for these are mended when they are read.
  ///
  /// - Throws: `MoonreelError`.
  func onOneClock(
    _ pieces: [any RemoteBytes], _ segments: [HLSPlaylist.Segment], behind head: [UInt8]?
  ) throws -> [any RemoteBytes] {
    let seams = segments.indices.dropFirst().filter {
      segments[$0].stretch != segments[$0 - 1].stretch
    }
    guard !seams.isEmpty, let head, let scales = MovedPiece.timescales(of: head) else {
      return pieces
    }
    var (result, shift) = (pieces, 0.0)
    for (seam, next) in zip(seams, seams.dropFirst() + [pieces.count]) {
      guard let before = try FragmentSpan(of: pieces[seam - 1], behind: head, scales, reader),
        let here = try FragmentSpan(of: pieces[seam], behind: head, scales, reader)
      else { throw refusal("its piece \(seam + 1) does not say when it is shown") }
      shift += before.end - here.start
      // holds: seams come in order.
      for index in seam..<next {
        result[index] = try MovedPiece(pieces[index], by: shift, scales, reader)
      }
    }
    return result
  }
}
