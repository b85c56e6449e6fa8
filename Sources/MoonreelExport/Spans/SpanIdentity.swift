// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelRender

/// What stands for a span: all that can change its packets, and nothing of when it is shown.
enum SpanIdentity {
  /// The identity of the frames with these `digests`; `nil` where one has none.
  ///
  /// - Parameters:
  ///   - look: how frames are drawn.
  ///   - encoded: how they are encoded, by which program.
  ///   - environment: what else pictures may depend on.
  static func digest(
    of digests: ArraySlice<Digest?>, look: Digest?, encoded: Digest, environment: Digest?
  ) -> Digest? {
    let known = digests.compactMap { $0 }
    guard known.count == digests.count else { return nil }
    return DigestWriter("span", look, encoded, environment, known).digest
  }
}

extension FilmDigests.Look {
  /// How the pictures of `job` are drawn for `video`.
  init(of job: ExportJob, _ video: VideoEncoding) {
    var target = ExportPlacement(of: job.composition, in: video).target
    target.quality = job.request.renderQuality
    self.init(
      size: target.size, format: target.format, color: target.color,
      workingColor: target.workingColor, scale: target.scale, quality: target.quality)
  }

  /// What stands for it.
  var digest: Digest {
    DigestWriter("look", size, format, color, workingColor, scale, quality.rawValue).digest
  }
}
