// SPDX-License-Identifier: MIT

import MoonreelCore

/// What a path given by the user stands for: one file, an address, or a numbered image sequence.
struct InputSource {
  /// What libav is asked to open.
  let url: String
  /// The numbers of the sequence's pictures; `nil` for one file.
  let sequence: ImageSequence?

  /// Reads `path`, checking it against `gate`.
  init(path: String, gate: FileGate) throws {
    if FileGate.realPath(path) == nil, case .network(let address) = try Address(path) {
      (self.url, sequence) = (address.text + (ManifestPlace(of: path)?.suffix ?? ""), nil)
    } else if let sequence = try ImageSequence(path: path, gate: gate) {
      (self.url, self.sequence) = ("file:" + sequence.pattern, sequence)
    } else {
      let real = try gate.resolve(Self.plainPath(path))
      (self.url, sequence) = ("file:" + real, nil)
    }
  }

  /// The file, all links followed; `nil` for addresses and numbered pictures.
  var realPath: String? {
    sequence == nil && url.hasPrefix("file:") ? String(url.dropFirst("file:".count)) : nil
  }

  /// The demuxer to use whatever the content says.
  var demuxerName: String? { sequence == nil ? nil : "image2" }

  /// Options for libav's opening.
  func options(frameRate: FrameRate?) -> [(String, String)] {
    var options = [
      ("format_whitelist", Demuxers.whitelist), ("protocol_whitelist", "file"),
      ("scan_all_pmts", "1"), ("enable_drefs", "1"), ("use_absolute_path", "1"),
      ("max_reload", "3"),
      // What a playlist names is opened by us, so libav has no connection to keep.
      ("http_persistent", "0"), ("http_multiple", "0"),
    ]
    if let sequence {
      options += [
        ("pattern_type", "sequence"), ("start_number", "\(sequence.numbers.lowerBound)"),
        ("start_number_range", "1"), ("framerate", frameRate?.description ?? "25"),
      ]
    } else {
      options.append(("pattern_type", "none"))
    }
    return options
  }

  /// A path as written, or the one in a `file:` address where no file has that name.
  private static func plainPath(_ path: String) -> String {
    guard path.hasPrefix("file:"), FileGate.realPath(path) == nil,
      case .path(let plain)? = try? Address(path)
    else { return path }
    return plain
  }
}
