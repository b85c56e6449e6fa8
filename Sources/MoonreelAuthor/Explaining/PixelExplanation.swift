// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelMedia
import MoonreelModel
import MoonreelRender
import MoonreelScript

/// Why a pixel of a film is what it is: what was done for its frame, with what each step left there.
///
/// For example: `print(try PixelExplanation(of: film, at: time, x: 320, y: 180).text)`.
public struct PixelExplanation: Sendable {
  /// One thing that was done.
  public struct Step: Sendable {
    /// What, in one word: a case of `FrameTrace.Kind`.
    public var kind: String
    /// Which one: a layer, a file, an effect; empty where there is no telling.
    public var name: String
    /// The line of the script that asks for it, `"promo.lua:12"`; `nil` where nobody knows.
    public var place: String?
    /// Why it does not matter for this pixel; `nil` where it may.
    public var remark: String?
    /// The numbers and words that it went by.
    public var values: [Value]
    /// What it left at this pixel, where that ends up in the frame; `nil` where it left no picture.
    public var color: PixelColor?
    /// The picture graph behind it, down to the pictures of steps before; empty unless asked for.
    public var nodes: [Node]
    /// What was done for it, in order.
    public var steps: [Step]
  }

  /// A number, a word or a list that a step went by.
  public struct Value: Sendable {
    /// What it is called: `"opacity"`.
    public var name: String
    /// What it is at the frame's time.
    public var text: String
    /// How it moves, in words; `nil` where it does not.
    public var motion: String?
    /// The line of the script that gives its keyframes; `nil` where there are none, or nobody knows.
    public var place: String?
  }

  /// One node of a picture graph.
  public struct Node: Sendable {
    /// What it is: `"crop"`, `"kernel 'vignette'"`.
    public var name: String
    /// The line of the script that made it, where a script's own function did.
    public var place: String?
    /// What it is at this pixel; `nil` where nobody knows where it ends up.
    public var color: PixelColor?
    /// Whether it is the picture of a step before, and so not looked into.
    public var isKnown: Bool
    /// What it is made from.
    public var inputs: [Node]
  }

  /// When the frame begins, on the film's clock.
  public let time: Time
  /// Its number at the film's rate, from 0.
  public let frame: Int64
  /// The pixel's column, from 0 at the left.
  public let x: Int
  /// Its row, from 0 at the top.
  public let y: Int
  /// The film's size, in whose pixels `x` and `y` count.
  public let size: PixelSize
  /// The colour space of all numbers.
  public let colorTags: ColorTags
  /// The pixel of the frame.
  public let color: PixelColor
  /// What was done for the frame, in order.
  public let steps: [Step]

  /// Looks into the frame of `film` that is on screen at `time`.
  ///
  /// - Parameters:
  ///   - x: the pixel's column, from 0 at the left.
  ///   - y: its row, from 0 at the top.
  ///   - hasGraph: whether the picture graph of each step is wanted, too.
  /// - Throws: `MoonreelError`: `invalidArgument` for a time or a pixel outside the film, `invalidTimeline` for a film
  ///   without pictures, whatever reading and drawing throw.
  public init(
    of film: ExportRequest, gate: FileGate, at time: Time, x: Int, y: Int, hasGraph: Bool = false
  ) throws {
    let frame = try StillGenerator(of: film, gate: gate).traced(at: time)
    let size = frame.composition.renderSize
    try Self.checkPixel(x, y, of: size)
    let color = frame.composition.color
    (self.time, self.frame, self.x, self.y) = (frame.time, frame.index, x, y)
    (self.size, colorTags) = (size, color)
    let background = frame.image.over(Image(color: .black))
    let probe = PixelProbe(x: x, y: y, color: color)
    self.color = try probe.color(of: background)
    var explainer = StepExplainer(probe: probe, hasGraph: hasGraph)
    steps = try explainer.steps(frame.steps, .some(.identity))
  }
}

extension PixelExplanation {
  /// Refuses what `film` does not have.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) for a time or a pixel outside the film; `invalidTimeline` for a film
  ///   without pictures.
  public static func check(_ film: ExportRequest, gate: FileGate, at time: Time, x: Int, y: Int)
    throws
  {
    try StillGenerator(of: film, gate: gate).check(time)
    try checkPixel(x, y, of: film.effectiveComposition.renderSize)
  }

  private static func checkPixel(_ x: Int, _ y: Int, of size: PixelSize) throws {
    guard (0..<size.width).contains(x), (0..<size.height).contains(y) else {
      throw MoonreelError(
        .invalidArgument,
        "There is no pixel \(x),\(y): the film has \(size) pixels, so columns are 0 to \(size.width - 1) "
          + "and rows 0 to \(size.height - 1).")
    }
  }
}

extension StillGenerator {
  /// A generator for frames of `film`.
  convenience init(of film: ExportRequest, gate: FileGate) throws {
    try self.init(
      timeline: film.timeline, composition: film.videoComposition, timeRange: film.timeRange,
      gate: gate)
  }
}

/// Finds out what steps left at a pixel.
private struct StepExplainer {
  let probe: PixelProbe
  let hasGraph: Bool
  /// The pictures of the steps so far.
  private var known: Set<ObjectIdentifier> = []
  private var nodeCount = 0

  /// How many nodes are looked at for a frame.
  private static let nodeLimit = 2000

  init(probe: PixelProbe, hasGraph: Bool) { (self.probe, self.hasGraph) = (probe, hasGraph) }

  /// `steps`, whose pictures lie in one that `outer` moves into the frame; `nil`: nobody knows where.
  mutating func steps(_ steps: [FrameTrace.Step], _ outer: AffineTransform?) throws
    -> [PixelExplanation.Step]
  {
    var found: [PixelExplanation.Step] = []
    // The layer above that hides the others, once one does.
    var hider: String?
    for step in steps {
      let map = step.map.flatMap { own in outer.map { own.followed(by: $0) } }
      var shown = PixelExplanation.Step(
        kind: step.kind.rawValue, name: step.name, place: step.place,
        values: step.values.map(\.shown),
        nodes: [], steps: try self.steps(step.steps, map))
      if let picture = step.picture, let map {
        let color = try probe.color(of: picture, map, step.sampling)
        shown.color = color
        if step.kind == .layer {
          shown.remark =
            hider.map { "hidden here by \($0)" }
            ?? (color.isTransparent ? "not here" : nil)
          if hider == nil, color.isOpaque, step.hidesBelow { hider = step.name }
        }
        if hasGraph { shown.nodes = [try node(picture, map, step.sampling)] }
        known.insert(ObjectIdentifier(picture))
      }
      found.append(shown)
    }
    return found
  }

  private mutating func node(
    _ image: Image, _ map: AffineTransform, _ sampling: Image.Sampling
  ) throws -> PixelExplanation.Node {
    nodeCount += 1
    let isKnown = known.contains(ObjectIdentifier(image))
    var node = PixelExplanation.Node(
      name: image.node.name, place: image.place, color: try probe.color(of: image, map, sampling),
      isKnown: isKnown, inputs: [])
    guard !isKnown, nodeCount < Self.nodeLimit else { return node }
    var inner = map
    if case .transform(_, let own, _) = image.node { inner = own.followed(by: map) }
    for input in image.node.inputs { node.inputs.append(try self.node(input, inner, sampling)) }
    return node
  }
}

extension FrameTrace.Value {
  fileprivate var shown: PixelExplanation.Value {
    PixelExplanation.Value(name: name, text: text, motion: motion.words, place: motion.place)
  }
}

extension ValueMotion {
  /// In words; `nil` where nothing moves.
  fileprivate var words: String? {
    switch self {
    case .constant: nil
    case .expression: "by a function of time"
    case .keyframes(let from?, let to?, _):
      "between keyframe \(from.number) at \(from.time) and \(to.number) at \(to.time)"
    case .keyframes(let from?, nil, _):
      "held since keyframe \(from.number), the last, at \(from.time)"
    case .keyframes(nil, let to?, _): "held until keyframe \(to.number), the first, at \(to.time)"
    case .keyframes(nil, nil, _): nil
    }
  }

  /// The line of the script that gives the keyframes.
  fileprivate var place: String? {
    switch self {
    case .constant, .expression: nil
    case .keyframes(_, _, let place): place
    }
  }
}
