// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelModel

/// Copies the packets of the one track of sound that is heard as it is, beside pictures that are drawn and encoded.
///
/// Only where it is asked for: in files without edit lists copied sound ends, and may begin, with whole packets, and
/// encoded sound does not.
struct SoundCopy: Sendable {
  let plan: PassthroughPlan
  let packets: PassthroughPlan.Packets
  private let gate: FileGate

  /// What the packets are like.
  var parameters: CodecParameters { packets.parameters[0] }

  /// The copy of the sound of `job` into a file at `path`; `nil` where none is asked for.
  ///
  /// - Throws: `MoonreelError` (`invalidTimeline`), the first obstacle in words; others where a file cannot be read.
  init?(_ job: ExportJob, path: String, gate: FileGate) throws {
    guard job.settings.copiedSound != nil else { return nil }
    let container = job.settings.container
    self.gate = gate
    do {
      plan = try PassthroughPlan(soundOf: job.request, range: job.range)
      let canHide = try PassthroughWriter.canHide(in: container, at: path, gate: gate)
      packets = try plan.packets(
        canHide: canHide, canPrime: PassthroughWriter.canPrime(in: container), gate: gate)
      guard packets.parameters[0].fit(container) else {
        let name = plan.lanes[0].pieces[0].asset.codecName
        throw PassthroughPlan.Obstacle(reason: "a \(container.ending) file cannot hold \(name)")
      }
    } catch let obstacle as PassthroughPlan.Obstacle {
      throw obstacle.soundRefusal
    }
  }

  /// The track that is all of the sound of `request` over `range`, as it is, and coded as `settings` would code it; `nil`
  /// where there is none, or the file at `path` could not hide what belongs to its packets and not to the film. As with
  /// pictures, its bit rate is its own, whatever is asked for.
  static func untouchedTrack(
    of request: ExportRequest, over range: TimeRange, _ settings: OutputSettings, path: String,
    gate: FileGate
  ) -> AssetTrack? {
    var request = request
    request.output.audioBitRate = nil
    guard let audio = settings.audio, settings.moreAudio.isEmpty,
      (try? PassthroughWriter.canHide(in: settings.container, at: path, gate: gate)) == true,
      let plan = try? PassthroughPlan(soundOf: request, range: range), plan.lanes.count == 1,
      let piece = plan.lanes[0].pieces.first, plan.lanes[0].pieces.count == 1,
      let sound = piece.asset.audio
    else { return nil }
    let isAlike =
      piece.asset.codecName == audio.codec.rawValue && sound.sampleRate == audio.sampleRate
      && sound.layout == audio.layout
    return isAlike ? piece.asset : nil
  }

  /// The packets on their way into `writer`.
  ///
  /// - Throws: `MoonreelError` naming the file that cannot be opened.
  func lane(to writer: MediaWriter) throws -> PacketLane {
    try PacketLane(plan.lanes[0], packets.cuts[0], track: 0, writer: writer, gate: gate)
  }
}

extension ExportRequest {
  /// The track whose packets are the sound of a file of kind `container`; `nil` where none are copied.
  ///
  /// - Throws: `MoonreelError` (`invalidTimeline`), the first obstacle in words.
  func copiedSound(in container: Container) throws -> AssetTrack? {
    guard output.copiesSound, hasSound, output.includesAudio, !container.holdsOnePicture else {
      return nil
    }
    do {
      guard container.takesCopies else {
        throw PassthroughPlan.Obstacle(reason: "none are copied into \(container.ending) files")
      }
      return try PassthroughPlan(soundOf: self, range: effectiveRange()).lanes[0].pieces[0].asset
    } catch let obstacle as PassthroughPlan.Obstacle {
      throw obstacle.soundRefusal
    }
  }
}

extension PassthroughPlan.Obstacle {
  /// The error where the sound is to be copied.
  fileprivate var soundRefusal: MoonreelError {
    MoonreelError(
      .invalidTimeline,
      "Cannot copy the packets of the sound: \(text). Leave audio_codec = 'copy' out, or change the timeline."
    )
  }
}
