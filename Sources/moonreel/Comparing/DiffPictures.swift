// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore
import MoonreelExport
import MoonreelMedia
import MoonreelRender

/// Draws frames that differ: before, after and the difference, side by side.
struct DiffPictures {
  /// One that was drawn.
  struct Picture {
    /// Its number in what was compared.
    var frame: Int64
    var path: String
    /// How far the pictures are apart on average, 0…1.
    var difference: Double
  }

  let films: [Film]
  let digests: [FilmDigests]
  let folder: String
  let replacing: ReplacingArguments
  let threads: Int?
  let warnings: WarningLog

  /// The most stretches of which frames are drawn, and frames that are looked at to find the most different one.
  private static let (mostStretches, mostTried) = (8, 12)
  private static let triedSize = PixelSize(320, 320)

  /// The file's name for a frame.
  static func name(ofFrame number: Int64) -> String {
    let digits = String(number)
    return "frame_" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits + ".png"
  }

  /// Makes the folder where it is missing.
  ///
  /// - Throws: `MoonreelError` (`fileAccess`).
  static func makeFolder(_ path: String) throws {
    do {
      try Folder.make(path, permissions: 0o777)
    } catch {
      throw MoonreelError(
        .fileAccess,
        "Cannot make the folder '\(error.folder)': \(String(cString: strerror(error.code)).lowercased())."
      )
    }
  }

  /// Draws frames of `changed`.
  ///
  /// - Throws: `MoonreelError`.
  func write(_ changed: [Range<Int64>]) throws -> [Picture] {
    let generators = try films.map(generator)
    let frames = try changed.prefix(Self.mostStretches).map { range in
      try picked(in: range, generators)
    }.joined()
    if changed.count > Self.mostStretches {
      warnings.warn(
        "Frames of the first \(Self.mostStretches) of \(changed.count) stretches are drawn; draw others with --range."
      )
    }
    let gate = films[1].gate.joined(with: films[0].gate).making(below: folder)
    let paths = frames.map { path($0) }
    try replacing.confirm(
      paths.flatMap { try OutputPlaces.replaced(by: $0, container: .png, gate: gate) })
    return try zip(frames, paths).map { frame, path in
      try Interruption.flag.check()
      let pair = try pair(frame, generators, maximumSize: nil)
      try StillGenerator.write(pair.sideBySide, to: path, gate: gate, warnings: warnings)
      return Picture(frame: frame, path: path, difference: pair.meanDifference)
    }
  }

  private func path(_ frame: Int64) -> String {
    FilePath.join(folder, Self.name(ofFrame: frame + digests[1].frameRate.frame(at: start(1))))
  }

  private func start(_ film: Int) -> Time { films[film].request.timeRange?.start ?? .zero }

  private func generator(_ film: Film) throws -> StillGenerator {
    let generator = try StillGenerator(
      timeline: film.request.timeline, composition: film.request.videoComposition,
      timeRange: film.request.timeRange, gate: film.gate, warnings: warnings,
      cancellation: Interruption.flag, threadCount: threads)
    generator.renderQuality = film.request.renderQuality
    return generator
  }

  /// The first, the middle and the most different frame of `range`, each once, in order.
  private func picked(in range: Range<Int64>, _ generators: [StillGenerator]) throws -> [Int64] {
    let (first, last) = (range.lowerBound, range.upperBound - 1)
    var frames: Set = [first, first + (last - first) / 2]
    let step = max(1, (last - first) / Int64(Self.mostTried - 1))
    var worst: (frame: Int64, difference: Double)?
    for frame in Set(stride(from: first, through: last, by: Int(step)) + [last]).sorted() {
      try Interruption.flag.check()
      let difference = try pair(frame, generators, maximumSize: Self.triedSize).meanDifference
      if worst.map({ difference > $0.difference }) ?? true { worst = (frame, difference) }
    }
    if let worst { frames.insert(worst.frame) }
    return frames.sorted()
  }

  private func pair(
    _ frame: Int64, _ generators: [StillGenerator], maximumSize: PixelSize?
  ) throws -> PicturePair {
    let pictures = try generators.enumerated().map { index, generator in
      generator.maximumSize = maximumSize
      return try generator.still(at: start(index) + digests[index].time(ofFrame: frame)).frame
    }
    return PicturePair(pictures[0], pictures[1])
  }
}
