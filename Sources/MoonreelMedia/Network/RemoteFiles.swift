// SPDX-License-Identifier: MIT

import MoonreelCore

/// The files of servers that a run reads: each is opened once, in one state, and read from a store of blocks.
///
/// All gates of a run share one.
public final class RemoteFiles: Sendable {
  /// Where blocks are kept, and what may be asked.
  public struct Settings: Sendable {
    /// The folder of blocks; `nil`: in memory alone.
    public var folder: String?
    /// Bytes that all blocks may take on the disk; when they are exceeded, what was not used for the longest time goes.
    public var limit = usualLimit
    /// Whether no server is asked: what is not kept is missing.
    public var isOffline = false
    /// What the bytes are compared with, and noted in.
    public var lock: RemoteLock?

    /// In memory alone.
    public init(folder: String? = nil) { self.folder = folder }
  }

  /// Bytes that all blocks may take: 10 GiB.
  public static let usualLimit = 10 << 30

  /// The folder of blocks in the user's folder of caches; `nil` where that is not known.
  public static var usualFolder: String? {
    MediaCache.usualFolder.map { FilePath.join($0, "network") }
  }

  let settings: Settings
  let store: BlockStore
  /// What was asked, and what came.
  public let log = NetworkLog()
  private let opened = Locked<[NetworkAddress: RemoteFile]>([:])
  private let streams = Locked<[String: any RemoteBytes]>([:])
  private let openings = InFlight<NetworkAddress>()

  /// Nothing opened yet.
  public init(_ settings: Settings = Settings()) {
    self.settings = settings
    store = BlockStore(folder: settings.folder, limit: settings.limit)
  }

  /// The file at `address`, opened now or before.
  ///
  /// - Parameters:
  ///   - isPiece: whether it is a piece of a stream, which by HLS's rules never changes: where it is kept, no server
  ///     is asked whether it still is the same.
  ///   - limit: the most bytes that it may have; `nil`: as many as can be kept.
  /// - Throws: `MoonreelError`: `accessDenied`, `fileAccess`, `limitExceeded`, `cancelled`.
  func open(
    _ address: NetworkAddress, _ reader: RemoteReader, isPiece: Bool = false, limit: Int64? = nil
  ) throws -> RemoteFile {
    try open(address, reader, isPiece ? .piece : .file, limit)
  }

  /// The piece at `address`, opened now or before; `nil` where the server has none (404, 410), which is kept as pieces are.
  ///
  /// - Throws: as ``open(_:_:isPiece:)``.
  func openIfThere(_ address: NetworkAddress, _ reader: RemoteReader) throws -> RemoteFile? {
    do {
      return try open(address, reader, .lastPiece)
    } catch is NotThere {
      return nil
    }
  }

  /// Whether anything is kept of the piece at `address`, so that no server is asked for it.
  func isKept(_ address: NetworkAddress) -> Bool { store.record(of: address) != nil }

  /// What a file is to whoever opens it.
  private enum Role {
    case file
    /// A piece of a stream.
    case piece
    /// The piece of a stream that may be missing.
    case lastPiece
  }

  private struct NotThere: Error {}

  private func open(
    _ address: NetworkAddress, _ reader: RemoteReader, _ role: Role, _ limit: Int64? = nil
  ) throws -> RemoteFile {
    let file = try openings.run(address, reader.gate.cancellation) {
      if let known = opened.withLock({ $0[address] }) { return known }
      let file = try find(address, reader, role, limit)
      opened.withLock { $0[address] = file }
      return file
    }
    for place in file.places where !reader.gate.allows(place) {
      throw NetworkError.denial(of: place, name: reader.name, isFirst: place == address)
    }
    return file
  }

  /// What `url` was read as last; `nil` where it was not opened yet. No server is asked.
  func stream(at url: String) -> (any RemoteBytes)? { streams.withLock { $0[url] } }

  /// Remembers what `url` is read as.
  func note(_ bytes: any RemoteBytes, at url: String) { streams.withLock { $0[url] = bytes } }

  func question(_ reader: RemoteReader) -> RemoteQuestion {
    RemoteQuestion(gate: reader.gate, name: reader.name, log: log)
  }

  private func find(
    _ address: NetworkAddress, _ reader: RemoteReader, _ role: Role, _ limit: Int64?
  ) throws -> RemoteFile {
    guard reader.gate.allows(address) else {
      throw NetworkError.denial(of: address, name: reader.name, isFirst: true)
    }
    var record = store.record(of: address)
    if let known = record, known.isMissing {
      if role == .lastPiece { throw NotThere() }
      record = nil
    }
    if settings.isOffline {
      guard let record else { throw missing(address, reader) }
      return kept(record, address)
    }
    if role != .file, let record { return kept(record, address) }
    if let record, let file = try same(record, address, reader) { return file }
    let file = try first(address, reader, limit, mayBeMissing: role == .lastPiece)
    store.keep(file.record, of: address)
    return file
  }

  /// The file of `record`, without a question.
  private func kept(_ record: RemoteRecord, _ address: NetworkAddress) -> RemoteFile {
    RemoteFile(record, address, at: (try? NetworkAddress(record.place)) ?? address, self)
  }

  /// The file of `record` where it still is the same on the server, which sends nothing of it then.
  private func same(
    _ record: RemoteRecord, _ address: NetworkAddress, _ reader: RemoteReader
  ) throws -> RemoteFile? {
    var request = HTTPRequest(address: address, fields: record.version.conditions)
    if record.hasParts { request.range = 0..<1 }
    let answer = try question(reader).ask {
      request
    } head: { head, _ in
      head.status == 206 && head.contentRange?.range == 0..<1
    } body: { _ in
    }
    let difference =
      answer.head.status == 304 ? nil : record.version.difference(from: answer.head)
    guard let difference else { return RemoteFile(record, address, at: answer.address, self) }
    log.warnings.warn(
      "'\(reader.name)' was changed on the server since it was read last (\(difference)): it is read anew."
    )
    return nil
  }

  /// The file as the server has it now, and its first block.
  private func first(
    _ address: NetworkAddress, _ reader: RemoteReader, _ limit: Int64?, mayBeMissing: Bool
  ) throws -> RemoteFile {
    var found: RemoteVersion?
    var whole: Int64?
    var receiver: BlockReceiver?
    let answer = try question(reader).ask {
      HTTPRequest(
        // holds: a number of ours, or of a checked head.
        address: address, range: 0..<BlockStore.blockSize, mayBeMissing: mayBeMissing)
    } head: { head, _ in
      guard head.status != 416 else { return false }
      let version = RemoteVersion(head)
      let part = try head.status == 206 ? Self.firstPart(head, reader) : nil
      if part == nil, let length = version.length {
        try BlockReceiver.admit(length, store, reader)
      }
      receiver = BlockReceiver(
        version.key(of: address), store, reader, most: part.map { $0.first })
      (found, whole) = (version, part?.whole)
      return true
    } body: { piece in
      try receiver?.take(piece)
      guard let limit, receiver.map({ $0.count > limit }) ?? false else { return }
      throw MoonreelError(
        .limitExceeded, "Cannot read '\(address.text)': it is longer than \(limit) bytes.")
    }
    if answer.head.isMissing {
      store.keep(
        RemoteRecord(
          address: address.text, version: RemoteVersion(answer.head), count: 0,
          place: answer.address.text, hasParts: false), of: address)
      throw NotThere()
    }
    guard answer.head.status != 416, let version = found, let receiver else {
      throw NetworkError.reading(reader.name, "the file on the server is empty")
    }
    let received = receiver.finish()
    let count = whole ?? received
    guard whole.map({ min($0, BlockStore.blockSize) == received }) ?? true else {
      throw NetworkError.otherBytes(reader.name, "other bytes", answer.head)
    }
    guard count > 0 else {
      throw NetworkError.reading(reader.name, "the file on the server is empty")
    }
    let record = RemoteRecord(
      address: address.text, version: version, count: count, place: answer.address.text,
      hasParts: whole != nil)
    return RemoteFile(record, address, at: answer.address, self)
  }

  /// What an answer says that holds a file's first bytes: how many these are, and how many the file has.
  ///
  /// - Throws: `MoonreelError` (`fileAccess`) where it does not say so, or holds others.
  private static func firstPart(
    _ head: HTTPHead, _ reader: RemoteReader
  ) throws -> (first: Int64, whole: Int64) {
    guard let part = head.contentRange else {
      throw NetworkError.otherBytes(reader.name, "other bytes", head)
    }
    guard let whole = part.total else {
      throw NetworkError.reading(
        reader.name,
        "the server does not say how long the file is (\(head.quotedContentRange)). Copy the file to this machine"
      )
    }
    let first = min(whole, BlockStore.blockSize)
    // holds: a number of ours, or of a checked head.
    guard part.range == 0..<first else {
      throw NetworkError.otherBytes(reader.name, "other bytes", head)
    }
    return (first, whole)
  }

  // MARK: Offline

  /// The error for an address of which nothing is kept.
  private func missing(_ address: NetworkAddress, _ reader: RemoteReader) -> MoonreelError {
    NetworkError.reading(
      reader.name,
      "nothing of it is in the cache, and no server is asked (--offline)"
        + others(besides: nil) + ". Get it first: \(Self.fetching(address))")
  }

  /// The error for a block that is not kept: names all that is missing of the files that were opened.
  func missing(_ file: RemoteFile, _ index: Int, _ reader: RemoteReader) -> MoonreelError {
    let range = file.range(of: index)
    return NetworkError.reading(
      reader.name,
      "its bytes \(range.lowerBound) to \(range.upperBound - 1) are not in the cache, and no server is asked "
        + "(--offline). \(Self.amount(file)) are missing" + others(besides: file)
        + ". Get it first: \(Self.fetching(file.address))")
  }

  private func others(besides file: RemoteFile?) -> String {
    let files = opened.withLock { Array($0.values) }
    let incomplete = files.filter { $0 !== file && $0.missingBytes > 0 }
      .sorted { $0.address.text < $1.address.text }
    return incomplete.map { "; of '\($0.address.text)' \(Self.amount($0))" }.joined()
  }

  private static func amount(_ file: RemoteFile) -> String {
    "\(file.missingBytes) of its \(file.count) bytes"
  }

  private static func fetching(_ address: NetworkAddress) -> String {
    ShellWord.line(["moonreel", "fetch", address.text])
  }
}
