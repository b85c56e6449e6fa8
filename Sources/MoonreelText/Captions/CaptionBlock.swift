// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// One caption broken into lines, with the places of its words.
final class CaptionBlock: Sendable {
  /// What is drawn of it at most, in whole pixels of the title: letters, lines, shadows, plates.
  let content: Rect
  /// Which point of it is fastened, and to which part of the frame.
  let gravity: Gravity
  /// Where that point asks to be, in pixels of the frame; `nil`: by `gravity`.
  let anchorX, anchorY: Double?
  private let title: TextDrawing
  private let words: [CaptionWord]
  /// For each word its clusters of the title.
  private let clusters: [[Int]]
  private let highlight: CaptionHighlight?

  /// `caption` in `look`, as large as has room in the safe area of `frame`.
  init(_ caption: Caption, look: CaptionLook, frame: PixelSize) throws {
    let placement = look.keepsPlacement ? caption.placement : nil
    gravity = placement?.gravity ?? look.gravity
    anchorX = placement?.x.map { $0 * Double(frame.width) }
    anchorY = placement?.y.map { $0 * Double(frame.height) }
    highlight = look.highlight
    words = look.highlight == nil ? [] : caption.words
    var safe = look.safeArea(of: frame)
    if let width = placement?.width, width > 0 {
      safe.size.width = min(safe.size.width, max(16, width * Double(frame.width)))
    }
    let description = look.description(of: caption, words: words, gravity: gravity)
    title = try CaptionLines.title(
      description, in: safe.size, words: words, highlight: look.highlight,
      maximumLines: look.maximumLines)
    content = title.content(words, look.highlight)
    clusters = title.clusters(of: words)
  }

  /// Which word is being said at `time`; `nil` before the first.
  func word(at time: Time) -> Int? {
    let next = words.partitioningIndex { $0.timeRange.start > time }
    return next == 0 ? nil : next - 1
  }

  // MARK: Drawing

  /// The caption while word `index` is being said, in the title's own pixels.
  func picture(word index: Int?) throws -> Image {
    guard let highlight else { return Image(.drawing(title)) }
    let colored = try TextDrawing.of(recolored(upTo: index, highlight))
    guard highlight.needsParts else { return Image(.drawing(colored)) }
    let current = index.map { clusters[$0] } ?? []
    let others: [Int]
    if highlight.mode == .appear {
      others = index.map { clusters[..<$0].flatMap { $0 } } ?? []
    } else {
      let own = Set(current)
      others = colored.layout.clusters.indices.filter { !own.contains($0) }
    }
    return try compose(colored, others: others, current: current, highlight)
  }

  private func recolored(upTo index: Int?, _ highlight: CaptionHighlight) -> TextDescription {
    guard let fill = highlight.fill, let index, case .spans(var spans) = title.description.content
    else { return title.description }
    let first = highlight.mode == .said ? 0 : index
    let range = words[first].bytes.lowerBound..<words[index].bytes.upperBound
    var offset = 0
    for position in spans.indices {
      let start = offset
      offset += spans[position].text.utf8.count
      let isWord = words[first...index].contains { $0.bytes.contains(start) }
      if range.contains(start), isWord { spans[position].style.fill = fill }
    }
    var description = title.description
    description.content = .spans(spans)
    return description
  }

  /// The plate, the plate of the word, then what lies under all letters, then the letters.
  private func compose(
    _ title: TextDrawing, others: [Int], current: [Int], _ highlight: CaptionHighlight
  ) throws -> Image {
    let parts = title.layout.fonts.exclusively {
      (
        plate: title.description.backdrop == nil ? nil : PartDrawing([], [.plate], of: title),
        rest: (PartDrawing(others, [.under], of: title), PartDrawing(others, [.figure], of: title)),
        word: (
          PartDrawing(current, [.under], of: title), PartDrawing(current, [.figure], of: title)
        )
      )
    }
    let grow = growth(about: title.layout.middle(of: current), by: highlight.scale)
    var image = parts.plate.map { Image(.drawing($0)) } ?? .empty
    if let box = highlight.box {
      for rect in title.layout.cells(of: current) {
        image = grow(try box.shape(around: rect)).over(image)
      }
    }
    if let part = parts.rest.0 { image = Image(.drawing(part)).over(image) }
    if let part = parts.word.0 { image = grow(part).over(image) }
    if let part = parts.rest.1 { image = Image(.drawing(part)).over(image) }
    if let part = parts.word.1 { image = grow(part).over(image) }
    return image
  }

  /// What makes a drawing `scale` times as large about `middle`, to whole pixels.
  private func growth(about middle: Point, by scale: Double) -> (any Drawing) -> Image {
    guard scale != 1 else { return { Image(.drawing($0)) } }
    let shift = AffineTransform(
      translationX: (middle.x * (1 - scale)).rounded(), y: (middle.y * (1 - scale)).rounded())
    return { Image(.drawing(GrownDrawing($0, by: scale))).transformed(by: shift) }
  }
}

extension CaptionHighlight {
  /// Whether words are drawn one by one.
  var needsParts: Bool { mode == .appear || box != nil || scale != 1 }
}

extension Backdrop {
  /// The plate around a word that takes up `rect`.
  fileprivate func shape(around rect: Rect) throws -> ShapeDrawing {
    let plate = Rect(
      x: rect.minX - paddingX, y: rect.minY - paddingY, width: rect.size.width + 2 * paddingX,
      height: rect.size.height + 2 * paddingY)
    return try ShapeDrawing(of: ShapeDescription(Path(rect: plate, radius: radius), fill: paint))
  }
}
