// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel
import MoonreelRender

extension Pictures {
  /// Sounds as pictures as large as the frame, one frame after the other of 30 a second.
  var soundRows: [Row] {
    let look = WaveformSource.Look()
    func with(_ change: (inout WaveformSource.Look) -> Void) -> WaveformSource.Look {
      var look = look
      change(&look)
      return look
    }
    let view = SoundView.scrolling(seconds: 6, playheadAt: 0.5)
    let lines = with { $0.style = .lines }
    let bars = with { ($0.style, $0.playedColor) = (.bars, Color(0.3, 0.8, 1)) }
    let opaque = with { $0.background = Color(0.07, 0.09, 0.13) }
    var meters = LevelsSource(Self.music([.extents]), size: size)
    meters.style = .meters
    let waves = Self.music([.extents])
    let spectra = Self.music([.spectra])
    return [
      film("waveform over a clip") {
        WaveformSource(waves, view: view, look: look, size: size)
      },
      film("waveform of lines over a clip") {
        WaveformSource(waves, view: view, look: lines, size: size)
      },
      film("waveform of bars, played ones blue, over a clip") {
        WaveformSource(waves, view: view, look: bars, size: size)
      },
      film("waveform with a background") {
        WaveformSource(waves, view: view, look: opaque, size: size)
      },
      film("waveform of all, over a clip") { WaveformSource(waves, look: look, size: size) },
      film("spectrogram") { SpectrogramSource(spectra, view: view, size: size) },
      film("spectrogram of all") { SpectrogramSource(spectra, size: size) },
      film("levels, 24 bars over a clip") { LevelsSource(spectra, size: size) },
      film("levels of channels over a clip") { meters },
    ]
  }

  /// Ten seconds of music.
  private static func music(_ parts: SoundOverview.Parts) -> SoundSubject {
    let duration = Time(wholeSeconds: 10)
    return SoundSubject(duration: duration) {
      try SoundOverview(
        parts,
        of: SourceSampleProvider(
          source: MusicSource(seed: 1, mood: .allCases[0], beatsPerMinute: 120),
          sampleRate: SoundWalk.sampleRate, layout: .stereo),
        over: try SoundWalk(
          over: TimeRange(start: .zero, duration: duration), channelCount: 2))
    }
  }

  /// `source` over a clip, another frame of it each time.
  private func film(_ name: String, _ source: () -> any Source) -> Row {
    let source = source()
    var frame: Int64 = 60
    return drawing(name) {
      frame += 1
      let time = Time(flicks: Time.flicksPerSecond / 30 * frame)
      return try source.image(
        at: time, in: FrameContext(time: time, frameIndex: frame, size: size.size)
      ).over(Image(frame: second))
    }
  }
}
