// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport

/// What `moonreel diff` says.
struct DiffReport {
  /// The films' names, the one before first.
  let names: [String]
  let films: [Film]
  let digests: [FilmDigests]
  let difference: FilmDifference
  /// The pictures that were drawn; `nil` where none were asked for.
  var pictures: [DiffPictures.Picture]?

  private var old: FilmDigests { digests[0] }
  private var new: FilmDigests { digests[1] }

  // MARK: Text

  /// A line for each difference, or one that says that there is none.
  var lines: [String] {
    guard !difference.isEmpty else {
      let sound = new.sound == nil ? "" : ", sound included"
      return [
        "\(names[1]): the same as \(names[0])\(sound): \(Self.frames(Int64(new.frames.count)))"
      ]
    }
    return properties + pictureLines + soundLines + drawn
  }

  /// Differences of the films as a whole.
  private var properties: [String] {
    let difference = difference
    return [
      change("size", difference.hasOtherLook) { $0.look.map { "\($0.size)" } ?? "no pictures" },
      change("depth", difference.hasOtherLook) {
        $0.look.map { "\($0.format.bitDepth) bits" } ?? "none"
      },
      change("colors", difference.hasOtherLook) { $0.look.map { Self.colors($0.color) } ?? "none" },
      change("rate", difference.hasOtherRate) { "\($0.frameRate)" },
      change("duration", difference.hasOtherDuration) { "\($0.duration)" },
      change("sound", difference.hasOtherSound) { Self.sound($0.sound) },
    ].compactMap { $0 }
  }

  private func change(
    _ name: String, _ differs: Bool, _ value: (FilmDigests) -> String
  ) -> String? {
    let (before, after) = (value(old), value(new))
    return differs && before != after ? "\(name): \(before) -> \(after)" : nil
  }

  private var pictureLines: [String] {
    var lines: [String] = []
    if !difference.changed.isEmpty {
      let common = Int64(min(old.frames.count, new.frames.count))
      lines.append("\(difference.changedCount) of \(Self.frames(common)) differ:")
      lines += difference.changed.map { "  " + line($0, film: 1) }
    }
    if !difference.removed.isEmpty {
      lines.append("\(Self.frames(Int64(difference.removed.count))) removed at the end:")
      lines.append("  " + line(difference.removed, film: 0))
    }
    if !difference.added.isEmpty {
      lines.append("\(Self.frames(Int64(difference.added.count))) added at the end:")
      lines.append("  " + line(difference.added, film: 1))
    }
    return lines
  }

  /// `00:00:01:00 - 00:00:01:11  frames 25-36 (12)`.
  private func line(_ range: Range<Int64>, film: Int) -> String {
    let (first, last) = (number(range.lowerBound, film), number(range.upperBound - 1, film))
    let rate = digests[film].frameRate
    let from = Timecode(frameNumber: first).text(rate: rate)
    if first == last { return "\(from)  frame \(first)" }
    let upTo = Timecode(frameNumber: last).text(rate: rate)
    return "\(from) - \(upTo)  frames \(first)-\(last) (\(range.count))"
  }

  private var soundLines: [String] {
    guard !difference.sound.isEmpty else { return [] }
    return ["the sound differs:"]
      + difference.sound.map { range in
        let range = shifted(range)
        return "  \(range.start) - \(range.end)"
      }
  }

  private var drawn: [String] {
    guard let pictures, !pictures.isEmpty else { return [] }
    let count = pictures.count
    return ["\(count == 1 ? "1 picture" : "\(count) pictures") drawn: \(pictures[0].path) …"]
  }

  private static func frames(_ count: Int64) -> String {
    count == 1 ? "1 frame" : "\(count) frames"
  }

  private static func colors(_ tags: ColorTags) -> String {
    "\(tags.matrix) \(tags.transfer) \(tags.primaries) \(tags.range)"
  }

  private static func sound(_ sound: SoundDigests?) -> String {
    guard let sound else { return "none" }
    return sound.formats.map { "\($0.sampleRate) Hz \($0.layout.name)" }.joined(separator: ", ")
  }

  // MARK: Places

  /// The number in the whole film of frame `index` of what was compared.
  private func number(_ index: Int64, _ film: Int) -> Int64 {
    index + digests[film].frameRate.frame(at: start(film))
  }

  private func start(_ film: Int) -> Time { films[film].request.timeRange?.start ?? .zero }

  /// `range` on the film's own clock.
  private func shifted(_ range: TimeRange) -> TimeRange { range.shifted(by: start(1)) }

  // MARK: JSON

  /// The same for programs.
  var json: JSONValue {
    .fields([
      "same": .bool(difference.isEmpty),
      "old": film(0), "new": film(1),
      "changed": .array(difference.changed.map { stretch($0, film: 1) }),
      "removed": difference.removed.isEmpty ? .null : stretch(difference.removed, film: 0),
      "added": difference.added.isEmpty ? .null : stretch(difference.added, film: 1),
      "sound": .array(
        difference.sound.map { range in
          let range = shifted(range)
          return .fields(["from": .number(range.start.seconds), "to": .number(range.end.seconds)])
        }),
      "pictures": pictures.map { pictures in
        .array(
          pictures.map { picture in
            .fields([
              "frame": .integer(number(picture.frame, 1)), "path": .string(picture.path),
              "difference": .number(picture.difference),
            ])
          })
      } ?? .null,
    ])
  }

  private func film(_ index: Int) -> JSONValue {
    let digests = digests[index]
    return .fields([
      "path": .string(names[index]), "frames": .int(digests.frames.count),
      "duration": .number(digests.duration.seconds), "fps": .string("\(digests.frameRate)"),
      "size": digests.look.map { .array([.int($0.size.width), .int($0.size.height)]) } ?? .null,
      "colors": digests.look.map { .string(Self.colors($0.color)) } ?? .null,
      "sound": digests.sound.map { .string(Self.sound($0)) } ?? .null,
    ])
  }

  private func stretch(_ range: Range<Int64>, film: Int) -> JSONValue {
    let digests = digests[film]
    let (first, last) = (number(range.lowerBound, film), number(range.upperBound - 1, film))
    return .fields([
      "first": .integer(first), "last": .integer(last),
      "from": .number((start(film) + digests.time(ofFrame: range.lowerBound)).seconds),
      "to": .number((start(film) + digests.time(ofFrame: range.upperBound)).seconds),
      "timecode": .string(Timecode(frameNumber: first).text(rate: digests.frameRate)),
    ])
  }
}
