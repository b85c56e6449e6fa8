// SPDX-License-Identifier: MIT

import CFFmpeg
import MoonreelCore

/// What can stand together in one track of pictures: an encoder's packets and those of files.
package struct CopyCompany {
  /// How the film's own pictures are encoded: as asked for, but that parameter sets may have another number.
  package private(set) var encoding: VideoEncoding
  /// Why nothing can be copied of each file, a clause about it; `nil` where packets can.
  package private(set) var obstacles: [String?]
  /// What decoders need once of all that stands in the track.
  let description: [UInt8]
  /// The parameter sets of all, for files that have them with each key frame; `nil` for codecs without them.
  let sets: ParameterSets?

  /// Finds out who goes together.
  ///
  /// - Parameters:
  ///   - files: the files, those first of which most is shown: where two do not go together, the first one is copied.
  ///   - encoding: how the film's own pictures are to be encoded.
  ///   - encoder: what the encoder says of them, where that is known; `nil`: it is asked.
  ///   - isAlone: whether there are no pictures to encode, so that files need not go together with an encoder.
  /// - Throws: `MoonreelError` (`encodingFailed`) where the encoder does not open.
  package init(
    _ files: [CopiedPictures], _ encoding: VideoEncoding, saidBy encoder: CodecParameters? = nil,
    isAlone: Bool
  ) throws {
    let plain = try encoder ?? CodecParameters(ofEncoder: encoding)
    var obstacles = files.map { $0.obstacle(beside: plain, encoding) }
    var joined: ParameterSets?
    for (place, file) in files.enumerated() where obstacles[place] == nil {
      guard let sets = file.sets else { continue }
      if let known = joined, let both = known.joined(with: sets) {
        joined = both
      } else if joined == nil {
        joined = sets
      } else {
        obstacles[place] =
          "its parameter sets differ from those of other clips and have the same numbers"
      }
    }
    var (own, encoder) = (encoding, plain)
    var all = joined
    if let known = joined, !isAlone {
      if let others = ParameterSets(plain), known.joined(with: others) == nil,
        known.codec == AV_CODEC_ID_H264, known.freeNumber <= 31
      {
        own.parameterSetNumber = known.freeNumber
        encoder = try CodecParameters(ofEncoder: own)
      }
      all = ParameterSets(encoder).flatMap { known.joined(with: $0) }
      if all == nil {
        (own, encoder) = (encoding, plain)
        for place in files.indices where obstacles[place] == nil {
          obstacles[place] =
            "its parameter sets differ from the encoder's and have the same numbers"
        }
      }
    }
    (self.encoding, self.obstacles, sets) = (own, obstacles, all)
    description = all?.bytes ?? Array(encoder.description)
  }
}

extension CodecParameters {
  /// What an encoder of `encoding` says of its pictures before it has seen one, with all that decoders need once.
  ///
  /// - Throws: `MoonreelError`: `encodingFailed` where it does not open, `limitExceeded` without memory.
  package convenience init(ofEncoder encoding: VideoEncoding) throws {
    var encoding = encoding
    // Parameter sets are the same for any number of threads, each of which takes memory and time to set up.
    if encoding.codec.copyRule == .parameterSets { encoding.threadCount = 1 }
    let encoder = try VideoEncoder(encoding, globalHeader: true)
    defer { encoder.close() }
    var parameters = avcodec_parameters_alloc()
    defer { avcodec_parameters_free(&parameters) }
    guard let parameters, avcodec_parameters_from_context(parameters, encoder.context) >= 0 else {
      throw MoonreelError(.limitExceeded, "Cannot describe the pictures: out of memory.")
    }
    self.init(copying: parameters)
  }
}
