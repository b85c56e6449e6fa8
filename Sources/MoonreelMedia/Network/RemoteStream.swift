// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

/// What libav reads of a server: its own kind of file over bytes of ours. A fault gives the whole file up, so that no
/// library takes it for the file's end.
///
/// `@unchecked Sendable`: the C object is used by the thread that reads the file.
final class RemoteStream: @unchecked Sendable {
  let bytes: any RemoteBytes
  let file: UnsafeMutablePointer<AVIOContext>
  private let name: String
  private unowned let session: GateSession
  private var place: Int64 = 0

  /// Bytes that libav asks for at once.
  private static let bufferSize = 64 << 10

  /// A file over `bytes` of a file that messages call `name`; `session` outlives it.
  init(_ bytes: any RemoteBytes, name: String, session: GateSession) throws {
    (self.bytes, self.name, self.session) = (bytes, name, session)
    let buffer = av_malloc(Self.bufferSize)
    let context = buffer.flatMap {
      avio_alloc_context(
        // holds: no more bytes are read than fit into a buffer.
        $0.assumingMemoryBound(to: UInt8.self), Int32(Self.bufferSize), 0, nil,
        { RemoteStream.of($0).read(into: $1, count: $2) }, nil,
        { RemoteStream.of($0).seek(to: $1, whence: $2) })
    }
    guard let context else {
      av_free(buffer)
      throw MoonreelError(.limitExceeded, "Cannot open '\(name)': out of memory.")
    }
    file = context
    context.pointee.opaque = Unmanaged.passUnretained(self).toOpaque()
  }

  deinit {
    av_free(file.pointee.buffer)
    var context: UnsafeMutablePointer<AVIOContext>? = file
    avio_context_free(&context)
  }

  private static func of(_ opaque: UnsafeMutableRawPointer?) -> RemoteStream {
    guard let opaque else { preconditionFailure("libav knows whose file it reads") }
    return Unmanaged<RemoteStream>.fromOpaque(opaque).takeUnretainedValue()
  }

  private func read(into buffer: UnsafeMutablePointer<UInt8>?, count: Int32) -> Int32 {
    guard !session.clock.isOver else { return MR_EIO }
    do {
      let got = try bytes.read(
        at: place, into: UnsafeMutableRawBufferPointer(start: buffer, count: Int(max(0, count))),
        RemoteReader(gate: session.gate, name: name))
      place += Int64(got)
      // holds: no more bytes are read than fit into a buffer.
      return got > 0 ? Int32(got) : MR_EOF
    } catch {
      session.fail(error)
      return MR_EIO
    }
  }

  private func seek(to offset: Int64, whence: Int32) -> Int64 {
    let target: Int64
    switch whence & ~AVSEEK_FORCE {
    case AVSEEK_SIZE: return bytes.count
    case SEEK_SET: target = offset
    case SEEK_CUR: target = place &+ offset
    case SEEK_END: target = bytes.count &+ offset
    default: return Int64(MR_EINVAL)
    }
    guard target >= 0 else { return Int64(MR_EINVAL) }
    place = target
    return target
  }
}
