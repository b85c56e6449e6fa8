// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelMedia

extension Studio {
  /// The newest version.
  ///
  /// - Throws: `MoonreelError` (`invalidTimeline`) where none could be shown yet.
  func newest() throws -> FilmVersion {
    guard let version = project.current else {
      throw MoonreelError(.invalidTimeline, "There is no film yet: mend the script first.")
    }
    return version
  }

  /// A path that the page gave, from the script's folder; else `name` there.
  private func path(in message: Message, usual name: String) throws -> String {
    let given = try message.ifGiven("path", message.text) ?? name
    let folder = FilePath.folder(of: project.path)
    return given.hasPrefix("/") || folder == "." ? given : "\(folder)/\(given)"
  }

  /// `stem` with `ending`, and a number where an export has that name already.
  private func freeName(_ stem: String, _ ending: String) -> String {
    let taken = Set(exports.list.map { FilePath.name(of: $0.path) })
    let first = "\(stem).\(ending)"
    guard taken.contains(first) else { return first }
    return (2...1000).lazy.map { "\(stem)-\($0).\(ending)" }.first { !taken.contains($0) } ?? first
  }

  /// The script's name without its ending.
  private var stem: String {
    let name = FilePath.name(of: project.path)
    return name.hasSuffix(".lua") ? String(name.dropLast(4)) : name
  }

  /// Exports the newest version, as the page says.
  ///
  /// - Throws: `MoonreelError` for what cannot be exported.
  func export(_ message: Message, _ session: StudioSession) throws {
    let version = try newest()
    guard !version.isLive else {
      throw MoonreelError(
        .invalidTimeline,
        "The film shows live pictures, which are recorded as they come. Say: moonreel capture "
          + "\(FilePath.name(of: project.path)) -o \(stem).mkv")
    }
    var request = version.request
    let preset = try message.ifGiven("preset", message.text)
    if let preset { request.preset = try ExportPreset.named(preset) }
    if case .array(let ends)? = message["range"], ends.count == 2,
      let start = ends[0].double, let end = ends[1].double
    {
      let whole = request.timeRange ?? TimeRange(start: .zero, duration: request.duration)
      let first = whole.start + (try Time(seconds: max(0, start)))
      let last = min(whole.end, whole.start + (try Time(seconds: max(0, end))))
      guard last > first else {
        throw MoonreelError(
          .invalidArgument, "There is nothing between the points: the film is over.")
      }
      request.timeRange = TimeRange(start: first, end: last)
    }
    if let scale = try message.ifGiven("scale", { try message.number($0, 0.01...4) }) {
      request.scale = scale
    }
    let ending = request.preset?.containers.first?.pathExtensions[0] ?? "mp4"
    let path = try path(in: message, usual: freeName(stem, ending))
    let ready = request
    add(to: script, .export, isRepeated: true, session) { [self] in
      do { try exports.add(ready, to: path, preset: preset, gate: version.gate) } catch {
        session.socket.say(MoonreelError.sentence(of: error))
      }
    }
  }

  func cancel(job: Int) { exports.cancel(job) }

  /// Writes one frame, at full size, to a picture file.
  ///
  /// - Throws: `MoonreelError` for a name that cannot be written.
  func snapshot(_ message: Message, _ session: StudioSession) throws {
    let version = try newest()
    let index = Int64(try message.integer("frame", 0...(1 << 40)))
    let path = try path(in: message, usual: "\(stem)-\(index).png")
    _ = try StillGenerator.container(forPath: path)
    add(to: script, .snapshot, isRepeated: true, session) {
      do {
        let film = try FilmReader(version.request, outputPath: "frame.png", gate: version.gate)
        let written = try StillGenerator.write(
          try film.frame(min(index, max(0, film.times.count - 1))), to: path, gate: version.gate,
          warnings: WarningLog())
        session.socket.say("Frame \(index) is in \(path), \(written.bytes) bytes.")
      } catch { session.socket.say(MoonreelError.sentence(of: error)) }
    }
  }
}
