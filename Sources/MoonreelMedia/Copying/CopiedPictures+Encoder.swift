// SPDX-License-Identifier: MIT

import CFFmpeg
import MoonreelCore

extension CopiedPictures {
  /// Why none of the packets can stand among those of an encoder, in one track; `nil` where they can. A clause about
  /// the file.
  ///
  /// - Parameters:
  ///   - encoding: how the film's own pictures are coded.
  ///   - encoder: what its encoder says of them.
  package func obstacle(
    beside encoder: CodecParameters, _ encoding: VideoEncoding
  ) -> String? {
    let (own, other) = (parameters.parameters.pointee, encoder.parameters.pointee)
    guard own.codec_id == other.codec_id else {
      return "it is coded as \(track.codecName) and the film as \(encoding.codec.rawValue)"
    }
    if let change = change { return change }
    guard own.format == other.format else {
      return
        "its pictures are stored as \(Self.name(own.format)) and the film's as \(Self.name(other.format))"
    }
    guard own.width == other.width, own.height == other.height else {
      return "its pictures have another size than the film's"
    }
    if encoding.hdr != nil, encoding.hdr != track.video?.hdr {
      return "it states another light than the film"
    }
    return ruleObstacle(beside: encoder, encoding)
  }

  /// What is done to its pictures when they are read.
  private var change: String? {
    guard let video = track.video else { return "it has no pictures" }
    if video.fieldOrder != nil { return "its pictures are interlaced" }
    if video.isColorOverridden { return "its colours are read otherwise than it states" }
    if let use = video.profile?.use, use != .unused { return "its colours are those of a profile" }
    if video.isStillImage { return "it is a still image" }
    return nil
  }

  private func ruleObstacle(
    beside encoder: CodecParameters, _ encoding: VideoEncoding
  ) -> String? {
    let (own, other) = (parameters.parameters.pointee, encoder.parameters.pointee)
    let isOtherwise = "it is coded with other settings than the film's encoder takes"
    switch encoding.codec.copyRule {
    case .never: return "packets of \(encoding.codec.rawValue) are never copied among others"
    case .sequenceHeaders: return own.profile == other.profile ? nil : isOtherwise
    case .keyFrames:
      if track.video?.format.hasAlpha == true { return "its alpha lies beside its pictures" }
      let profiles = [own.profile, other.profile]
      return profiles.contains(FF_PROFILE_UNKNOWN) || own.profile == other.profile
        ? nil : isOtherwise
    case .singlePictures:
      // Where the tag says the profile, libav's parameters do not.
      guard own.codec_tag == other.codec_tag || other.codec_tag == 0,
        own.profile == other.profile || other.profile == FF_PROFILE_UNKNOWN || other.codec_tag != 0
      else { return isOtherwise }
      return isDescribed(as: encoder) ? nil : isOtherwise
    case .parameterSets: return setsObstacle(beside: encoder, encoding)
    }
  }

  private func isDescribed(as encoder: CodecParameters) -> Bool {
    parameters.description.elementsEqual(encoder.description)
  }

  /// - Parameter encoder: an encoder with the numbers that it has where nobody asks for others.
  private func setsObstacle(
    beside encoder: CodecParameters, _ encoding: VideoEncoding
  ) -> String? {
    guard let sets, !sets.units.isEmpty else { return "it does not state its parameter sets" }
    guard encoding.options["profile"] != nil || encoding.options["level"] != nil,
      let own = sets.profileAndLevel, let asked = ParameterSets(encoder)?.profileAndLevel
    else { return nil }
    return own.profile > asked.profile || own.level > asked.level
      ? "its profile or level lies above the one that is asked for" : nil
  }

  private static func name(_ format: Int32) -> String {
    av_get_pix_fmt_name(AVPixelFormat(format)).map { String(cString: $0) } ?? "unknown samples"
  }
}
