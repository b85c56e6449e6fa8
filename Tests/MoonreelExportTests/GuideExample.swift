// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelMedia
import MoonreelModel

/// The composition of AVFoundation's programming guide: a landscape clip fades out over red, a portrait
/// clip follows upright, and the music gets quieter to the end.
func exportGuideComposition(
  landscape: String, portrait: String, music: String, to output: String, gate: FileGate,
  report: @escaping @Sendable (Double) -> Void = { _ in }
) async throws -> OutputSummary {
  let clips = [
    try await Asset.load(path: landscape, gate: gate),
    try await Asset.load(path: portrait, gate: gate),
  ]
  let song = try await Asset.load(path: music, gate: gate)
  guard let firstClip = clips[0].video, let secondClip = clips[1].video, let sound = song.audio
  else {
    throw MoonreelError(.invalidArgument, "The guide wants two clips with pictures, and music.")
  }

  // Tracks: the clips one after the other, the music under both.
  var timeline = Timeline()
  let video = timeline.addTrack(.video)
  let audio = timeline.addTrack(.audio)
  try timeline.updateTrack(video) { track in
    try track.insert(firstClip.timeRange, of: .asset(firstClip), at: nil)
    try track.insert(secondClip.timeRange, of: .asset(secondClip), at: nil)
  }
  let cut = firstClip.timeRange.duration
  let end = timeline.duration
  try timeline.updateTrack(audio) { track in
    try track.insert(TimeRange(start: .zero, duration: end), of: .asset(sound), at: nil)
  }

  // Pictures: each clip upright and fitted into the frame; the first fades to red over its last second.
  let size = PixelSize(1280, 720)
  let second = Time(wholeSeconds: 1)
  var fading = fitted(firstClip, on: video, from: .zero, into: size)
  fading.addOpacityRamp(from: 1, to: 0, in: TimeRange(start: cut - second, end: cut))
  var first = VideoInstruction(timeRange: TimeRange(start: .zero, end: cut))
  first.backgroundColor = Color(1, 0, 0)
  first.layerInstructions = [fading]
  var rest = VideoInstruction(timeRange: TimeRange(start: cut, end: end))
  rest.layerInstructions = [fitted(secondClip, on: video, from: cut, into: size)]
  let look = VideoComposition(
    renderSize: size, frameRate: try FrameRate(30), instructions: [first, rest])

  // Sound: the music fades out over the second clip.
  var volume = AudioMixParameters(trackID: audio)
  volume.addVolumeRamp(from: 1, to: 0, in: TimeRange(start: cut, end: end))

  let request = ExportRequest(
    timeline: timeline, videoComposition: look, audioMix: AudioMix(parameters: [volume]))
  let session = try ExportSession(request, outputPath: output, gate: gate)
  return try await session.export { progress in report(progress.fraction) }
}

/// Draws `clip` upright by its own transform, as large as fits.
private func fitted(
  _ clip: AssetTrack, on track: TrackID, from time: Time, into size: PixelSize
) -> LayerInstruction {
  var layer = LayerInstruction(trackID: track)
  let box = Rect(origin: .zero, size: clip.video?.displaySize.size ?? .zero)
  let upright = clip.video?.preferredTransform ?? .identity
  layer.setTransform(
    upright.followed(by: FitMode.contain.transform(from: box, into: size.size)), at: time)
  return layer
}
