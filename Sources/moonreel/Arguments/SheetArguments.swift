// SPDX-License-Identifier: MIT

import ArgumentParser
import MoonreelCore
import MoonreelExport
import MoonreelMedia

/// How pictures are laid out that go into one file.
struct SheetArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      So many pictures side by side and below each other, such as 4x4: spread evenly over the film, or \
      as many as fit onto a sheet of a .vtt file (default 10x10).
      """, valueName: "CxR"))
  var grid: GridArgument?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Pictures side by side on a sheet (default 4).", valueName: "count"))
  var columns: Int?

  @Flag(help: "Write its time on each picture of a sheet.")
  var labels = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Pixels between the pictures (default 8; none on sheets of a .vtt file).",
      valueName: "pixels"))
  var gap: Int?

  @Option(
    help: ArgumentHelp(
      "The colour between and below the pictures (default #202020).", valueName: "colour"))
  var background: ColorArgument?

  @Option(
    help: ArgumentHelp(
      "jpg (default), webp or png: what the sheets of a .vtt file are.", valueName: "kind"))
  var sheets: SheetKindArgument?

  /// The first option of these that was given and is for sheets; `nil` where there is none.
  var firstForSheets: String? {
    if labels { return "--labels" }
    if columns != nil { return "--columns" }
    if gap != nil { return "--gap" }
    return background == nil ? nil : "--background"
  }

  /// Sets what was given, and that no tile is larger than `size`.
  func apply(to sheet: inout ContactSheet, size: PixelSize?) {
    if let columns { sheet.columns = columns }
    if let grid { (sheet.columns, sheet.rows) = (grid.columns, grid.rows) }
    if let size { sheet.cellSize = size }
    if let gap { sheet.gap = gap }
    if let background { sheet.background = background.color }
    if labels { sheet.label = TimeLabel.image }
  }
}

/// Columns and rows as typed: `4x3`.
struct GridArgument: Equatable, ExpressibleByArgument {
  var columns: Int
  var rows: Int

  init?(argument: String) {
    let sides = argument.split(separator: "x", omittingEmptySubsequences: false)
    guard sides.count == 2, let columns = Int(sides[0]), let rows = Int(sides[1]),
      (1...100).contains(columns), (1...100).contains(rows),
      columns * rows <= ContactSheet.mostPictures
    else { return nil }
    (self.columns, self.rows) = (columns, rows)
  }

  /// What to write instead of `text`, which is no grid; `nil` where that cannot be guessed.
  static func advice(_ text: String) -> String? {
    let numbers = text.matches(of: /\d+/).map { String($0.0) }
    let guess = (numbers.count == 1 ? numbers + numbers : numbers).joined(separator: "x")
    return GridArgument(argument: guess) == nil ? nil : "write '\(guess)'"
  }
}

/// A colour as typed: `#102030`, or a name.
struct ColorArgument: Equatable, ExpressibleByArgument {
  var color: Color

  init?(argument: String) {
    guard let color = try? Color(text: argument) else { return nil }
    self.color = color
  }

  /// What to write instead of `text`, which is no colour; `nil` where that cannot be guessed.
  static func advice(_ text: String) -> String? {
    ColorArgument(argument: "#" + text) == nil ? nil : "write '#\(text)'"
  }
}

/// `--sheets` of `frame`.
enum SheetKindArgument: String, ExpressibleByArgument, CaseIterable {
  case jpg, webp, png

  var container: Container {
    switch self {
    case .jpg: .jpeg
    case .webp: .webp
    case .png: .png
    }
  }
}
