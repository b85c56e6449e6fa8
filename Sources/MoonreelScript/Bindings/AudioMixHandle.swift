// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// An audio mix in a script: steps that wait for the rate of the export they go into.
final class AudioMixHandle: Handle {
  override class var typeName: String { "audio mix" }
  private typealias Step = (inout AudioMix, FrameRate?) throws -> Void
  private var steps: [Step] = [] {
    didSet { holding.bytes = 512 + 192 * steps.count }
  }
  private let holding = MemoryHolding(512)
  /// The tracks whose sound it sets.
  private(set) var tracks = NamedTracks()

  /// How tracks sound besides their volumes, in the order in which they were named.
  private(set) var sounds: [(track: TrackHandle, audio: LayerAudio)] = []
  /// The buses that they go to.
  private var buses: [SoundBus] = []

  /// The mix with frames and timecodes counted at `rate`.
  func mix(at rate: FrameRate?) throws -> AudioMix {
    var mix = AudioMix(buses: buses)
    for step in steps { try step(&mix, rate) }
    return try withSounds(mix)
  }

  /// Changes how `track` sounds.
  func change(
    _ track: TrackHandle, needing others: [SoundBus] = [],
    _ change: (inout LayerAudio) throws -> Void
  ) throws {
    let known = sounds.firstIndex { $0.track.id == track.id }
    var audio = known.map { sounds[$0].audio } ?? LayerAudio()
    try change(&audio)
    for bus in others where !buses.contains(where: { $0.id == bus.id }) { buses.append(bus) }
    if let known {
      sounds[known].audio = audio
    } else {
      sounds.append((track, audio))
    }
    // The track is in the mix, also where nothing else was said of it.
    note(track) { _, _ in }
  }

  /// Notes a change to the parameters of `track`, or of the whole mix where `nil`.
  private func note(
    _ track: TrackHandle?, _ change: @escaping (inout AudioMixParameters, FrameRate?) throws -> Void
  ) {
    let id = track?.id
    if let track { tracks.note(track) }
    steps.append { mix, rate in
      if let index = mix.parameters.firstIndex(where: { $0.trackID == id }) {
        try change(&mix.parameters[index], rate)
      } else {
        var parameters = AudioMixParameters(trackID: id)
        try change(&parameters, rate)
        mix.parameters.append(parameters)
      }
    }
  }

  /// The loudest factor: +24 dB.
  private static let factors: ClosedRange<Double> = 0...16

  static var binding: TypeBinding {
    TypeBinding(AudioMixHandle.self) { type in
      addVolume(&type)
      addRamp(&type)
      addSounds(&type)
      type.method("pitch", ["track", "algorithm"]) { handle, call in
        let track = try call[0].audioTrack()
        let algorithm = try call[1].choice(TimePitchAlgorithm.self)
        handle.note(track) { parameters, _ in parameters.timePitchAlgorithm = algorithm }
        return call.receiver
      }
      type.method("declick", ["track", "duration"]) { handle, call in
        let track = try call[0].audioTrack()
        let length = try call[1].duration(track.owner.rate)
        handle.note(track) { parameters, _ in parameters.declick = length }
        return call.receiver
      }
      type.method("volume_at", ["track", "time"]) { handle, call in
        let track = try call[0].audioTrack()
        let time = try call[1].time(track.owner.rate)
        let mix = try handle.mix(at: track.owner.rate)
        return .number(mix.parameters(for: track.id)?.volume(at: time) ?? 1)
      }
    }
  }

  private static func addVolume(_ type: inout TypeBuilder<AudioMixHandle>) {
    func set(_ handle: AudioMixHandle, _ track: TrackHandle?, _ volume: Argument, _ at: Argument)
      throws
    {
      let (volume, time) = (try volume.real(factors), try at.laterTime())
      handle.note(track) { $0.setVolume(volume, at: try time($1)) }
    }
    type.method("volume", ["track", "volume", "at?"]) { handle, call in
      try set(handle, try call[0].audioTrack(), call[1], call[2])
      return call.receiver
    }
    type.method("master_volume", ["volume", "at?"]) { handle, call in
      try set(handle, nil, call[0], call[1])
      return call.receiver
    }
  }

  private static func addRamp(_ type: inout TypeBuilder<AudioMixHandle>) {
    func add(_ handle: AudioMixHandle, _ track: TrackHandle?, _ arguments: [Argument]) throws {
      let (start, end) = (try arguments[0].real(factors), try arguments[1].real(factors))
      let range = try arguments[2].laterRange()
      handle.note(track) { $0.addVolumeRamp(from: start, to: end, in: try range($1)) }
    }
    type.method("volume_ramp", ["track", "from", "to", "range"]) { handle, call in
      try add(handle, try call[0].audioTrack(), [call[1], call[2], call[3]])
      return call.receiver
    }
    type.method("master_volume_ramp", ["from", "to", "range"]) { handle, call in
      try add(handle, nil, [call[0], call[1], call[2]])
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
