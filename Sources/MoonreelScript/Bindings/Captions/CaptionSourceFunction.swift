// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel
import MoonreelText

/// `mr.source.captions`: captions drawn into pictures.
struct CaptionSourceFunction {
  let host: ScriptHost

  static let ownNames = [
    "captions", "frame", "position", "align", "safe_area", "max_lines", "line_spacing", "highlight",
    "keep_positions",
  ]
  static let highlightNames = ["mode", "fill", "box", "scale"]
  /// Full HD, where nothing says how large the frame is.
  private static let usualFrame = PixelSize(1920, 1080)

  func make(_ call: Call) throws -> LuaValue {
    let options = try call[0].options(Self.ownNames + TextReader.lookNames, owner: call.name)
    let rule = "mr.captions(…), or what it takes"
    let captions = try CaptionsFunction(host: host).read(
      try options.required("captions", rule))
    let look = try look(options)
    let frame = try options["frame"].ifGiven { try $0.pixelSize() }
    try check(captions, look, call)
    return .object(
      SourceHandle(
        CaptionPictures(
          captions, look: look, size: frame ?? Self.usualFrame, keepsSize: frame != nil)))
  }

  private func look(_ options: Options) throws -> CaptionLook {
    var look = CaptionLook()
    look.text = try TextReader(host: host).look(options)
    try options["line_spacing"].ifGiven { look.text.block.lineSpacing = try $0.real(0.1...10) }
    try options["position"].ifGiven { look.gravity = try $0.choice() }
    try options["align"].ifGiven { look.alignment = try $0.choice() }
    try options["max_lines"].ifGiven { look.maximumLines = try $0.integer(1...100) }
    try options["keep_positions"].ifGiven { look.keepsPlacement = try $0.boolean() }
    try options["safe_area"].ifGiven { try setSafeArea(&look, $0) }
    look.highlight = try options["highlight"].ifGiven { try highlight($0) }
    return look
  }

  private func setSafeArea(_ look: inout CaptionLook, _ argument: Argument) throws {
    guard case .table = argument.value else {
      let share = try argument.real(0...0.45)
      (look.safeAreaX, look.safeAreaY) = (share, share)
      return
    }
    let rule = "a share of the frame from 0 to 0.45, or { across, down }"
    let shares = try argument.items(rule).map { try $0.real(0...0.45) }
    guard shares.count == 2 else { throw argument.expected(rule) }
    (look.safeAreaX, look.safeAreaY) = (shares[0], shares[1])
  }

  private func highlight(_ argument: Argument) throws -> CaptionHighlight {
    let options = try argument.options(Self.highlightNames, owner: argument.label)
    let modes = "'said', 'word' or 'appear'"
    var highlight = CaptionHighlight(mode: try options.required("mode", modes).choice())
    try options["fill"].ifGiven { highlight.fill = try $0.paint() }
    try options["box"].ifGiven { highlight.box = try TextReader(host: host).backdrop($0) }
    try options["scale"].ifGiven { highlight.scale = try $0.real(0.5...2) }
    let isBare = highlight.fill == nil && highlight.box == nil && highlight.scale == 1
    if isBare, highlight.mode != .appear { highlight.fill = .color(try Color(text: "gold")) }
    return highlight
  }

  /// Refuses captions that are too long, and warns of letters that no font has.
  private func check(_ captions: Captions, _ look: CaptionLook, _ call: Call) throws {
    for caption in captions where caption.text.utf8.count > TextDescription.longestText {
      throw MoonreelError(
        .limitExceeded,
        "bad 'captions' of \(call.name): the caption at \(caption.timeRange.start) has more than "
          + "\(TextDescription.longestText) bytes; split it")
    }
    var seen: Set<Unicode.Scalar> = []
    var letters = ""
    for scalar in captions.lazy.flatMap({ $0.spans }).flatMap({ $0.text.unicodeScalars })
    where letters.utf8.count < TextDescription.longestText / 4 && seen.insert(scalar).inserted {
      letters.unicodeScalars.append(scalar)
    }
    var sample = TextDescription(letters, style: look.text.style)
    sample.style.size = 8
    sample.block.width = 2000
    TextFunction(host: host).warn(try TextDrawing.of(sample), at: call.place)
  }
}
