// SPDX-License-Identifier: MIT

import CFFmpeg
import MoonreelCore

/// Pictures that are a file each: a single one, or a numbered sequence from 1 on.
///
/// A path with a place for a number (`frame_%04d.png`) names the files of a sequence; an existing
/// folder, or a path that ends in `/`, takes `frame_0001.png` and so on and is made where it does
/// not exist; any other path is one picture. The files of a sequence are written into a hidden
/// folder beside their place and moved there when all are whole.
final class PictureFiles: PacketSink {
  let path: String
  private(set) var byteCount: Int64 = 0

  private let place: Place
  /// What is put into every file behind the first 33 bytes, which are PNG's head; `[]`: nothing.
  private let chunk: [UInt8]
  private var count: Int64 = 0

  private enum Place {
    case single(AtomicOutputFile)
    case sequence(FrameFolder, FramePattern)
  }

  /// Opens the output; `pathExtension` is given to the files of a folder. Pictures of an HDR `color` are PNG files,
  /// which say so.
  ///
  /// - Throws: `MoonreelError`: `accessDenied` or `fileAccess`.
  init(
    path: String, pathExtension: String, color: ColorTags?, gate: FileGate, warnings: WarningLog?
  ) throws {
    chunk = color.map { $0.isHDR ? PNGChunk.codePoints(of: $0) : [] } ?? []
    switch try PicturePlace(path, pathExtension: pathExtension, gate: gate) {
    case .sequence(let folder, let makesFolder, let pattern):
      place = .sequence(
        try FrameFolder(
          folder, makesFolder: makesFolder, pattern: pattern, gate: gate, warnings: warnings),
        pattern)
      let name = makesFolder ? "frame_%04d.\(pathExtension)" : FilePath.name(of: path)
      self.path = FilePath.join(folder, name)
    case .single:
      let file = try AtomicOutputFile(path: path, gate: gate)
      place = .single(file)
      self.path = file.path
    }
  }

  func write(_ packet: UnsafeMutablePointer<AVPacket>, of media: MediaType) throws {
    count += 1
    let bytes = UnsafeRawBufferPointer(
      start: packet.pointee.data, count: Int(packet.pointee.size))
    guard !chunk.isEmpty, bytes.count >= PNGChunk.headLength else { return try write(bytes) }
    let whole =
      Array(bytes[..<PNGChunk.headLength]) + chunk + Array(bytes[PNGChunk.headLength...])
    try whole.withUnsafeBytes { try write($0) }
  }

  private func write(_ bytes: UnsafeRawBufferPointer) throws {
    byteCount += Int64(bytes.count)
    switch place {
    case .single(let file):
      guard count == 1 else {
        throw OutputError.onePicture(path)
      }
      try file.write(bytes)
    case .sequence(let folder, let pattern):
      try folder.write(bytes, name: pattern.name(count))
    }
  }

  func end(_ media: MediaType) throws {}

  func seal() throws {
    if case .single(let file) = place { try file.seal() }
  }

  func commit() throws {
    switch place {
    case .single(let file): try file.commit()
    case .sequence(let folder, _): try folder.commit()
    }
  }

  func discard() {
    switch place {
    case .single(let file): file.discard()
    case .sequence(let folder, _): folder.discard()
    }
  }
}
