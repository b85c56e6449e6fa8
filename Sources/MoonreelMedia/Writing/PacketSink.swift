// SPDX-License-Identifier: MIT

import CFFmpeg
import MoonreelCore

/// Where encoders' packets go: into one file, or each into its own.
///
/// Threads: one at a time; the writer holds a lock.
protocol PacketSink: AnyObject {
  /// Takes a packet (its reference may be moved) of the stream that carries `media`.
  ///
  /// - Throws: `MoonreelError`.
  func write(_ packet: UnsafeMutablePointer<AVPacket>, of media: MediaType) throws
  /// Notes that the stream that carries `media` has had its last packet.
  ///
  /// - Throws: `MoonreelError`.
  func end(_ media: MediaType) throws
  /// Completes the output beside its place and syncs it to the disk.
  ///
  /// - Throws: `MoonreelError`.
  func seal() throws
  /// Puts what is sealed in its place.
  ///
  /// - Throws: `MoonreelError`; nothing is changed at the path then.
  func commit() throws
  /// Gives up and removes what was written. Without effect after ``commit()``.
  func discard()
  /// Where the output is.
  var path: String { get }
  /// Bytes written and waiting.
  var byteCount: Int64 { get }
}
