// SPDX-License-Identifier: MIT

import CFFmpeg
import MoonreelCore

/// What becomes of the pictures of one stream by what its file, or each of its files, says of their colours.
///
/// Frames come out of decoders without what their files say, so packets are looked into on their way in.
final class StillColors {
  /// What becomes of a picture, and the profile that is the reason where there is one.
  struct Outcome {
    var use: ProfileUse
    var profile: ColorProfile?
  }

  /// What counts for all pictures of the stream.
  private let common: StillColor
  /// Whether each packet is the file of a picture and speaks for itself.
  let areInPackets: Bool
  /// By the number of their packet, those that were sent last: they may be in the decoder.
  private var stated: [(ordinal: Int, color: StillColor)] = []
  /// The outcome that was found last: pictures of a sequence mostly have one profile.
  private var last: (statement: StillColor.Statement?, space: ICCProfile.Space, outcome: Outcome)?

  /// A decoder holds back one picture for each of its threads, 16 at most.
  private static let mostStated = 20
  private static let codecs = [
    AV_CODEC_ID_MJPEG, AV_CODEC_ID_PNG, AV_CODEC_ID_WEBP, AV_CODEC_ID_TIFF,
  ]

  /// The colours of `stream` in `format`; `nil` where it is no still and no animation.
  init?(_ stream: UnsafeMutablePointer<AVStream>, _ format: FormatContext) {
    guard StillCodecs.contains(stream, format.formatName) else { return nil }
    let parameters = stream.pointee.codecpar.pointee
    if let pictures = format.rawPictures {
      common = StillColor(pictures.profile.map { StillColor.stated(by: $0) })
      areInPackets = false
    } else if parameters.codec_id == AV_CODEC_ID_APNG {
      let chunks = UnsafeBufferPointer(
        start: parameters.extradata, count: Int(parameters.extradata_size))
      let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
      common = StillInspector(bytes: signature + chunks).color
      areInPackets = false
    } else {
      common = StillColor()
      areInPackets = Self.codecs.contains(parameters.codec_id)
    }
  }

  /// Looks into `packet` before it is decoded, and makes ready for the decoder what is stored as ink.
  func inspect(_ packet: UnsafeMutablePointer<AVPacket>, ordinal: Int) {
    guard areInPackets else { return }
    var color = StillInspector(packet).color
    if color.ink != nil { JPEGInk.bare(packet) }
    // Pictures of a sequence mostly have one profile, which is then kept once.
    if let last = stated.last?.color, last == color { color = last }
    stated.removeAll { $0.ordinal == ordinal }
    stated.append((ordinal, color))
    if stated.count > Self.mostStated { stated.removeFirst() }
  }

  /// What is said of the picture of packet `ordinal`, which was sent lately.
  func color(of ordinal: Int) -> StillColor {
    areInPackets ? stated.last { $0.ordinal == ordinal }?.color ?? common : common
  }

  /// What is said of the first picture, where `file` is its file.
  func first(_ file: StillInspector?) -> StillColor {
    areInPackets ? file?.color ?? common : common
  }

  /// What becomes of a picture of `format` for which `color` counts; `nil` where nothing is said.
  func outcome(_ color: StillColor, _ format: PixelFormat) -> Outcome? {
    guard !color.isSilent else { return nil }
    let space: ICCProfile.Space = color.ink != nil ? .cmyk : format.family == .gray ? .gray : .rgb
    if let last, last.statement == color.statement, last.space == space { return last.outcome }
    let outcome = Self.outcome(color.statement, space)
    last = (color.statement, space, outcome)
    return outcome
  }

  private static func outcome(_ statement: StillColor.Statement?, _ space: ICCProfile.Space)
    -> Outcome
  {
    switch statement {
    case nil: outcome("CMYK without a profile", .unused("it has none"), isFault: false)
    case .codePoints(let points):
      Outcome(use: .tagged(primaries: points.primaries, transfer: points.transfer))
    case .lostProfile(let fault): outcome("without a name", .unused(fault))
    case .profile(let bytes):
      if let profile = ICCProfile(bytes) {
        outcome(profile.name, ProfileUse(profile, for: space))
      } else {
        outcome("without a name", .unused("it is damaged"))
      }
    case .curve(let gamma, let chromaticities):
      outcome(
        ([gamma.map { "gamma \($0)" }, chromaticities.map { _ in "chromaticities" }]
          .compactMap { $0 }).joined(separator: ", "),
        profile(gamma, chromaticities, space).map { ProfileUse($0, for: space) }
          ?? .unused("no colours are like that"))
    }
  }

  private static func outcome(_ name: String, _ use: ProfileUse, isFault: Bool = true) -> Outcome {
    var profile = ColorProfile(name: name, use: .tagged)
    switch use {
    case .tagged: break
    case .converted: profile.use = .converted
    case .unused(let fault):
      profile.use = .unused
      profile.fault = isFault ? fault : nil
    }
    return Outcome(use: use, profile: profile)
  }

  /// The profile that a PNG's numbers amount to.
  private static func profile(
    _ gamma: Double?, _ chromaticities: [Double]?, _ space: ICCProfile.Space
  ) -> ICCProfile? {
    if let gamma, !(0.05...20).contains(gamma) { return nil }
    let exponent = gamma.map { 1 / $0 }
    if space == .gray { return ICCProfile(grayExponent: exponent) }
    let usual = ColorTags.Primaries.bt709.chromaticities.flatMap { [$0.x, $0.y] }
    let points = chromaticities ?? [0.3127, 0.3290] + usual
    guard points.allSatisfy({ (0...1).contains($0) }), points[1] > 0 else { return nil }
    return ICCProfile(chromaticities: points, exponent: exponent)
  }
}
