// SPDX-License-Identifier: MIT

import CCaptureHost
import Glibc
import MoonreelCore

/// Memory that a camera's driver fills. A filled piece is lent to who takes the picture, and goes back to the driver when the
/// last reference to it goes.
///
/// The driver always keeps two pieces, or it would lose pictures. When there are not enough, a picture is copied; and when too
/// many copies are out, it is left out.
///
/// `@unchecked Sendable`: the places of the memory never change; all else is behind the lock.
final class CameraBuffers: @unchecked Sendable {
  private struct State {
    /// `nil` when the stream is over: then nothing goes back.
    var node: CameraNode?
    var queuedCount = 0
    var copyCount = 0
  }

  private let system: CameraSystem
  private var memory: [UnsafeMutableRawBufferPointer] = []
  private let state: Locked<State>

  /// How many pieces are asked for, how many the driver keeps, and the most copies.
  private static let (wanted, kept, mostCopies) = (UInt32(8), 2, 6)

  /// Asks the driver for memory, and gives it all of it to fill.
  init(_ node: CameraNode) throws(CameraFailure) {
    system = node.system
    state = Locked(State(node: node))
    var count = Self.wanted
    try CameraFailure.check(mr_camera_request_buffers(node.handle, &count))
    guard count > 0 else { throw CameraFailure.noMemory }
    for index in 0..<count {
      var (base, length) = (UnsafeMutableRawPointer?.none, 0)
      try CameraFailure.check(mr_camera_map_buffer(node.handle, index, &base, &length))
      memory.append(UnsafeMutableRawBufferPointer(start: base, count: length))
      try CameraFailure.check(giveBack(index))
    }
  }

  deinit {
    let kernel = system.kernel.pointee
    for piece in memory { kernel.unmap(kernel.context, piece.baseAddress, piece.count) }
  }

  /// The fewest bytes of a piece.
  var pieceByteCount: Int { memory.map(\.count).min() ?? 0 }

  /// Piece `index`, which the driver has filled with `count` bytes; `nil` where too many are lent out, and the driver has
  /// got it back.
  func lend(_ index: UInt32, count: Int) -> CameraLoan? {
    guard memory.indices.contains(Int(index)) else { return nil }
    let bytes = UnsafeMutableRawBufferPointer(
      rebasing: memory[Int(index)].prefix(max(0, count)))
    let (isLent, isCopied) = state.withLock { state in
      state.queuedCount -= 1
      if state.queuedCount >= Self.kept { return (true, false) }
      guard state.copyCount < Self.mostCopies else { return (false, false) }
      state.copyCount += 1
      return (true, true)
    }
    defer { if isCopied || !isLent { giveBack(index) } }
    guard isLent else { return nil }
    return isCopied
      ? CameraLoan(copying: bytes) { [self] in state.withLock { $0.copyCount -= 1 } }
      : CameraLoan(bytes) { [self] in giveBack(index) }
  }

  /// Gives a filled piece back to the driver without looking at it.
  func skip(_ index: UInt32) {
    state.withLock { $0.queuedCount -= 1 }
    giveBack(index)
  }

  /// From now on nothing goes back to the driver.
  func end() { state.withLock { $0.node = nil } }

  /// Under the lock, so that the node is not closed meanwhile.
  @discardableResult
  private func giveBack(_ index: UInt32) -> Int32 {
    state.withLock { state in
      guard let node = state.node else { return 0 }
      // A driver that does not take it is one that is gone, which the next wait tells.
      let code = mr_camera_queue(node.handle, index)
      if code >= 0 { state.queuedCount += 1 }
      return code
    }
  }
}

/// A picture's bytes while somebody needs them.
///
/// `@unchecked Sendable`: the bytes are not changed while the object lives.
final class CameraLoan: @unchecked Sendable {
  let bytes: UnsafeMutableRawBufferPointer
  private let isCopy: Bool
  private let onEnd: @Sendable () -> Void

  /// The bytes where they are; `onEnd` gives them back.
  init(_ bytes: UnsafeMutableRawBufferPointer, onEnd: @escaping @Sendable () -> Void) {
    (self.bytes, isCopy, self.onEnd) = (bytes, false, onEnd)
  }

  /// A copy of `bytes`.
  init(copying bytes: UnsafeMutableRawBufferPointer, onEnd: @escaping @Sendable () -> Void) {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 64)
    copy.copyMemory(from: UnsafeRawBufferPointer(bytes))
    (self.bytes, isCopy, self.onEnd) = (copy, true, onEnd)
  }

  deinit {
    if isCopy { bytes.deallocate() }
    onEnd()
  }
}

extension CameraFailure {
  static let noMemory = CameraFailure(-ENOMEM)

  /// Throws where `code`, the result of a call, is a failure.
  static func check(_ code: Int32) throws(CameraFailure) {
    if code < 0 { throw CameraFailure(code) }
  }
}
