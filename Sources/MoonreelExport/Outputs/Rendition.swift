// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia

/// One of the sizes in which a stream holds its pictures; players choose by the room they have and the speed of the line.
public struct Rendition: Hashable, Sendable {
  /// How large the pictures are.
  public var size: OutputSize
  /// Their quality from 0 (smallest) to 1 (best); `nil`: as the output's.
  public var quality: Double?
  /// Bits a second to aim at; `nil`: as the output's.
  public var bitRate: Int?

  /// The most of a stream.
  public static let limit = 16

  /// Pictures of `size`, as the output's otherwise.
  public init(_ size: OutputSize, quality: Double? = nil, bitRate: Int? = nil) {
    (self.size, self.quality, self.bitRate) = (size, quality, bitRate)
  }
}

extension ExportRequest {
  /// Makes a stream of `settings`, which are those of one file: its renditions, with key frames where segments begin.
  ///
  /// - Parameter encoding: how the pictures of a request are coded.
  /// - Throws: `MoonreelError` (`invalidArgument`) where renditions or segments are asked for and it is none, or what is
  ///   asked for is none of a stream.
  func makeStream(
    of settings: inout OutputSettings, encoding: (ExportRequest) throws -> VideoEncoding?
  ) throws {
    let container = settings.container
    guard container.isStream else {
      guard output.renditions.isEmpty, output.segmentDuration == nil else {
        throw MoonreelError(
          .invalidArgument,
          "A \(container.ending) file has neither renditions nor segments: end the name in "
            + "\(Container.endings(of: \.isStream)), or leave them out.")
      }
      return
    }
    guard output.renditions.count <= Rendition.limit else {
      throw MoonreelError(
        .limitExceeded,
        "Cannot write \(output.renditions.count) renditions: \(Rendition.limit) are the most.")
    }
    if let video = settings.video {
      guard video.passes == 1 else {
        throw MoonreelError(
          .invalidArgument, "A stream is encoded in one pass: leave 'passes' out, or write .mp4.")
      }
      let renditions = try output.renditions.map { try encoding(request(for: $0)) ?? video }
      settings.video = renditions.first ?? video
      settings.moreVideo = Array(renditions.dropFirst())
    } else if !output.renditions.isEmpty {
      throw MoonreelError(
        .invalidArgument, "A stream without pictures has no renditions: leave them out.")
    }
    let wanted = output.segmentDuration ?? settings.segmentDuration
    guard wanted >= Time(wholeSeconds: 1), wanted <= Time(wholeSeconds: 60) else {
      throw MoonreelError(
        .invalidArgument, "Cannot make segments of \(wanted): give 1 to 60 seconds.")
    }
    // A whole number of frames, so that every segment begins with one.
    settings.segmentDuration =
      settings.video.map { $0.frameRate.time(ofFrame: $0.frameRate.frames(inSegmentOf: wanted)) }
      ?? wanted
    let interval = settings.segmentDuration
    settings.changeVideos { $0.keyFrameInterval = interval }
  }

  private func request(for rendition: Rendition) -> ExportRequest {
    var request = self
    request.preset?.video?.maximumSize = nil
    request.scale = rendition.size.scale(of: effectiveComposition)
    request.output.quality = rendition.quality ?? output.quality
    request.output.videoBitRate = rendition.bitRate ?? output.videoBitRate
    return request
  }
}

extension OutputSettings {
  /// Changes all renditions.
  mutating func changeVideos(_ change: (inout VideoEncoding) -> Void) {
    if var video {
      change(&video)
      self.video = video
    }
    for index in moreVideo.indices { change(&moreVideo[index]) }
  }
}
