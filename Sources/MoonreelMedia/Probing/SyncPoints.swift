// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost

/// Finds the packets at which decoding of pictures can start.
enum SyncPoints {
  /// Animations whose frames build on all frames before them, whatever the container says.
  private static let cumulative = [
    AV_CODEC_ID_GIF, AV_CODEC_ID_APNG, AV_CODEC_ID_FLIC, AV_CODEC_ID_BINKVIDEO,
    AV_CODEC_ID_SMACKVIDEO, AV_CODEC_ID_ANM, AV_CODEC_ID_ROQ, AV_CODEC_ID_INTERPLAY_VIDEO,
    // Its pictures do not say whether they stand alone.
    AV_CODEC_ID_H261,
  ]

  /// The ordinals of the sync points among `entries`.
  static func find(_ entries: [PacketEntry], codec: AVCodecID, _ formatName: String) -> [Int] {
    if cumulative.contains(codec) { return [0] }
    let properties = avcodec_descriptor_get(codec)?.pointee.props ?? 0
    if properties & AV_CODEC_PROP_INTRA_ONLY != 0 { return Array(entries.indices) }
    let found = entries.indices.filter { entries[$0].isKeyFrame }
    guard let first = found.first else { return [0] }
    // What lies before the first key frame is decoded from the beginning, as far as it goes.
    return first == 0 ? found : [0] + found
  }
}
