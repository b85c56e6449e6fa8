// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// A plan as a drawing (SVG 1.1): time from left to right, a row for each track, the instructions below.
/// Pieces of one source have one colour wherever they stand; the pointer resting on one shows all about it.
struct PlanDrawing {
  private let plan: ExportPlan
  private let end: Time
  private var body: [String] = []
  private var top = 0.0

  private static let (width, left, right) = (1200.0, 96.0, 24.0)
  private static let (row, gap) = (34.0, 8.0)

  /// The drawing of `plan`.
  init(_ plan: ExportPlan) {
    self.plan = plan
    end = max(
      plan.tracks.map(\.duration).max() ?? .zero, plan.timeRange.end, Time(flicks: 1))
  }

  /// The drawing as a file's text.
  var text: String {
    var drawing = self
    drawing.draw()
    let (width, height) = (Self.number(Self.width), Self.number(drawing.top + 16))
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)" font-family="sans-serif" font-size="12">
      <rect width="100%" height="100%" fill="#fbfaf7"/>
      \(drawing.body.joined(separator: "\n"))
      </svg>

      """
  }

  private mutating func draw() {
    top = 16
    let lines = plan.output.lines
    for (index, line) in lines.enumerated() {
      top += 16
      let isHead = index == 0
      body.append(
        Self.element(
          "text", ["x": "16", "y": Self.number(top), "fill": isHead ? "#222" : "#666"], line))
    }
    top += 20
    drawAxis()
    for track in plan.tracks { draw(track) }
    drawInstructions()
  }

  // MARK: Time

  private func x(_ time: Time) -> Double {
    let share = Double(min(max(time, .zero), end).flicks) / Double(end.flicks)
    return Self.left + share * (Self.width - Self.left - Self.right)
  }

  /// Whole steps of 1, 2 or 5 times a power of ten, so that at most a dozen stand on the axis.
  private var step: Double {
    var step = 0.001
    let factors = [2, 2.5, 2]
    var index = 0
    while end.seconds / step > 12 {
      step *= factors[index % 3]
      index += 1
    }
    return step
  }

  private mutating func drawAxis() {
    let height = top + 14 + Double(plan.tracks.count + 1) * (Self.row + Self.gap)
    var index = 0
    while Double(index) * step <= end.seconds {
      let seconds = Double(index) * step
      let x = Self.number(x((try? Time(seconds: seconds)) ?? .zero))
      body.append(
        Self.element(
          "line",
          [
            "x1": x, "x2": x, "y1": Self.number(top + 4), "y2": Self.number(height),
            "stroke": "#e2ded4",
          ]))
      body.append(
        Self.element(
          "text", ["x": x, "y": Self.number(top), "fill": "#888", "text-anchor": "middle"],
          "\(Self.number(seconds)) s"))
      index += 1
    }
    top += 14
  }

  // MARK: Rows

  private mutating func draw(_ track: PlanTrack) {
    label("\(track.mediaType.rawValue) \(track.id)", isFaint: !track.isEnabled)
    for piece in track.pieces {
      guard let source = piece.source else { continue }
      let name = source.split(separator: "/").last.map(String.init) ?? source
      var about = "\(source) \(piece.sourceRange) at \(piece.target)"
      if let speed = piece.speed { about += ", \(speed)" }
      if piece.isReversed { about += ", backwards" }
      box(piece.target, fill: Self.color(of: source), name, about)
    }
    top += Self.row + Self.gap
  }

  private mutating func drawInstructions() {
    guard !plan.instructions.isEmpty else { return }
    label("drawn", isFaint: false)
    for (index, instruction) in plan.instructions.enumerated() {
      let fill = index % 2 == 0 ? "#d9d4c7" : "#c9c3b3"
      let tracks = instruction.layers.map { "track \($0)" }.joined(separator: ", ")
      let name = instruction.compositor ?? tracks
      box(instruction.range, fill: fill, name, instruction.line)
    }
    top += Self.row + Self.gap
  }

  private mutating func label(_ text: String, isFaint: Bool) {
    body.append(
      Self.element(
        "text",
        ["x": "16", "y": Self.number(top + Self.row / 2 + 4), "fill": isFaint ? "#bbb" : "#444"],
        text))
  }

  /// A piece with as much of its name as has room.
  private mutating func box(_ range: TimeRange, fill: String, _ name: String, _ about: String) {
    let (start, stop) = (x(range.start), x(range.end))
    let width = max(1, stop - start - 1)
    let room = Int((width - 12) / 6.5)
    let shown = name.count <= room ? name : room > 2 ? "\(name.prefix(room - 1))…" : ""
    let place = Self.number(start)
    body.append("<g>" + Self.element("title", [:], about))
    body.append(
      Self.element(
        "rect",
        [
          "x": place, "y": Self.number(top), "width": Self.number(width),
          "height": Self.number(Self.row), "rx": "4", "fill": fill,
        ]))
    body.append(
      Self.element(
        "text",
        ["x": Self.number(start + 6), "y": Self.number(top + Self.row / 2 + 4), "fill": "#222"],
        shown) + "</g>")
  }

  // MARK: Text

  /// An element with attributes and a text.
  private static func element(
    _ name: String, _ attributes: KeyValuePairs<String, String>, _ text: String = ""
  ) -> String {
    let list = attributes.map { " \($0.key)=\"\($0.value)\"" }.joined()
    return text.isEmpty
      ? "<\(name)\(list)/>" : "<\(name)\(list)>\(escaped(text))</\(name)>"
  }

  /// A light colour for a source, the same in every drawing.
  private static func color(of source: String) -> String {
    let hash = source.utf8.reduce(UInt64(5381)) { ($0 &* 33) ^ UInt64($1) }
    return "hsl(\(hash % 360), 52%, 74%)"
  }

  /// At most two decimals, none where whole.
  private static func number(_ value: Double) -> String {
    JSONValue.number((value * 100).rounded() / 100).compactText
  }

  private static func escaped(_ text: String) -> String {
    text.markupEscaped.split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "&quot;")
  }
}

extension ExportPlan {
  /// The plan as a drawing: the text of an SVG file.
  public var svg: String { PlanDrawing(self).text }
}
