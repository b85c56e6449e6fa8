// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelMedia
import MoonreelModel
import MoonreelPlayback
import MoonreelRender

extension Studio {
  /// How wide the pictures of galleries are, about.
  private static let galleryWidth = 240

  /// Draws a gallery with the film's own frames for `session`; another one that is being drawn is given up.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) for an unknown one, (`invalidTimeline`) without a film.
  func gallery(_ message: Message, _ session: StudioSession) throws {
    let kind = try message.text("kind")
    guard let gallery = Gallery(rawValue: kind),
      let place = Gallery.allCases.firstIndex(of: gallery)
    else {
      throw MoonreelError(
        .invalidArgument,
        "There is no gallery '\(kind)': there are \(Gallery.allCases.map(\.rawValue).joined(separator: ", "))."
      )
    }
    let index = Int64(try message.integer("frame", 0...(1 << 40)))
    let version = try newest()
    let number = session.state.withLock { state in
      state.galleries += 1
      return state.galleries
    }
    add(to: pictures, .gallery, session) { [self] in
      let entries = gallery.entries
      session.socket.send(
        .members([
          "type": .string("gallery"), "kind": .string(kind),
          "items": .array(
            entries.map {
              .members([
                "name": .string($0.name), "doc": .string($0.doc), "lua": .string($0.lua),
              ])
            }),
        ]))
      do {
        let frames = try Self.twoFrames(of: version, index)
        let film = try gallery.film(frames.0, frames.1, options: project.options)
        // Flat colours and letters: at less they show blocks.
        let coder = PictureCoder(.jpeg, quality: 0.95)
        for entry in entries.indices {
          for step in 0..<Gallery.steps {
            guard session.state.withLock({ $0.galleries == number && !$0.isClosed }) else { return }
            let frame = try film.frame(
              Gallery.frame(entry: entry, step: step, in: film.times))
            var head = WireHead(
              kind: .smallPicture, flags: WireHead.isGallery, part: UInt8(step),
              number: UInt32(entry), extent: WireHead.extent(frame.size.width, frame.size.height))
            head.time = Double(place)
            session.waitForRoom()
            session.socket.send(head, try coder.code(frame).bytes)
          }
        }
      } catch { session.socket.say(MoonreelError.sentence(of: error)) }
    }
  }

  /// Two frames of a film, small: frame `index` and one that is far from it.
  private static func twoFrames(of version: FilmVersion, _ index: Int64) throws -> (
    FrameBuffer, FrameBuffer
  ) {
    let film = try FilmReader(version.request, outputPath: "frame.png", gate: version.gate)
    guard film.times.count > 0, let size = film.size else {
      throw MoonreelError(.invalidTimeline, "The film has no pictures to draw the gallery with.")
    }
    let divisor = max(1, size.width / galleryWidth)
    let first = min(index, film.times.count - 1)
    let second = (first + film.times.count / 2) % film.times.count
    return (try film.frame(first, divisor: divisor), try film.frame(second, divisor: divisor))
  }

  // MARK: Clips

  /// Sends pictures of a clip of the timeline, evenly over it.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) where there is no such clip.
  func thumbnails(_ message: Message, _ session: StudioSession) throws {
    let (clip, version) = (try clip(in: message), try newest())
    let count = try message.integer("count", 1...32)
    let height = try message.integer("height", 16...360)
    add(to: pictures, .thumbnails, clip: clip.id, session) {
      let coder = PictureCoder(.jpeg, quality: 0.75)
      do {
        guard let stills = try clip.pictures.flatMap({ try Self.stills($0, height, version.gate) })
        else { return Self.sendNothing(of: clip, 0..<count, session) }
        for index in 0..<count where !session.state.withLock({ $0.isClosed }) {
          let share = (Double(index) + 0.5) / Double(count)
          let frame = try stills.generator.still(at: stills.time(share)).frame
          let head = WireHead(
            kind: .smallPicture, number: UInt32(index),
            extent: WireHead.extent(frame.size.width, frame.size.height), time: Double(clip.id))
          session.waitForRoom()
          session.socket.send(head, try coder.code(frame).bytes)
        }
      } catch {
        session.socket.say(
          "Clip '\(clip.name)' has no thumbnails: \(MoonreelError.sentence(of: error))")
        Self.sendNothing(of: clip, 0..<count, session)
      }
    }
  }

  /// Lets the page know that there are no pictures.
  private static func sendNothing(
    of clip: FilmOutline.Clip, _ range: Range<Int>, _ session: StudioSession
  ) {
    for index in range {
      session.socket.send(
        WireHead(kind: .smallPicture, number: UInt32(index), time: Double(clip.id)), [])
    }
  }

  /// A clip's pictures alone, and the times of them.
  private struct Stills {
    var generator: StillGenerator
    var range: TimeRange

    func time(_ share: Double) -> Time {
      range.start + Time(flicks: Int64(Double(range.duration.flicks) * share))
    }
  }

  private static func stills(
    _ piece: FilmOutline.Piece, _ height: Int, _ gate: FileGate
  ) throws -> Stills? {
    guard let (timeline, range) = try timeline(of: piece, .video) else { return nil }
    let generator = try StillGenerator(timeline: timeline, gate: gate)
    generator.maximumSize = PixelSize(height * 8, height)
    return Stills(generator: generator, range: range)
  }

  /// A timeline of `piece` alone; `nil` where it has nothing of the kind.
  private static func timeline(
    of piece: FilmOutline.Piece, _ type: MediaType
  ) throws -> (Timeline, TimeRange)? {
    let range = piece.source.availableRange.map { piece.range.intersection($0) } ?? piece.range
    guard range.duration > .zero else { return nil }
    var timeline = Timeline()
    let track = timeline.addTrack(type)
    try timeline.updateTrack(track) { try $0.insert(range, of: piece.source) }
    return (timeline, TimeRange(start: .zero, duration: range.duration))
  }

  /// Sends the least and the greatest sample of each of `count` stretches of a clip's sound.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) where there is no such clip.
  func waveform(_ message: Message, _ session: StudioSession) throws {
    let (clip, version) = (try clip(in: message), try newest())
    let count = try message.integer("count", 1...4000)
    add(to: sounds, .waveform, clip: clip.id, session) {
      let peaks = (try? clip.sound.flatMap { try Self.peaks($0, count, version.gate) }) ?? []
      var bytes: [UInt8] = []
      for peak in peaks {
        for value in [peak.low, peak.high] {
          withUnsafeBytes(of: value.bitPattern.littleEndian) { bytes += $0 }
        }
      }
      session.socket.send(
        WireHead(kind: .peaks, extent: UInt32(peaks.count), time: Double(clip.id)), bytes)
    }
  }

  /// The rate at which waveforms are looked at.
  private static let waveformRate = 8000

  private static func peaks(
    _ piece: FilmOutline.Piece, _ count: Int, _ gate: FileGate
  ) throws -> [(low: Float, high: Float)]? {
    guard let (timeline, range) = try timeline(of: piece, .audio) else { return nil }
    let film = try FilmReader(
      ExportRequest(timeline: timeline), outputPath: "sound.wav", gate: gate)
    let mixer = try film.sound(
      range, rate: .one, sampleRate: waveformRate, layout: .mono, algorithm: .varispeed)
    let total = max(1, Int(range.duration.value(timescale: Int64(waveformRate))))
    var peaks = Array(repeating: (low: Float(0), high: Float(0)), count: count)
    var place = 0
    while let block = try mixer.next(frameCount: 8192) {
      for sample in block.channels[0] {
        let index = min(count - 1, place * count / total)
        peaks[index].low = min(peaks[index].low, sample)
        peaks[index].high = max(peaks[index].high, sample)
        place += 1
      }
      if block.frameCount == 0 { break }
    }
    return peaks
  }

  private func clip(in message: Message) throws -> FilmOutline.Clip {
    let id = try message.integer("clip", 0...(1 << 30))
    guard let clip = state.withLock({ $0.outline })?.clips.first(where: { $0.id == id }) else {
      throw MoonreelError(.invalidArgument, "There is no clip \(id) in the film.")
    }
    return clip
  }

  // MARK: Presets

  private var presets: ParameterPresets { ParameterPresets(script: project.path) }

  /// Saves, loads or removes values of the parameters under a name.
  ///
  /// - Throws: `MoonreelError` for a message without them; what else is wrong is said when its turn comes.
  func preset(_ message: Message, _ session: StudioSession) throws {
    let (action, name) = (try message.text("action"), try message.text("name"))
    add(to: script, .preset, isRepeated: true, session) { [self] in
      do { try preset(action, name) } catch {
        session.socket.say(MoonreelError.sentence(of: error))
      }
      for session in state.withLock({ $0.sessions }) { tellPresets(session) }
    }
  }

  private func preset(_ action: String, _ name: String) throws {
    switch action {
    case "save": try presets.write(setValues, as: name)
    case "load": project.setValues(try presets.read(name))
    case "delete": try presets.remove(name)
    default:
      throw MoonreelError(
        .invalidArgument, "There is no action '\(action)': presets are for save, load and delete.")
    }
  }

  /// The values that are not what they are by default.
  private var setValues: [JSONValue.Member] {
    (project.current?.parameters ?? []).compactMap { parameter in
      guard let value = parameter.plainValue, value != parameter.plainFallback else { return nil }
      return JSONValue.Member(parameter.name, value)
    }
  }

  /// Tells `session` under which names there are values.
  func tellPresets(_ session: StudioSession) {
    session.socket.send(
      .members([
        "type": .string("presets"), "names": .array(presets.names.map { .string($0) }),
      ]))
  }
}
