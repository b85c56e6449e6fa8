// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// A title whose letters, words or lines move one by one.
///
/// Each unit is a picture of its own, drawn once; a frame places those that are there. Where all are at rest
/// the title is drawn as a whole.
public final class AnimatedText: Source {
  /// The title at rest.
  public let title: TextDrawing
  /// What moves it, in the order in which the moves are made.
  public let animators: [TextAnimator]
  /// How long it lasts; `nil`: as long as wanted.
  public let duration: Time?
  private let units: [Unit]
  private let plate: PartDrawing?
  /// How many units begin before each: for each animator by its units.
  private let ranks: [[Int]]

  /// The most units that move.
  public static let mostUnits = 4096

  /// What moves as a whole: the smallest unit that any animator has.
  private struct Unit {
    let under: PartDrawing?
    let letters: PartDrawing?
    let line: Int
    let middle: Point
    /// For each animator, which of its units this one belongs to, and where the middle of that lies.
    let owners: [(index: Int, middle: Point)]
  }

  /// `title` moved by `animators`.
  ///
  /// - Throws: `MoonreelError` (`limitExceeded`) where there are too many units.
  public init(_ title: TextDrawing, animators: [TextAnimator], duration: Time? = nil) throws {
    (self.title, self.animators, self.duration) = (title, animators, duration)
    let layout = title.layout
    let made = layout.fonts.exclusively {
      let groups = animators.map { layout.units($0.unit) }
      let smallest = groups.max { $0.count < $1.count } ?? []
      let parts = smallest.count > AnimatedText.mostUnits ? [] : smallest
      return (
        units: parts.map { AnimatedText.unit($0, groups, of: title) }, count: smallest.count,
        plate: title.description.backdrop == nil ? nil : PartDrawing([], [.plate], of: title),
        ranks: zip(animators, groups).map { $0.ranks(count: $1.count) }
      )
    }
    guard made.count <= Self.mostUnits else {
      throw MoonreelError(
        .limitExceeded,
        "at most \(Self.mostUnits) letters can move one by one, this text has \(made.count); move its "
          + "words or its lines")
    }
    (units, plate, ranks) = (made.units, made.plate, made.ranks)
  }

  private static func unit(_ clusters: [Int], _ groups: [[[Int]]], of title: TextDrawing) -> Unit {
    let layout = title.layout
    let owners = groups.map { group -> (index: Int, middle: Point) in
      let index = group.firstIndex { $0.contains(clusters[0]) } ?? 0
      return (index, layout.middle(of: group[index]))
    }
    return Unit(
      under: PartDrawing(clusters, [.under], of: title),
      letters: PartDrawing(clusters, [.background, .figure, .lines], of: title),
      line: layout.clusters[clusters[0]].line,
      middle: layout.middle(of: clusters), owners: owners)
  }

  /// The title, and two drawings for each unit.
  public var byteEstimate: Int { title.byteEstimate + 2048 * units.count }

  /// Pictures.
  public var mediaType: MediaType { .video }

  /// The title's box in whole pixels.
  public var naturalSize: PixelSize { .covering(title.box) }

  /// At its own size.
  public var usualFit: FitMode { .none }

  /// Whether it has no letters and no plate.
  public var isBlank: Bool { title.extent.isEmpty }

  /// The corner of the title's box.
  public var origin: Point { title.box.origin }

  // MARK: Drawing

  /// The title at `time`; letters may leave its box.
  public func image(at time: Time, in context: FrameContext) throws -> Image {
    let moves = try zip(animators, ranks).map { try $0.states(ranks: $1, at: time) }
    let corner = AffineTransform(translationX: -title.box.minX, y: -title.box.minY)
    guard moves.contains(where: { $0.contains { $0 != nil } }) else {
      return Image(.drawing(title)).transformed(by: corner)
    }
    let states = units.map { unit in
      zip(moves, unit.owners).map { $0[$1.index] ?? TextAnimator.State() }
    }
    let shifts = trackingShifts(states)
    var (under, letters) = (Image.empty, Image.empty)
    for (index, unit) in units.enumerated() {
      let look = Look(states[index], unit.owners.map(\.middle), shift: shifts[index])
      guard look.opacity > 0 else { continue }
      if let part = unit.under, hasUnder { under = look.apply(to: part).over(under) }
      if let part = unit.letters { letters = look.apply(to: part).over(letters) }
    }
    var image = hasUnder ? letters.over(under) : letters
    if let plate { image = image.over(Image(.drawing(plate))) }
    return image.transformed(by: corner)
  }

  private var hasUnder: Bool {
    !title.description.shadows.isEmpty
      || title.description.strokes.contains { $0.position == .outside }
  }

  /// By how much tracking moves each unit along its line, which stays fastened where it is aligned.
  private func trackingShifts(_ states: [[TextAnimator.State]]) -> [Double] {
    var shifts = [Double](repeating: 0, count: units.count)
    guard states.contains(where: { $0.contains { $0.tracking != 0 } }) else { return shifts }
    let lines = Dictionary(grouping: units.indices) { units[$0].line }
    for line in lines.values {
      var passed = 0.0
      for index in line.sorted(by: { units[$0].middle.x < units[$1].middle.x }) {
        shifts[index] = passed
        passed += states[index].reduce(0) { $0 + $1.tracking }
      }
      let last = line.max { units[$0].middle.x < units[$1].middle.x }
      let whole = last.map { shifts[$0] } ?? 0
      let share: Double =
        switch title.description.block.alignment {
        case .left, .justify: 0
        case .center: 0.5
        case .right: 1
        }
      for index in line { shifts[index] -= whole * share }
    }
    return shifts
  }

  /// What becomes of a unit's picture.
  private struct Look {
    private var map = AffineTransform.identity
    private(set) var opacity = 1.0
    private var blur = 0.0
    private var color: Color?

    init(_ states: [TextAnimator.State], _ middles: [Point], shift: Double) {
      for (state, middle) in zip(states, middles) {
        map = map.followed(by: state.transform(about: middle))
        opacity *= state.opacity
        blur += state.blur
        if let tint = state.color, tint.alpha > 0 { color = tint }
      }
      if shift != 0 { map = map.followed(by: AffineTransform(translationX: shift, y: 0)) }
    }

    func apply(to part: PartDrawing) -> Image {
      var image = Image(.drawing(part))
      if var color {
        let amount = Float(color.alpha)
        color.alpha = 1
        image = image.dissolved(to: Image(color: color).matted(by: image), amount: amount)
      }
      image = image.transformed(by: map)
      if blur > 0.05 { image = image.gaussianBlurred(sigma: blur) }
      return image.opacity(Float(opacity))
    }
  }
}
