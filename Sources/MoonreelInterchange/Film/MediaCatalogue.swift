// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelModel

/// What a conform needs to know of a media file.
public struct MediaFacts: Sendable {
  /// The file and its streams.
  public var asset: Asset
  /// The timecode of its first frame, as a time; zero where it has none.
  public var startTime = Time.zero
  /// Its frames a second, where it has pictures that run.
  public var rate: FrameRate?
  /// Whether its timecode leaves out numbers.
  public var isDropFrame = false
  /// The name of the reel, card or tape that it was recorded on, as the file says.
  public var reel: String?

  /// What `asset` says of itself: its timecode stands in its tags, where libav puts what `tmcd` tracks and material
  /// packages say.
  public init(_ asset: Asset) {
    self.asset = asset
    rate = asset.video?.video.flatMap { $0.isStillImage ? nil : $0.nominalFrameRate }
    let tags = [asset.video?.metadata, asset.metadata] + asset.tracks.map { $0.metadata }
    func tag(_ name: String) -> String? { tags.lazy.compactMap { $0?[name] }.first }
    reel = tag("reel_name")
    guard let text = tag("timecode"), let rate,
      let timecode = try? Timecode(text: text.replacing(".", with: ";"), rate: rate)
    else { return }
    (startTime, isDropFrame) = (timecode.time(rate: rate), timecode.isDropFrame)
  }

  /// What there is of the file, on the clock of its timecode; `nil` for stills.
  public var availableRange: TimeRange? {
    asset.isStillImage ? nil : TimeRange(start: startTime, duration: asset.duration)
  }
}

/// Looks at each file of a film once.
final class MediaCatalogue {
  private let gate: FileGate
  private var known: [String: MediaFacts?] = [:]

  init(gate: FileGate) { self.gate = gate }

  /// What is known of the file at `path`; `nil` where it cannot be opened.
  func facts(_ path: String) -> MediaFacts? {
    if let found = known[path] { return found }
    let found = (try? Asset.load(path: path, gate: gate)).map { MediaFacts($0) }
    known[path] = .some(found)
    return found
  }

  /// The path of a file with all links followed; as given where it cannot be reached.
  func place(_ path: String) -> String { (try? gate.resolve(path)) ?? path }
}

/// Paths as addresses.
package enum FileURL {
  /// The `file:` address of an absolute path; a relative one becomes a relative reference.
  static func text(_ path: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in path.utf8 {
      let isPlain =
        (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
        || "-._~/".utf8.contains(byte)
      if isPlain {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    let text = String(decoding: bytes, as: UTF8.self)
    return FilePath.isAbsolute(path) ? "file://" + text : text
  }

  /// The path that `url` means: that of a `file:` address, or of a relative reference; `nil` for other protocols.
  static func path(_ url: String) -> String? {
    var rest = url[...]
    if rest.lowercased().hasPrefix("file:") {
      rest = rest.dropFirst(5)
      if rest.hasPrefix("//") {
        rest = rest.dropFirst(2)
        rest = rest.drop { $0 != "/" }
      }
    } else if url.contains("://") {
      return nil
    }
    return decoded(String(rest))
  }

  private static func decoded(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let digits = String(
        // holds: both are cut at the end.
        decoding: bytes[min(index + 1, bytes.count)..<min(index + 3, bytes.count)], as: UTF8.self)
      if bytes[index] == UInt8(ascii: "%"), digits.utf8.count == 2,
        let byte = UInt8(digits, radix: 16)
      {
        result.append(byte)
        index += 3
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return result.contains(0) ? nil : String(decoding: result, as: UTF8.self)
  }

  /// The way from the folder `base` to `path`, both absolute: `"../media/a.mov"`.
  package static func relative(_ path: String, to base: String) -> String {
    let (target, start) = (path.split(separator: "/"), base.split(separator: "/"))
    let shared = zip(target, start).prefix { $0 == $1 }.count
    let up = Array(repeating: "..", count: start.count - shared)
    return (up + target.dropFirst(shared).map(String.init)).joined(separator: "/")
  }
}
