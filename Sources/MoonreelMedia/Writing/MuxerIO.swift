// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import Glibc
import MoonreelCore

/// libav's way to an output file: a buffer and two callbacks. Keeps the first error, which libav
/// would reduce to a number.
final class MuxerIO {
  let file: any MuxerTarget
  private(set) var pointer: UnsafeMutablePointer<AVIOContext>?
  private(set) var error: MoonreelError?
  /// What is to be put in the place of what the muxer writes.
  var replacement = ByteReplacement()

  private static let bufferBytes = 1 << 17

  /// A way to `file`.
  ///
  /// - Throws: `MoonreelError` (`internalError`) without memory.
  init(_ file: any MuxerTarget) throws {
    self.file = file
    let buffer = av_malloc(Self.bufferBytes)?.assumingMemoryBound(to: UInt8.self)
    pointer = avio_alloc_context(
      buffer, Int32(Self.bufferBytes), 1, Unmanaged.passUnretained(self).toOpaque(), nil,
      { opaque, bytes, count in MuxerIO.from(opaque).write(bytes, count) },
      file.isSeekable
        ? { opaque, offset, whence in MuxerIO.from(opaque).seek(offset, whence) } : nil)
    guard pointer != nil else {
      av_free(buffer)
      throw MoonreelError(.limitExceeded, "Cannot make an output buffer: out of memory.")
    }
  }

  deinit {
    av_freep(&pointer!.pointee.buffer)
    avio_context_free(&pointer)
  }

  /// Passes on what the buffer holds.
  ///
  /// - Throws: the first error of the file.
  func flush() throws {
    avio_flush(pointer)
    _ = attempt { try release() }
    if let error { throw error }
  }

  /// Notes that the muxer asked for another file.
  func refuse(_ url: String) {
    error =
      error
      ?? MoonreelError(
        .accessDenied, "Cannot write '\(file.path)': its muxer asked for '\(url)' as well.")
  }

  private static func from(_ opaque: UnsafeMutableRawPointer?) -> MuxerIO {
    Unmanaged<MuxerIO>.fromOpaque(opaque!).takeUnretainedValue()
  }

  private func write(_ bytes: UnsafeRawPointer?, _ count: Int32) -> Int32 {
    attempt {
      let bytes = UnsafeRawBufferPointer(start: bytes, count: Int(count))
      if replacement.rules.isEmpty {
        try file.write(bytes)
      } else {
        try file.write(replacement.pass(bytes))
      }
      return Int64(count)
    }.asInt32
  }

  private func seek(_ offset: Int64, _ whence: Int32) -> Int64 {
    attempt {
      _ = try release()
      switch whence & ~Int32(AVSEEK_FORCE) {
      case SEEK_SET: try file.seek(to: offset)
      case SEEK_END: try file.seek(to: file.byteCount + offset)
      case AVSEEK_SIZE: return file.byteCount
      default: return Int64(MR_EINVAL)
      }
      return file.position
    }
  }

  /// Writes what was held back, as nothing follows it; says how much that was.
  private func release() throws -> Int64 {
    let rest = replacement.finish()
    if !rest.isEmpty { try file.write(rest) }
    return Int64(rest.count)
  }

  private func attempt(_ body: () throws -> Int64) -> Int64 {
    guard error == nil else { return Int64(MR_EIO) }
    do {
      return try body()
    } catch {
      self.error =
        error as? MoonreelError ?? MoonreelError(.internalError, "Cannot write: \(error)")
      return Int64(MR_EIO)
    }
  }
}

extension Int64 {
  fileprivate var asInt32: Int32 { Int32(self) }
}
