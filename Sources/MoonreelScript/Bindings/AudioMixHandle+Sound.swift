// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

extension AudioMixHandle {
  /// Methods that say of a track what `audio` says of a layer.
  static func addSounds(_ type: inout TypeBuilder<AudioMixHandle>) {
    for (name, value) in [
      ("volume_db", "decibels"), ("pan", "position"), ("balance", "position"),
      ("channels", "matrix"), ("effects", "effects"), ("loudness", "target"),
    ] {
      add(name, value, &type)
    }
    for name in ["invert", "mute", "solo"] { add(name, "on?", &type) }
    addRoutes(&type)
  }

  private static func add(
    _ name: String, _ value: String, _ type: inout TypeBuilder<AudioMixHandle>
  ) {
    guard let option = SoundOption.named(name) else {
      preconditionFailure("there is no option '\(name)' of sounds")
    }
    type.method(name, ["track", value]) { handle, call in
      let track = try call[0].audioTrack()
      let clock = KeyframeClock(length: nil, rate: track.owner.rate)
      let usual = Argument(state: call.state, value: .boolean(true), label: call[1].label)
      let given = value.hasSuffix("?") && call[1].isNil ? usual : call[1]
      try handle.change(track) { try option.read(&$0, given, clock) }
      return call.receiver
    }
  }

  private static func addRoutes(_ type: inout TypeBuilder<AudioMixHandle>) {
    type.method("bus", ["track", "bus"]) { handle, call in
      let bus: SoundBusHandle = try call[1].object()
      try handle.change(try call[0].audioTrack(), needing: [bus.bus] + bus.others) {
        $0.output = bus.bus.id
      }
      return call.receiver
    }
    type.method("send", ["track", "bus", "gain?"]) { handle, call in
      let bus: SoundBusHandle = try call[1].object()
      let gain = try call[2].ifGiven { try $0.real(0...1000) } ?? 1
      try handle.change(try call[0].audioTrack(), needing: [bus.bus] + bus.others) {
        $0.sends.append(SoundSend(to: bus.bus.id, gain: gain))
      }
      return call.receiver
    }
  }

  /// `mix` with how its tracks sound besides their volumes.
  func withSounds(_ mix: AudioMix) throws -> AudioMix {
    var mix = mix
    for (track, audio) in sounds {
      guard let index = mix.parameters.firstIndex(where: { $0.trackID == track.id }) else {
        continue
      }
      let length = max(Time(flicks: 1), track.owner.timeline.duration)
      try mix.parameters[index].setSound(audio, over: TimeRange(start: .zero, end: length))
      mix.parameters[index].loudness = audio.loudness.map { ClipLoudness($0) }
    }
    let solo = Set(sounds.filter(\.audio.isSolo).map(\.track.id))
    guard !solo.isEmpty, let timeline = sounds.first?.track.owner.timeline else { return mix }
    for track in timeline.tracks(.audio) where !solo.contains(track.id) {
      if mix.parameters(for: track.id) == nil {
        mix.parameters.append(AudioMixParameters(trackID: track.id))
      }
      let index = mix.parameters.firstIndex { $0.trackID == track.id }
      if let index { mix.parameters[index].mute() }
    }
    return mix
  }
}
