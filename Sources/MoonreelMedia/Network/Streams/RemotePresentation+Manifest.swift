// SPDX-License-Identifier: MIT

import MoonreelCore

// Films of DASH: each stream that a manifest names is its pieces, one after the other, through all periods.
extension RemotePresentation {
  /// The manifest in `file`; `nil` where it is none of DASH.
  func manifest(_ file: RemoteFile) throws -> DASHManifest? {
    // holds: no file has less than no bytes.
    guard DASHManifest.mayBegin(try file.bytes(0..<min(16, file.count), reader)) else { return nil }
    // holds: no file has less than no bytes.
    let head = try file.bytes(0..<min(Int64(DASHManifest.headBytes), file.count), reader)
    guard DASHManifest.begins(head) else { return nil }
    guard file.count <= Int64(PlaylistRules.longest) else {
      throw ManifestFault("it is longer than \(PlaylistRules.longest >> 20) MiB", .limitExceeded)
        .error(reader.name)
    }
    return try DASHManifest(try file.bytes(0..<file.count, reader), name: reader.name)
  }

  /// The streams of `manifest` that are read, each with an address of its own.
  func parts(of manifest: DASHManifest, at address: NetworkAddress, _ choice: VariantChoice) throws
    -> [Part]
  {
    try blamed {
      try manifest.places(choice).map { place in
        let set = manifest.periods[0].sets[place.set]
        return Part(path: address.text + place.suffix, name: set.label, language: set.language)
      }
    }
  }

  /// The stream of `manifest` at `place`; `nil`: the first of those that are read.
  func joined(
    _ manifest: DASHManifest, _ place: ManifestPlace?, _ base: NetworkAddress
  ) throws -> any RemoteBytes {
    let streams = try blamed {
      let representations = try manifest.representations(
        at: try place ?? manifest.places(.highest)[0])
      return try zip(representations, manifest.periods).map {
        try ManifestPieces($0, in: $1, of: base)
      }
    }
    let bases = Locked(0)
    let head = try head(
      streams.compactMap(\.head), of: "initialization"
    ) { try open($0, bases) }
    let scales = try timescales(of: head, streams)
    let pieces = streams.flatMap { stream in stream.pieces.map { (piece: $0, shift: stream.shift) }
    }
    return try joined(
      head,
      opened(pieces) { piece in
        let bytes = try open(piece.piece, bases)
        guard let scales, streams.count > 1 || piece.shift != 0 else { return bytes }
        return try MovedPiece(bytes, by: piece.shift, scales, reader)
      })
  }

  /// In what the pieces of several periods count time; `nil` where nothing has to be moved.
  private func timescales(
    of head: [UInt8]?, _ streams: [ManifestPieces]
  ) throws -> MovedPiece.Timescales? {
    if let head { return MovedPiece.timescales(of: head) }
    guard streams.count == 1 || !streams[0].isInContainer else {
      throw ManifestFault(
        "its periods are files with a head of their own each, which cannot be joined. Use their files one by one"
      ).error(reader.name)
    }
    return nil
  }

  /// - Parameter bases: which of the addresses of a piece had the last one.
  private func open(
    _ piece: ManifestPieces.Piece, _ bases: Locked<Int>
  ) throws -> any RemoteBytes {
    guard let file = try file(piece, bases) else { return PlainBytes([]) }
    // holds: the upper end is the start at least.
    let range = piece.range ?? piece.start..<max(piece.start, piece.least, file.count)
    return try part(range, of: file, file.address.text)
  }

  /// The file of `piece`: what is kept of it under any of its addresses, or else from the first server that has it. `nil` where
  /// it may be missing, and is.
  private func file(
    _ piece: ManifestPieces.Piece, _ bases: Locked<Int>
  ) throws -> RemoteFile? {
    let (remote, addresses) = (reader.gate.remote, piece.addresses)
    let last = bases.withLock { $0 }
    let isKept = addresses.count > 1 ? addresses.map(remote.isKept) : [false]
    let order = addresses.indices.sorted { first, second in
      let ranks = [first, second].map { (isKept[$0] ? 0 : $0 == last ? 1 : 2, $0) }
      return ranks[0] < ranks[1]
    }
    var (isMissing, fault): (Bool, MoonreelError?) = (false, nil)
    for index in order {
      do {
        let file =
          piece.mayBeMissing
          ? try remote.openIfThere(addresses[index], reader)
          : try remote.open(addresses[index], reader, isPiece: true)
        if let file {
          bases.withLock { $0 = index }
          return file
        }
        isMissing = true
      } catch let error as MoonreelError where [.fileAccess, .accessDenied].contains(error.code) {
        fault = fault ?? error
      }
    }
    if let fault, !isMissing { throw fault }
    return nil
  }

  private func blamed<T>(_ body: () throws -> T) throws -> T {
    do {
      return try body()
    } catch let fault as ManifestFault {
      throw fault.error(reader.name)
    }
  }
}

extension DASHManifest {
  /// The streams that are read: of all sizes of pictures the one that is chosen, every sound, and every text that can be
  /// read.
  ///
  /// - Throws: `ManifestFault` where there is none.
  func places(_ choice: VariantChoice) throws -> [ManifestPlace] {
    let sets = periods[0].sets
    let all = sets.indices.flatMap { set in
      sets[set].representations.indices.map { ManifestPlace(set: set, representation: $0) }
    }
    let pictures = all.filter { sets[$0.set].kind == .video }
    let sounds = sets.indices.filter { sets[$0].kind == .audio }
    let texts = all.filter {
      sets[$0.set].kind == .text && sets[$0.set].representations[$0.representation].isText
        && $0.representation == 0
    }
    let places =
      best(choice, of: pictures)
      + sounds.flatMap { set in
        best(choice == .lowest ? .lowest : .highest, of: all.filter { $0.set == set })
      } + texts
    guard !places.isEmpty else {
      throw ManifestFault("it names no pictures and no sound")
    }
    return places
  }

  private func best(_ choice: VariantChoice, of places: [ManifestPlace]) -> [ManifestPlace] {
    let offers = places.map { place in
      let offer = periods[0].sets[place.set].representations[place.representation]
      return (height: offer.height, bandwidth: offer.bandwidth)
    }
    return choice.index(among: offers).map { [places[$0]] } ?? []
  }

  /// What `place` is in each period: in the later ones, what goes on with the same.
  ///
  /// - Throws: `ManifestFault`.
  func representations(at place: ManifestPlace) throws -> [Representation] {
    let first = periods[0].sets
    guard first.indices.contains(place.set),
      first[place.set].representations.indices.contains(place.representation)
    else { throw ManifestFault("it has no stream \(place.set + 1).\(place.representation + 1)") }
    let set = first[place.set]
    let wanted = set.representations[place.representation]
    let found = try periods.enumerated().map { index, period in
      guard index > 0 else { return wanted }
      let others = period.sets.filter { $0.kind == set.kind && $0.language == set.language }
        .flatMap(\.representations).filter { $0.continues(wanted) }
      guard let next = others.first(where: { $0.id == wanted.id }) ?? others.first else {
        throw ManifestFault(
          "its period \(index + 1) has nothing that goes on with '\(wanted.id)' of the first (\(wanted.summary)). "
            + "Use the files of its periods one by one")
      }
      return next
    }
    guard !found.contains(where: \.isEncrypted) else {
      throw ManifestFault(
        "its stream '\(wanted.id)' is encrypted (ContentProtection), and there is no key for it")
    }
    return found
  }
}
