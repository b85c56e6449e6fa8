// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport

extension Film {
  /// What is to be exported to `output`, the script's settings and those of the command line together.
  ///
  /// - Throws: `UsageError` where they do not fit the film, the output's name or each other.
  func request(
    _ encoding: EncodingArguments, _ limits: ExportLimitArguments, to output: String?
  ) throws -> ExportRequest {
    var request = request
    try UsageError.blamed {
      if let preset = encoding.preset { request.preset = try ExportPreset.named(preset) }
      if let range = encoding.range {
        let shown = try range.range(rate: frameRate, duration: duration)
        let before = request.timeRange?.start ?? .zero
        // The script gives them on the clock of the stretch that it exports.
        request.output.chapters = request.output.chapters.compactMap {
          $0.part(in: shown.shifted(by: .zero - before))
        }
        request.timeRange = shown
      }
      if let output { _ = try request.container(forPath: output) }
    }
    if let scale = encoding.scale { request.scale = scale }
    if let loudness = encoding.loudness { request.loudness = loudness.target }
    request.additionalOutputs += try UsageError.blamed { try encoding.also.map { try $0.output() } }
    if let renditions = encoding.renditions { request.output.renditions = renditions.renditions }
    if let length = encoding.segmentSeconds {
      request.output.segmentDuration = try UsageError.blamed { try Time(seconds: length.seconds) }
    }
    request.limits = limits.limits
    return request
  }
}
