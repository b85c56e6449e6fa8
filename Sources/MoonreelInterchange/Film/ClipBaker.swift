// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelMedia
import MoonreelModel

/// Renders what an editing program cannot draw into clips of their own, with alpha: ProRes 4444, which all of them read.
public final class ClipBaker {
  /// The files that were written.
  public private(set) var files: [String] = []
  private let folder: String
  private let gate: FileGate
  private let warnings: WarningLog
  private let cancellation: CancellationFlag
  private var names: Set<String> = []

  /// A baker that writes into `folder`, which is made when there is something to write, and follows no link below the
  /// folder that it lies in.
  public init(
    folder: String, gate: FileGate, warnings: WarningLog,
    cancellation: CancellationFlag = CancellationFlag()
  ) {
    (self.folder, self.gate) = (folder, gate.making(below: FilePath.folder(of: folder)))
    (self.warnings, self.cancellation) = (warnings, cancellation)
  }

  /// Renders the pictures of `film` within `range`; what lies nowhere stays transparent.
  ///
  /// - Parameter name: what the file is to be called, without its ending.
  /// - Returns: its path.
  /// - Throws: `MoonreelError` of drawing and writing.
  func pictures(of film: ComposedTimeline, in range: TimeRange, named name: String) throws -> String
  {
    var request = ExportRequest(film)
    (request.timeRange, request.output.includesAudio) = (range, false)
    (request.output.videoCodec, request.output.hasAlpha) = (.prores4444, true)
    return try write(request, name, "mov")
  }

  /// Mixes the sound of `film` within `range`.
  ///
  /// - Returns: the path of a WAV file.
  /// - Throws: `MoonreelError` of mixing and writing.
  func sound(of film: ComposedTimeline, in range: TimeRange, named name: String) throws -> String {
    var request = ExportRequest(film)
    (request.timeRange, request.output.includesVideo) = (range, false)
    return try write(request, name, "wav")
  }

  private func write(_ request: ExportRequest, _ name: String, _ ending: String) throws -> String {
    let path = FilePath.join(folder, unused(name) + "." + ending)
    try MadePlace(path, below: FilePath.folder(of: folder)).prepare()
    let session = try ExportSession(
      request, outputPath: path, gate: gate, warnings: warnings, cancellation: cancellation)
    _ = try session.run()
    files.append(path)
    return path
  }

  /// `name` in letters that every system takes, with a number where it is taken.
  private func unused(_ name: String) -> String {
    let plain = name.map {
      $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) ? $0 : "_"
    }
    let stem = plain.isEmpty ? "clip" : String(plain.prefix(40))
    var number = 1
    while !names.insert(number == 1 ? stem : "\(stem)_\(number)").inserted { number += 1 }
    return number == 1 ? stem : "\(stem)_\(number)"
  }
}
