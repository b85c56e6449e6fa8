// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelMedia

/// Draws stills into files of their own, or together onto a sheet.
struct StillFiles {
  let generator: StillGenerator
  /// No still is larger.
  let maximumSize: PixelSize?
  /// How pictures look that go into one file.
  let sheet: ContactSheet
  /// Whether a single picture is a sheet too, as one of `--every` is.
  let isSheet: Bool
  /// A file, or what ``StillNames`` reads.
  let path: String
  let warnings: WarningLog

  /// The most files of one run.
  static let mostPictures: Int64 = 1 << 20

  /// Draws the pictures at `times`. Nothing is drawn before it is known that every file can be written.
  ///
  /// - Throws: `UsageError` where two would have one name; `MoonreelError`.
  func write(_ times: [Time], replacing: ReplacingArguments) throws {
    let names = StillNames(path)
    let paths = names.map { names in
      times.enumerated().map { names.path(index: $0.offset, time: $0.element) }
    }
    var gate = generator.gate
    if names != nil { gate = gate.making(below: FilePath.folder(of: path)) }
    try admit(paths ?? [path], gate, replacing)
    generator.drawsLinearLight = try StillGenerator.container(forPath: paths?.first ?? path) == .exr
    guard let paths else { return try writeOne(times) }
    generator.maximumSize = maximumSize
    for (time, path) in zip(times, paths) {
      try generator.cancellation.check()
      let written = try StillGenerator.write(
        try generator.still(at: time).frame, to: path, gate: gate, warnings: warnings)
      // The limit is for all of them.
      gate.writing.byteLimit = gate.writing.byteLimit.map { $0 - written.bytes }
    }
  }

  private func admit(
    _ paths: [String], _ gate: FileGate, _ replacing: ReplacingArguments
  ) throws {
    var seen: Set<String> = []
    if let twice = paths.first(where: { !seen.insert($0).inserted }) {
      throw UsageError(
        error: MoonreelError(
          .invalidArgument,
          "Two pictures would be written to '\(twice)': name them by number, such as 'still_%04d.png'."
        ))
    }
    try replacing.confirm(
      paths.flatMap { path in
        try OutputPlaces.replaced(
          by: path, container: try StillGenerator.container(forPath: path), gate: gate)
      })
  }

  private func writeOne(_ times: [Time]) throws {
    let picture: FrameBuffer
    if times.count == 1, !isSheet {
      generator.maximumSize = maximumSize
      picture = try generator.still(at: times[0]).frame
    } else {
      picture = try generator.contactSheet(at: times, sheet)
    }
    try StillGenerator.write(picture, to: path, gate: generator.gate, warnings: warnings)
  }
}
