// SPDX-License-Identifier: MIT

import MoonreelCore

/// How the sound tracks of a timeline are mixed (`AVAudioMix`). Tracks without parameters are mixed as they
/// are.
public struct AudioMix: Sendable {
  /// The parameters, at most one entry a track and one for the whole mix.
  public var parameters: [AudioMixParameters]

  /// Where sounds come together on their way.
  public var buses: [SoundBus]

  /// The tracks that layers of a composition sound on; none for a timeline's own mix.
  public internal(set) var layerTracks: [LayerID: TrackID] = [:]

  /// A mix with these parameters.
  public init(parameters: [AudioMixParameters] = [], buses: [SoundBus] = []) {
    (self.parameters, self.buses) = (parameters, buses)
  }

  /// The parameters of `trackID`, if any.
  public func parameters(for trackID: TrackID) -> AudioMixParameters? {
    parameters.first { $0.trackID == trackID }
  }

  /// The parameters by track, for looking up many.
  public var parametersByTrack: [TrackID: AudioMixParameters] {
    Dictionary(parameters.compactMap { entry in entry.trackID.map { ($0, entry) } }) { first, _ in
      first
    }
  }

  /// The parameters of the whole mix, if any.
  public var master: AudioMixParameters? { parameters.first { $0.trackID == nil } }

  /// Whether the tracks are added up as they are; buses that nothing goes to change nothing.
  public var isNeutral: Bool { change == nil }

  /// The first thing that is done to the sound, as a clause: `"the sound of track 2 has effects"`; `nil`: nothing.
  public var change: String? {
    for entry in parameters {
      guard let change = entry.change else { continue }
      return (entry.trackID.map { "the sound of track \($0)" } ?? "the whole mix") + " " + change
    }
    return nil
  }

  /// Everything that is wrong with this mix of `timeline`; empty where it can be mixed.
  public func faults(for timeline: Timeline) -> [Fault] {
    var faults: [Fault] = []
    var seen: Set<TrackID?> = []
    for entry in parameters {
      let who = entry.trackID.map { "The mix of track \($0)" } ?? "The whole mix"
      if !seen.insert(entry.trackID).inserted {
        faults.append(Fault(.overlap, nil, "\(who) is given more than once."))
      }
      if let id = entry.trackID, timeline[id]?.mediaType != .audio {
        let found = timeline[id].map { "carries \($0.mediaType.rawValue)" } ?? "does not exist"
        faults.append(Fault(.unknownTrack, nil, "\(who) is not possible: the track \(found)."))
      }
      faults += entry.volumes.faults("volume") { $0 >= 0 }.map {
        Fault($0.kind, $0.timeRange, "\(who): \($0.message)")
      }
    }
    return faults + SoundRoutes(self).faults
  }

  /// Checks that this mix of `timeline` can be made.
  ///
  /// - Throws: `MoonreelError` (`invalidTimeline`) that names every fault.
  public func validate(for timeline: Timeline) throws {
    try Fault.throwIfAny(faults(for: timeline), "The audio mix is not valid")
  }
}
