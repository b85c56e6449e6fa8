// SPDX-License-Identifier: MIT

import Glibc

/// Which library an object belongs to.
package enum IsolatedKind: UInt32, Sendable {
  case svg
  case lottie
  case substation
}

/// Something that a library makes of bytes from strangers and draws. It may abort the process or never come
/// back; so it lives in the worker, where there is one, and is spoken to in bytes.
package protocol Isolatable: AnyObject, Sendable {
  /// Names the type to the worker.
  static var kind: IsolatedKind { get }

  /// Makes it of what whoever wants it wrote.
  ///
  /// - Throws: `MoonreelError`, which reaches whoever wants it.
  init(content: inout ByteReader) throws

  /// Does what `request` says, on `canvas` where it draws.
  ///
  /// - Throws: `MoonreelError`, which reaches whoever asked.
  func answer(_ request: inout ByteReader, canvas: DrawingMemory?) throws -> ByteWriter
}

/// Memory to draw on.
package struct DrawingMemory {
  /// The first byte.
  package let base: UnsafeMutableRawPointer
  /// How many.
  package let byteCount: Int
  /// The same for another process; `nil` where it is this one's alone.
  package let shared: SharedMemory?

  /// The canvas at `base`.
  package init(base: UnsafeMutableRawPointer, byteCount: Int, shared: SharedMemory?) {
    (self.base, self.byteCount, self.shared) = (base, byteCount, shared)
  }
}

/// An object that draws what strangers wrote, in the worker if one runs and here otherwise: the same code
/// either way.
package final class Isolated<Object: Isolatable>: Sendable {
  private enum Place: Sendable {
    case here(Object)
    case worker(WorkerProcess, id: UInt32)
  }

  private let place: Place
  private let name: String

  /// Makes the object of `content`; `name` is what messages call it.
  ///
  /// - Throws: what the object throws; `MoonreelError` (`decodingFailed`, `limitExceeded`) where the worker
  ///   did not survive it.
  package init(_ content: ByteWriter, name: String) throws {
    self.name = name
    if let worker = WorkerProcess.current {
      place = .worker(worker, id: try worker.make(Object.kind, of: content, name: name))
    } else {
      var reader = ByteReader(content.bytes)
      place = .here(try Object(content: &reader))
    }
  }

  deinit {
    if case .worker(let worker, let id) = place { worker.drop(id) }
  }

  /// Whether what it draws on must be shared memory.
  package var needsSharedCanvas: Bool {
    if case .worker = place { true } else { false }
  }

  /// What the object answers.
  ///
  /// - Throws: as the initializer.
  package func ask(_ request: ByteWriter, canvas: DrawingMemory? = nil) throws -> ByteReader {
    switch place {
    case .here(let object):
      var reader = ByteReader(request.bytes)
      return ByteReader(try object.answer(&reader, canvas: canvas).bytes)
    case .worker(let worker, let id):
      return ByteReader(try worker.ask(id, request, canvas: canvas, name: name))
    }
  }
}
