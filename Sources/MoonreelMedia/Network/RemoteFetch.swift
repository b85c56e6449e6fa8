// SPDX-License-Identifier: MIT

import MoonreelCore

/// Gets a file of a server, or the pieces of a stream, before they are needed: into the cache, and to files of this machine
/// where that is wanted. What is kept already does not come again.
public struct RemoteFetch {
  private let address: NetworkAddress
  private let reader: RemoteReader
  private let choice: VariantChoice

  /// One file that comes of it.
  public struct Item: Sendable {
    /// What it is called: the last part of its address, with the ending of what it holds.
    public let name: String
    fileprivate let bytes: any RemoteBytes

    /// How many bytes it has.
    public var count: Int64 { bytes.count }
  }

  /// What lies at `address`, which is asked for through `gate`; of a stream, the one that `variant` chooses, with its sounds
  /// and texts.
  ///
  /// - Throws: `MoonreelError` (`accessDenied`) where it is no address of `http` or `https`.
  public init(_ address: String, variant: VariantChoice = .highest, gate: FileGate) throws {
    self.address = try NetworkAddress(address)
    reader = RemoteReader(gate: gate, name: address)
    choice = variant
  }

  /// The host of `address` with its port, as `--allow-net` takes it.
  ///
  /// - Throws: `MoonreelError` (`accessDenied`) where it is no address of `http` or `https`.
  public static func host(of address: String) throws -> String {
    let address = try NetworkAddress(address)
    return "\(address.host.text):\(address.port)"
  }

  /// Asks what is there. The pieces of a stream come now, as far as they are not larger than 4 MiB.
  ///
  /// - Parameter onPiece: told how many pieces of how many are there, from any thread.
  /// - Throws: `MoonreelError`.
  public func items(
    onPiece: @escaping @Sendable (_ count: Int, _ total: Int) -> Void = { _, _ in }
  ) throws -> [Item] {
    let file = try reader.gate.remote.open(address, reader)
    let presentation = RemotePresentation(reader: reader, onPiece: onPiece)
    guard let parts = try presentation.parts(of: file, choice) else {
      return [try item(presentation.bytes(of: file), of: file)]
    }
    return try parts.map { part in
      let file = try reader.gate.remote.open(try NetworkAddress(part.path), reader)
      let place = ManifestPlace(of: part.path)
      return try item(presentation.bytes(of: file, place), of: file, place)
    }
  }

  private func item(
    _ bytes: any RemoteBytes, of file: RemoteFile, _ place: ManifestPlace? = nil
  ) throws -> Item {
    let name = Self.name(of: file.address)
    guard bytes !== file else { return Item(name: name, bytes: bytes) }
    // holds: no file has less than no bytes.
    let head = try bytes.bytes(0..<min(16, bytes.count), reader)
    // The streams of a manifest have no names of their own.
    let number = place.map { "-\($0.set + 1)-\($0.representation + 1)" } ?? ""
    return Item(name: "\(FilePath.stem(of: name))\(number).\(Self.ending(head))", bytes: bytes)
  }

  /// A name for a file of `address`.
  static func name(of address: NetworkAddress) -> String {
    let path = address.resource.prefix { $0 != "?" }
    let last = path.split(separator: "/").last.map(String.init) ?? ""
    let isPlain = !last.isEmpty && !last.hasPrefix(".") && last.utf8.count <= 200
    return isPlain ? last : "\(address.host.name).bin"
  }

  /// How the name of a file ends that begins with `head`.
  static func ending(_ head: [UInt8]) -> String {
    if head.dropFirst(4).starts(with: "ftyp".utf8) || head.dropFirst(4).starts(with: "styp".utf8) {
      return "mp4"
    }
    if head.starts(with: [0x1a, 0x45, 0xdf, 0xa3]) { return "webm" }
    if head.starts(with: "WEBVTT".utf8) || head.dropFirst(3).starts(with: "WEBVTT".utf8) {
      return "vtt"
    }
    if head.starts(with: "ID3".utf8) || head.starts(with: [0xff, 0xf1])
      || head.starts(with: [0xff, 0xf9])
    {
      return "aac"
    }
    return "ts"
  }

  /// Gets what is missing of `item`.
  ///
  /// - Parameters:
  ///   - path: where all of it is written to; `nil`: nowhere.
  ///   - progress: told how many bytes are there.
  /// - Throws: `MoonreelError`.
  public func run(
    _ item: Item, writingTo path: String? = nil, progress: (_ count: Int64) -> Void
  ) throws {
    let store = reader.gate.remote.store
    guard path != nil || item.count <= Int64(store.limit) else {
      throw MoonreelError(
        .limitExceeded,
        "Cannot keep '\(reader.name)': it has \(item.count) bytes, and \(store.limit) may be kept of all "
          + "files. Allow more with --net-cache-size, or write it to a folder with -o.")
    }
    let output = try path.map { try AtomicOutputFile(path: $0, gate: reader.gate) }
    var place: Int64 = 0
    while place < item.count {
      try reader.gate.cancellation.check()
      let end = min(item.count, (place / BlockStore.blockSize + 1) * BlockStore.blockSize)
      // holds: the place is before the end here.
      let bytes = try item.bytes.bytes(place..<end, reader)
      try output?.write(bytes)
      place = end
      progress(place)
    }
    try output?.commit()
  }
}
