// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore
import MoonreelExport
import MoonreelMedia
import MoonreelModel
import MoonreelRender

/// Which golden pictures are drawn anew.
public enum RecordMode: String, CaseIterable, Sendable {
  /// None: one that is missing is a failure.
  case none
  /// Those that are missing.
  case missing
  /// Those that are missing and those that differ.
  case failed
  /// All that are asked for.
  case all
}

/// The pictures of a folder's tests as they are to be, `goldens/NAME.png`, and in `goldens/failed` those of tests that
/// failed.
struct GoldenShelf: Sendable {
  /// The folder of the plugins.
  let folder: String
  let mode: RecordMode
  /// The names of those that were asked for.
  private let asked = Locked<Set<String>>([])

  init(folder: String, mode: RecordMode) { (self.folder, self.mode) = (folder, mode) }

  /// The folder of the golden pictures, inside that of the plugins.
  static let name = "goldens"
  private static let kinds = ["expected", "actual", "difference"]

  private var goldens: String { FilePath.join(folder, Self.name) }
  private var failures: String { "\(goldens)/failed" }
  /// What may be read and written.
  private var gate: FileGate { FileGate(folders: [folder]).making(below: folder) }

  /// A picture's file name; what files cannot be called everywhere becomes `_`.
  static func fileName(_ name: String) -> String {
    let plain = String(
      name.unicodeScalars.prefix(100).map { scalar -> Character in
        let isPlain =
          scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
        return isPlain || "-_.".unicodeScalars.contains(scalar) ? Character(scalar) : "_"
      })
    return (plain.hasPrefix(".") ? "_" : "") + plain
  }

  /// The files that are there and that nobody asked for.
  var forgotten: [String] {
    let asked = asked.withLock { $0 }
    return Folder.names(in: goldens, atMost: 10_000) { name in
      name.hasSuffix(".png") && !asked.contains(String(name.dropLast(4)))
    }.sorted().map { "\(goldens)/\($0)" }
  }

  /// Compares `frame`, 8-bit R'G'B'A, with the golden picture `name`, or draws that anew as the mode says.
  ///
  /// - Parameter tolerance: by how much a sample may be off, 0…255.
  /// - Throws: `MoonreelError` where files cannot be read or written.
  func verdict(_ name: String, _ frame: FrameBuffer, tolerance: Int = 0) throws -> TestVerdict {
    let (name, frame) = (Self.fileName(name), Self.seen(frame))
    let path = "\(goldens)/\(name).png"
    asked.withLock { _ = $0.insert(name) }
    for kind in Self.kinds {
      try MadePlace("\(failures)/\(name).\(kind).png", below: folder).remove()
    }
    rmdir(failures)
    guard mode != .all else { return try record(frame, path) }
    guard access(path, F_OK) == 0 else {
      if mode != .none { return try record(frame, path) }
      return .failed("there is no \(path) yet: draw it with --record missing, and look at it")
    }
    let pair = PicturePair(try read(path), frame)
    guard let fault = Self.fault(pair, tolerance) else { return .passed }
    if mode == .failed { return try record(frame, path) }
    return .failed("it differs from \(path): \(fault). \(try report(name, pair))")
  }

  /// `frame` without colours where it is transparent: they cannot be seen, and a picture that is read has none.
  private static func seen(_ frame: FrameBuffer) -> FrameBuffer {
    FrameBuffer(
      format: frame.format, size: frame.size, color: frame.color, alphaMode: frame.alphaMode
    ) { planes in
      for row in 0..<frame.size.height {
        let source = frame.planes[0].base + row * frame.planes[0].strideBytes
        let target = planes[0].base + row * planes[0].strideBytes
        target.copyMemory(from: source, byteCount: 4 * frame.size.width)
        let samples = target.assumingMemoryBound(to: UInt8.self)
        for pixel in 0..<frame.size.width where samples[4 * pixel + 3] == 0 {
          for part in 0..<3 { samples[4 * pixel + part] = 0 }
        }
      }
    }
  }

  private static func fault(_ pair: PicturePair, _ tolerance: Int) -> String? {
    guard pair.old.size == pair.new.size else {
      return "that has \(pair.old.size) pixels, this \(pair.new.size)"
    }
    let (largest, count) = pair.differences(above: tolerance)
    guard count > 0 else { return nil }
    return "\(count) \(count == 1 ? "pixel is" : "pixels are") off, by \(largest) of 255 at most"
  }

  private func record(_ frame: FrameBuffer, _ path: String) throws -> TestVerdict {
    try write(frame, path)
    return .recorded(path)
  }

  /// Leaves the pictures of a failure; a sentence that names them.
  private func report(_ name: String, _ pair: PicturePair) throws -> String {
    let base = "\(failures)/\(name)"
    try write(pair.old, "\(base).expected.png")
    try write(pair.new, "\(base).actual.png")
    guard let difference = pair.difference else {
      return "See \(base).expected.png and \(name).actual.png"
    }
    try write(difference, "\(base).difference.png")
    return "See \(base).expected.png, \(name).actual.png and \(name).difference.png"
  }

  private func write(_ frame: FrameBuffer, _ path: String) throws {
    try MadePlace(path, below: folder).prepare()
    try StillGenerator.write(frame, to: path, gate: gate)
  }

  private func read(_ path: String) throws -> FrameBuffer {
    let gate = gate
    let asset = try Asset.load(path: path, gate: gate)
    var timeline = Timeline()
    let second = TimeRange(start: .zero, duration: Time(wholeSeconds: 1))
    try timeline.insert(second, of: asset, at: nil)
    var composition = VideoComposition(propertiesOf: timeline)
    for index in composition.instructions.indices {
      composition.instructions[index].backgroundColor = .transparent
    }
    return try StillGenerator(timeline: timeline, composition: composition, gate: gate)
      .still(at: .zero).frame
  }
}
