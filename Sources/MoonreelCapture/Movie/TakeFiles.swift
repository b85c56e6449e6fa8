// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore
import MoonreelMedia

/// How much room a disk has.
enum DiskSpace {
  /// Bytes that are free where the file at `path` is; `nil` where the system does not say.
  @Sendable static func free(at path: String) -> Int64? {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return nil }
    return Int64(clamping: UInt64(status.f_bavail) &* UInt64(status.f_frsize))
  }
}

/// The files of a recording, one after the other. Times are those of the whole film.
final class TakeFiles {
  /// Where the file that is being written begins.
  private(set) var start = Time.zero
  /// The files that are complete.
  private(set) var finished: [OutputSummary] = []
  private let path: String
  private let pattern: FramePattern?
  private let settings: LiveSettings
  private let gate: FileGate
  private var writer: LiveWriter
  private var number: Int64 = 1
  private var markers: [(time: Time, title: String)] = []
  /// Whether what is in the file is not to be kept.
  var isTooLarge = false

  /// Opens the first file.
  ///
  /// - Throws: `MoonreelError`: `invalidArgument`, `accessDenied`, `fileAccess` or `encodingFailed`.
  init(_ path: String, _ settings: LiveSettings, isSplit: Bool, gate: FileGate) throws {
    self.settings = settings
    // The names of parts are made here.
    self.gate = isSplit ? gate.making(below: FilePath.folder(of: path)) : gate
    let name = FilePath.name(of: path)
    let isNumbered = FramePattern(name) != nil
    self.path = isSplit && !isNumbered ? FilePath.numbered(path) : path
    pattern = isSplit ? FramePattern(FilePath.name(of: self.path)) : nil
    writer = try LiveWriter(
      path: Self.path(self.path, pattern, 1), settings: settings, gate: self.gate)
  }

  private static func path(_ path: String, _ pattern: FramePattern?, _ number: Int64) -> String {
    guard let pattern else { return path }
    return path.dropLast(FilePath.name(of: path).count) + pattern.name(number)
  }

  /// The file that is being written.
  var currentPath: String { writer.path }
  /// The pictures of the file that is being written.
  var pictureCount: Int64 { writer.pictureCount }
  /// Whether the file that is being written has anything.
  var isEmpty: Bool { writer.pictureCount == 0 && writer.sampleCount == 0 }

  /// About how many bytes the file would have if it were completed at `time`.
  func projectedBytes(at time: Time) -> Int64 {
    let titles = markers.reduce(0) { $0 + $1.title.utf8.count + 128 }
    return writer.projectedBytes(at: time - start) + Int64(titles)
  }

  /// About how many bytes the file would have with one more picture, which may be half as large again as the largest so far.
  func projectedBytesWithPicture(at time: Time) -> Int64 {
    projectedBytes(at: time) + writer.largestPicture * 3 / 2
  }

  func append(_ picture: FrameBuffer, at time: Time, beginsGroup: Bool) throws {
    try writer.append(picture, at: time - start, beginsGroup: beginsGroup)
  }

  func append(_ sound: SampleBuffer) throws { try writer.append(sound) }

  func mark(_ title: String, at time: Time) { markers.append((time, title)) }

  /// Completes the file at `time` and begins the next.
  ///
  /// - Throws: `MoonreelError`.
  func split(at time: Time) throws {
    try finish(at: time)
    number += 1
    writer = try LiveWriter(
      path: Self.path(path, pattern, number), settings: settings, gate: gate)
    start = time
  }

  /// Completes the file at `time`.
  ///
  /// - Throws: `MoonreelError`.
  func finish(at time: Time) throws {
    finished.append(try writer.finish(at: time - start, chapters: chapters(until: time)))
    markers = []
  }

  /// Leaves the file as well as can be after an error, or takes it away where it has nothing.
  func abandon(at time: Time) {
    if isEmpty || isTooLarge { return writer.remove() }
    _ = writer.salvage(at: time - start, chapters: chapters(until: time))
  }

  private func chapters(until end: Time) -> [Chapter] {
    let ends = markers.dropFirst().map(\.time) + [end]
    return zip(markers, ends).map { marker, end in
      Chapter(
        range: TimeRange(start: marker.time - start, end: max(end, marker.time) - start),
        title: marker.title)
    }
  }
}
