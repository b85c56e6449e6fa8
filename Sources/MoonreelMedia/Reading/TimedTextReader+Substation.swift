// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

extension TimedTextReader {
  /// The script that the track is, with the fonts that are attached to the file.
  ///
  /// - Throws: `MoonreelError`: `unsupportedFormat` where it is no (Advanced) SubStation Alpha.
  public func substation() throws -> SubstationScript {
    guard ["ass", "ssa"].contains(track.codecName) else {
      throw MoonreelError(
        .unsupportedFormat,
        "Cannot draw '\(track.path)' by its own styles: it is \(track.codecName), not ASS. Draw it as "
          + "captions.")
    }
    var events: [SubstationScript.Event] = []
    for ordinal in index.entries.indices {
      try cursor.seek(to: ordinal)
      guard let packet = cursor.read() else { break }
      guard let span = span(of: ordinal) else { continue }
      events.append(.init(timeRange: span, text: text(of: packet)))
    }
    return SubstationScript(path: track.path, header: front, events: events, fonts: fonts())
  }

  private func fonts() -> [SubstationScript.Font] {
    let format = cursor.format
    return (0..<format.streamCount).compactMap { index in
      let stream = format.stream(index).pointee
      let parameters = stream.codecpar.pointee
      let isFont = [AV_CODEC_ID_TTF, AV_CODEC_ID_OTF].contains(parameters.codec_id)
      guard parameters.codec_type == AVMEDIA_TYPE_ATTACHMENT, isFont,
        let data = parameters.extradata, parameters.extradata_size > 0
      else { return nil }
      let tags = Libav.entries(stream.metadata)
      let name = tags.first { $0.key.lowercased() == "filename" }?.value ?? "font \(index)"
      let bytes = UnsafeBufferPointer(start: data, count: Int(parameters.extradata_size))
      return SubstationScript.Font(name: name, bytes: Array(bytes))
    }
  }
}
