// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia

/// Small pictures of a film for the time line of a web player: sheets with many of them, and a WebVTT file that says
/// which part of which sheet stands for which stretch of time (media fragments, `#xywh=`).
///
/// `thumbs.vtt` comes with `thumbs-01.jpg`, `thumbs-02.jpg` and so on beside it. All sheets have one size. The cues
/// follow one another without a gap, from the film's start to its end.
public struct SpriteSheets {
  /// How a sheet looks. Columns and rows are the most that one has: further pictures go onto further sheets.
  public var sheet: ContactSheet
  /// What the sheets are: a kind of picture that browsers show.
  public var kind = Container.jpeg
  /// How far the pictures are apart; `nil`: see ``usualInterval(of:)``.
  public var interval: Time?

  /// The most pictures of a film.
  public static let mostPictures: Int64 = 20_000

  /// Sheets of 10 times 10 pictures that fit into 160x160, without gaps.
  public init() {
    sheet = ContactSheet()
    (sheet.columns, sheet.rows, sheet.cellSize, sheet.gap) = (10, 10, PixelSize(160, 160), 0)
  }

  /// A hundredth of `duration`, a second at least and ten seconds at most.
  public static func usualInterval(of duration: Time) -> Time {
    let second = Time(flicks: Time.flicksPerSecond)
    return duration.multiplied(by: 1, dividedBy: 100).clamped(
      to: second...second.multiplied(by: 10, dividedBy: 1))
  }

  /// Where the sheets of the WebVTT file at `path` go, with a place for their number.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) where `path` does not end in `.vtt`.
  public func pattern(beside path: String) throws -> String {
    guard path.lowercased().hasSuffix(".vtt"), FilePath.name(of: path).count > 4 else {
      throw MoonreelError(
        .invalidArgument,
        "Cannot write small pictures for players to '\(path)': end the name in .vtt; the sheets get names "
          + "like it.")
    }
    let name = FilePath.name(of: String(path.dropLast(4))).replacing("%", with: "%%")
    return FilePath.join(FilePath.folder(of: path), name + "-%02d." + kind.pathExtensions[0])
  }

  /// The stretches of a film of `duration`, each with a picture of its own, which is that of its start.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) where there would be none, or more than ``mostPictures``.
  public func stretches(of duration: Time) throws -> [TimeRange] {
    let step = step(of: duration)
    // WebVTT counts milliseconds: shorter stretches would have no length there.
    let millisecond = Time(flicks: Time.flicksPerSecond / 1000)
    guard step >= millisecond, duration >= millisecond,
      duration.flicks / step.flicks < Self.mostPictures
    else {
      throw MoonreelError(
        .invalidArgument,
        "Cannot draw a picture every \(step) of \(duration): \(Self.mostPictures) is the most, and a "
          + "millisecond the least.")
    }
    var stretches: [TimeRange] = []
    for index in 0...duration.flicks / step.flicks {
      let start = Time(flicks: index * step.flicks)
      guard duration - start >= millisecond else { break }
      stretches.append(TimeRange(start: start, end: min(start + step, duration)))
    }
    return stretches
  }

  /// How many sheets `count` pictures take.
  public func sheetCount(_ count: Int) -> Int { (count + perSheet - 1) / perSheet }

  private func step(of duration: Time) -> Time { interval ?? Self.usualInterval(of: duration) }

  private var perSheet: Int { (sheet.columns ?? 10) * (sheet.rows ?? 10) }

  /// Draws the sheets of `generator`'s film and writes them and the WebVTT file at `path`. All of it is drawn before
  /// any file takes its place; the WebVTT file is the last.
  ///
  /// - Returns: how many pictures there are, and how many sheets.
  /// - Throws: `MoonreelError`: whatever drawing and writing throw.
  @discardableResult
  public func write(
    _ generator: StillGenerator, to path: String, warnings: WarningLog? = nil
  ) throws -> (pictures: Int, sheets: Int) {
    let pattern = try pattern(beside: path)
    let stretches = try stretches(of: generator.duration)
    var sheet = sheet
    if stretches.count <= perSheet {
      // A single sheet has no empty rows.
      let columns = min(sheet.columns ?? 10, stretches.count)
      (sheet.columns, sheet.rows) = (columns, nil)
    }
    let step = step(of: generator.duration)
    let former = generator.toleranceAfter
    // A key frame of the stretch's first half stands for it as well, and is decoded by itself.
    generator.toleranceAfter = step.multiplied(by: 1, dividedBy: 2)
    defer { generator.toleranceAfter = former }
    let text = try AtomicOutputFile(path: path, gate: generator.gate)
    do {
      try text.write(Array(try webVTT(stretches, sheet, generator, pattern).utf8))
      try writeSheets(stretches.map(\.start), sheet, generator, pattern, warnings)
      try text.commit()
    } catch {
      text.discard()
      throw error
    }
    return (stretches.count, sheetCount(stretches.count))
  }

  private func writeSheets(
    _ times: [Time], _ sheet: ContactSheet, _ generator: StillGenerator, _ pattern: String,
    _ warnings: WarningLog?
  ) throws {
    var writer: MediaWriter?
    do {
      for (number, start) in stride(from: 0, to: times.count, by: perSheet).enumerated() {
        let part = Array(times[start..<min(start + perSheet, times.count)])
        let frame = try generator.contactSheet(at: part, sheet)
        let encoding = try StillGenerator.encoding(of: frame, in: kind, path: pattern)
        let open =
          try writer
          ?? MediaWriter(
            path: pattern, settings: OutputSettings(container: kind, video: encoding),
            gate: generator.gate, warnings: warnings)
        writer = open
        try open.append(try StillGenerator.converted(frame, for: encoding), at: Int64(number))
      }
      try writer?.finish()
    } catch {
      writer?.cancel()
      throw error
    }
  }

  /// The text of the WebVTT file.
  private func webVTT(
    _ stretches: [TimeRange], _ sheet: ContactSheet, _ generator: StillGenerator,
    _ pattern: String
  ) throws -> String {
    let tile = generator.size(limitedTo: sheet.cellSize)
    let grid = try sheet.grid(
      min(perSheet, stretches.count), tile: tile, pixelLimit: generator.gate.pixelLimit)
    guard let names = FramePattern(FilePath.name(of: pattern)) else { return "" }
    var text = "WEBVTT\n"
    for (index, stretch) in stretches.enumerated() {
      let origin = grid.origin(of: index % perSheet)
      let name = Self.address(of: names.name(Int64(index / perSheet) + 1))
      text += "\n\(stretch.start.clock()) --> \(stretch.end.clock())\n"
      text += "\(name)#xywh=\(origin.x),\(origin.y),\(tile.width),\(tile.height)\n"
    }
    return text
  }

  /// `name` as a relative address: everything but letters, digits and `-._~` is written as `%` and two digits.
  static func address(of name: String) -> String {
    name.utf8.map { byte in
      let letter = Unicode.Scalar(byte)
      let isPlain =
        byte < 128 && (Character(letter).isLetter || Character(letter).isNumber)
        || "-._~".utf8.contains(byte)
      let digits = String(byte, radix: 16, uppercase: true)
      return isPlain ? String(letter) : "%" + (digits.count < 2 ? "0" : "") + digits
    }.joined()
  }
}
