// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia

/// The kinds of files in which cuts go from program to program.
public enum CutFormat: String, Sendable, Hashable, CaseIterable {
  /// OpenTimelineIO's JSON.
  case otio
  /// The same together with its media, in a ZIP archive.
  case otioz
  /// Final Cut Pro's XML.
  case fcpxml
  /// An edit decision list, CMX 3600.
  case edl
  /// The captions alone, SubRip; written, not read.
  case srt

  /// Those that can be read.
  public static let readable: [CutFormat] = allCases.filter { $0 != .srt }

  /// The kind of the file at `path`, by its ending, among `formats`.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) where it is none of them.
  public init(path: String, among formats: [CutFormat] = allCases) throws {
    let ending = FilePath.pathExtension(of: path).lowercased()
    guard let format = CutFormat(rawValue: ending), formats.contains(format) else {
      throw MoonreelError(
        .invalidArgument,
        "Cannot tell what kind of cut '\(path)' is: its name has to end in \(Self.endings(of: formats))."
      )
    }
    self = format
  }

  /// The endings of `formats`, for sentences: `".otio or .edl"`.
  public static func endings(of formats: [CutFormat] = allCases) -> String {
    let all = formats.map { ".\($0.rawValue)" }
    return all.dropLast().joined(separator: ", ") + (all.count > 1 ? " or " : "") + (all.last ?? "")
  }
}

/// A file with a cut.
public enum CutFile {
  /// The longest that is read.
  private static let limit = 64 << 20

  /// The cut in the file at `path`, which has passed a gate.
  ///
  /// - Parameters:
  ///   - name: the file, for messages.
  ///   - rate: the rate that its times are counted at, where the file does not say it; `nil`: unknown.
  /// - Throws: `MoonreelError`: `fileAccess` where it cannot be read, `unsupportedFormat` with one sentence that says
  ///   what is wrong in it and where.
  public static func timeline(at path: String, named name: String, rate: FrameRate? = nil) throws
    -> Editorial.Timeline
  {
    let format = try CutFormat(path: name, among: CutFormat.readable)
    if format == .otioz {
      let content = try CutBundle(at: path, named: name).content(limit: limit)
      return try Editorial.Timeline(otio: try text(content, name), named: name)
    }
    guard let bytes = try RegularFile.bytes(of: path, named: name, limit: limit, "a cut") else {
      throw MoonreelError(.fileAccess, "Cannot open '\(name)': there is no such file.")
    }
    return try timeline(format, bytes, named: name, rate: rate)
  }

  /// The cut that the `bytes` of a file of `format` hold.
  ///
  /// - Throws: as ``timeline(at:named:rate:)``.
  package static func timeline(
    _ format: CutFormat, _ bytes: [UInt8], named name: String, rate: FrameRate? = nil
  ) throws -> Editorial.Timeline {
    switch format {
    case .otio: return try Editorial.Timeline(otio: try text(bytes, name), named: name)
    case .otioz:
      let content = try CutBundle(HeldBytes(bytes), named: name).content(limit: limit)
      return try Editorial.Timeline(otio: try text(content, name), named: name)
    case .fcpxml: return try Editorial.Timeline(fcpxml: bytes, named: name)
    case .edl:
      return try Editorial.Timeline(edl: try text(bytes, name), rate: rate, named: name)
    case .srt:
      throw MoonreelError(
        .unsupportedFormat, "Cannot read '\(name)' as a cut: it holds captions alone.")
    }
  }

  private static func text(_ bytes: [UInt8], _ name: String) throws -> String {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    guard
      let text = String(
        validating: bytes.dropFirst(bytes.starts(with: mark) ? 3 : 0), as: UTF8.self)
    else {
      throw MoonreelError(.unsupportedFormat, "Cannot read '\(name)': it is no text in UTF-8.")
    }
    return text
  }
}

extension FilmCut {
  /// The cut as the text of a file of `format`, and all that is lost in it; of a bundle the text inside.
  ///
  /// - Throws: `MoonreelError` (`encodingFailed`) where the format cannot hold it.
  public func text(_ format: CutFormat) throws -> (text: String, losses: [Loss]) {
    switch format {
    case .otio, .otioz: return (timeline.otioText, losses)
    case .fcpxml:
      var writer = FCPXMLWriter(self)
      let text = writer.text()
      return (text, losses + writer.losses)
    case .edl:
      var writer = EDLWriter(self)
      let text = try writer.text()
      return (text, losses + writer.losses)
    case .srt:
      guard !captions.items.isEmpty else {
        throw MoonreelError(
          .encodingFailed,
          "Cannot write captions: the film has no track of them. Add one with composition:add_captions."
        )
      }
      return (captions.subRipText, [])
    }
  }
}
