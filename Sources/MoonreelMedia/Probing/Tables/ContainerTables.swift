// SPDX-License-Identifier: MIT

/// The packets of a file as its container lists them, so that it need not be read through.
///
/// What is listed counts only where the first packets of every stream, which are read, agree with it.
enum ContainerTables {
  /// Sample tables, or the heads of fragments.
  case movie(FormatContext)
  /// The heads of blocks.
  case matroska(FormatContext)
  /// An index, and the heads of chunks.
  case avi(FormatContext)
  /// An index table, and the heads of triplets.
  case mxf(FormatContext)
  /// Blocks of one size.
  case even(FormatContext)

  /// What the container of `format`, which is open at its beginning, can have; `nil` where packets are found by
  /// reading alone.
  init?(_ format: FormatContext) {
    let mustRead = (0..<format.streamCount).contains {
      KeyPictures.areNeeded(by: format.stream($0).pointee.codecpar.pointee.codec_id)
    }
    if mustRead { return nil }
    if format.isOne(of: ["mov"]) {
      self = .movie(format)
    } else if format.isOne(of: ["matroska"]) {
      self = .matroska(format)
    } else if format.isOne(of: ["avi"]) {
      self = .avi(format)
    } else if format.isOne(of: ["mxf"]) {
      self = .mxf(format)
    } else if EvenPackets.isLikely(format) {
      self = .even(format)
    } else {
      return nil
    }
  }

  /// The packets by stream; `nil` where they have to be read. The file is then at an unknown place.
  ///
  /// - Throws: `MoonreelError` where reading was stopped.
  func proven() throws -> [Int: PacketScan.Gathering]? {
    switch self {
    case .movie(let format): try MovieTables(format)?.proven()
    case .matroska(let format): try MatroskaTables(format)?.proven()
    case .avi(let format): try AviTables(format)?.proven()
    case .mxf(let format): try MxfTables(format)?.proven()
    case .even(let format): try EvenPackets(format).proven()
    }
  }
}
