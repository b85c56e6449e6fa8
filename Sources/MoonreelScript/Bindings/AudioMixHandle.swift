// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// An audio mix in a script: it changes in place.
final class AudioMixHandle: Handle {
  override class var typeName: String { "audio mix" }
  override var cost: Int { 1024 }
  private(set) var mix = AudioMix()

  /// Changes the parameters of track `id`, or of the whole mix where `nil`.
  private func update(_ id: TrackID?, _ body: (inout AudioMixParameters) -> Void) {
    if let index = mix.parameters.firstIndex(where: { $0.trackID == id }) {
      body(&mix.parameters[index])
    } else {
      var parameters = AudioMixParameters(trackID: id)
      body(&parameters)
      mix.parameters.append(parameters)
    }
  }

  /// The loudest factor: +24 dB.
  private static let factors: ClosedRange<Double> = 0...16

  static var binding: TypeBinding {
    TypeBinding(AudioMixHandle.self) { type in
      addTrackVolume(&type)
      addMasterVolume(&type)
      type.method("pitch", ["track", "algorithm"]) { handle, call in
        let track = try call[0].audioTrack()
        let algorithm = try call[1].choice(TimePitchAlgorithm.self)
        handle.update(track.id) { $0.timePitchAlgorithm = algorithm }
        return call.receiver
      }
    }
  }

  private static func addTrackVolume(_ type: inout TypeBuilder<AudioMixHandle>) {
    type.method("volume", ["track", "volume", "at?"]) { handle, call in
      let (track, volume) = (try call[0].audioTrack(), try call[1].real(factors))
      let time = try call[2].ifGiven { try $0.time(track.owner.rate) } ?? .zero
      handle.update(track.id) { $0.setVolume(volume, at: time) }
      return call.receiver
    }
    type.method("volume_ramp", ["track", "from", "to", "range"]) { handle, call in
      let track = try call[0].audioTrack()
      let (start, end) = (try call[1].real(factors), try call[2].real(factors))
      let range = try call[3].range(track.owner.rate)
      handle.update(track.id) { $0.addVolumeRamp(from: start, to: end, in: range) }
      return call.receiver
    }
    type.method("volume_at", ["track", "time"]) { handle, call in
      let track = try call[0].audioTrack()
      let time = try call[1].time(track.owner.rate)
      return .number(handle.mix.parameters(for: track.id)?.volume(at: time) ?? 1)
    }
  }

  private static func addMasterVolume(_ type: inout TypeBuilder<AudioMixHandle>) {
    type.method("master_volume", ["volume", "at?"]) { handle, call in
      let volume = try call[0].real(factors)
      let time = try call[1].ifGiven { try $0.time(.usual) } ?? .zero
      handle.update(nil) { $0.setVolume(volume, at: time) }
      return call.receiver
    }
    type.method("master_volume_ramp", ["from", "to", "range"]) { handle, call in
      let (start, end) = (try call[0].real(factors), try call[1].real(factors))
      let range = try call[2].range(.usual)
      handle.update(nil) { $0.addVolumeRamp(from: start, to: end, in: range) }
      return call.receiver
    }
  }
}

extension Argument {
  /// A track that carries sound.
  func audioTrack() throws -> TrackHandle {
    let handle: TrackHandle = try object()
    let kind = try handle.track().mediaType
    guard kind == .audio else {
      throw MoonreelError(
        .invalidArgument, "bad \(label): expected an audio track, got a \(kind.rawValue) track")
    }
    return handle
  }

  /// A track that carries pictures.
  func videoTrack() throws -> TrackHandle {
    let handle: TrackHandle = try object()
    let kind = try handle.track().mediaType
    guard kind == .video else {
      throw MoonreelError(
        .invalidArgument,
        "bad \(label): expected a video track, got \(kind == .audio ? "an" : "a") "
          + "\(kind.rawValue) track")
    }
    return handle
  }
}
