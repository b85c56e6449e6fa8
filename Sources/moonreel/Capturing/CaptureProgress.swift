// SPDX-License-Identifier: MIT

import MoonreelCapture
import MoonreelCore
import MoonreelModel

/// Tells of a recording while it goes on.
struct CaptureProgress {
  private let reporter: ProgressReporter
  private var lastEvent = Time.distantPast
  /// The largest magnitude of each channel since the last event.
  private var peaks: [Float] = []

  init(_ reporter: ProgressReporter) { self.reporter = reporter }

  /// Says what is recorded, and to where.
  func begin(_ outputs: [String], _ names: [String]) {
    reporter.event(
      .fields([
        "event": .string("start"), "outputs": .array(outputs.map { .string($0) }),
        "inputs": .array(names.map { .string($0) }),
      ]))
  }

  /// Says how it stands: to people each time, to programs four times a second.
  mutating func update(_ report: MovieFileReport, _ session: CaptureSession) {
    let now = session.configuration.inputs.filter { $0.format.sound != nil }.flatMap {
      session.levels(ofInput: $0.number).peaks
    }
    let drops = Self.drops(report.counts, session.counts).values.reduce(0, +)
    let loudest = now.max().map(Self.decibels)
    let parts = [
      Numbers.clock(report.duration.seconds), "\(report.counts.pictures) pictures",
      "\(drops) dropped", loudest.map { "\(Numbers.tenths($0)) dB" },
    ]
    peaks = peaks.count == now.count ? zip(peaks, now).map { max($0, $1) } : now
    reporter.wait(parts.compactMap { $0 }.joined(separator: "  "))
    guard session.clock.now - lastEvent >= Time(flicks: Time.flicksPerSecond / 4) else { return }
    lastEvent = session.clock.now
    reporter.event(
      .fields([
        "event": .string("progress"),
        "duration": .number(Numbers.rounded(report.duration.seconds)),
        "pictures": .int(report.counts.pictures), "dropped": .int(drops),
        "peaks": peaks.isEmpty
          ? .null
          : .array(peaks.map { .number(Numbers.rounded(Self.decibels($0))) }),
      ]))
    peaks = []
  }

  /// A magnitude in decibels of full scale, -100 at least.
  private static func decibels(_ magnitude: Float) -> Double {
    max(-100, Decibels.of(gain: Double(magnitude)))
  }

  /// Pictures that were lost in a device, on the way and in the file, by reason.
  static func drops(
    _ movie: CaptureCounts, _ inputs: [Int: CaptureCounts]
  ) -> [CaptureDropReason: Int] {
    inputs.values.reduce(into: movie.drops) { $0.merge($1.drops, uniquingKeysWith: +) }
  }
}
