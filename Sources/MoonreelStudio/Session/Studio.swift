// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelMedia
import MoonreelModel
import MoonreelPlayback
import MoonreelScript

/// A film while it is written, and the pages that look at it.
final class Studio: Sendable {
  struct State {
    var sessions: [StudioSession] = []
    var outline: FilmOutline?
    /// What the pages will play of the version that is being read.
    var prepared: [(session: StudioSession, item: PlayerItem)] = []
    var task: Task<Void, Never>?
  }

  let project: Project
  let state = Locked(State())
  /// Calls functions of the script: one thing at a time.
  let script: WorkQueue
  /// Draws small pictures.
  let pictures: WorkQueue
  /// Measures sounds.
  let sounds: WorkQueue
  let exports: ExportJobs

  /// A studio for `project`, which nobody has started yet.
  ///
  /// - Throws: `MoonreelError` (`limitExceeded`) where the system refuses a thread.
  init(_ project: Project) throws {
    self.project = project
    (script, pictures, sounds) = (try WorkQueue(), try WorkQueue(), try WorkQueue())
    exports = try ExportJobs()
    exports.onChange { [weak self] jobs in self?.tell(jobs) }
  }

  /// Reads the film, now and whenever a file of it is saved.
  ///
  /// - Throws: `MoonreelError` (`limitExceeded`) where the system refuses a thread or to watch files.
  func start() throws {
    let events = project.events()
    let task = Task { [weak self] in
      for await event in events { self?.take(event) }
    }
    state.withLock { $0.task = task }
    try project.start(comparesFrames: true) { [weak self] version in try self?.prepare(version) }
  }

  func stop() {
    project.stop()
    state.withLock { $0.task }?.cancel()
    exports.stop()
    script.stop()
    pictures.stop()
    sounds.stop()
  }

  /// What a page's socket gets behind it.
  func makePeer(_ socket: Socket) -> any SocketPeer {
    do { return try StudioSession(socket, self) } catch {
      socket.say(MoonreelError.sentence(of: error))
      return NobodyBehind()
    }
  }

  // MARK: Pages

  /// Takes up a page and tells it everything.
  func add(_ session: StudioSession) {
    let path = project.path
    session.socket.send(
      .members([
        "type": .string("welcome"), "script": .string(path),
        "name": .string(FilePath.name(of: path)),
        "folder": .string(FilePath.folder(of: path)), "hasOpener": .bool(FolderOpener.isThere),
        "exportPresets": .array(ExportPreset.all.map { .string($0.name) }),
      ]))
    tell(exports.list, [session])
    tellPresets(session)
    script.add { [self] in
      state.withLock { $0.sessions.append(session) }
      if let version = project.current {
        do {
          let item = try item(of: version, for: session)
          show(version, [(session, item)])
        } catch { session.socket.say(MoonreelError.sentence(of: error)) }
      }
      tell(project.problem, [session])
    }
  }

  func remove(_ session: StudioSession) {
    state.withLock { state in state.sessions.removeAll { $0 === session } }
  }

  private var sessions: [StudioSession] { state.withLock { $0.sessions } }

  private func tell(_ problem: Problem?, _ sessions: [StudioSession]) {
    for session in sessions {
      session.socket.send(
        .members([
          "type": .string("problem"), "sentence": .optional(problem?.sentence),
          "place": .optional(problem?.place.map { "\($0.file):\($0.line)" }),
        ]))
    }
  }

  private func tell(_ jobs: [ExportJobs.Job], _ sessions: [StudioSession]? = nil) {
    let list = JSONValue.members(["type": .string("jobs"), "list": .array(jobs.map(\.json))])
    for session in sessions ?? self.sessions { session.socket.send(list) }
  }

  // MARK: Films

  private func take(_ event: Project.Event) {
    switch event {
    case .reading:
      for session in sessions { session.socket.send(.members(["type": .string("reading")])) }
    case .failed(let problem): tell(problem, sessions)
    case .compared(let version, let difference):
      guard let difference else { return }
      let message = FilmMessage.ribbon(difference, version.generation)
      for session in sessions { session.socket.send(message) }
    case .incomparable(_, let problem):
      for session in sessions { session.socket.say(problem.message) }
    case .changed(let version):
      let prepared = state.withLock { state in
        defer { state.prepared = [] }
        return state.prepared
      }
      show(version, prepared)
      tell(nil, sessions)
    }
  }

  /// Opens `version` for every page and draws the frame that it looks at.
  ///
  /// - Throws: `MoonreelError` where it cannot be opened or a frame not be drawn.
  private func prepare(_ version: FilmVersion) throws {
    state.withLock { $0.prepared = [] }
    let sessions = sessions
    var items: [(StudioSession, PlayerItem)] = []
    do {
      for session in sessions { items.append((session, try item(of: version, for: session))) }
      if sessions.isEmpty { try Self.warm(version.item, at: nil) }
    } catch {
      for (session, item) in items {
        if let old = session.state.withLock({ $0.item }) { item.giveBackReaders(to: old) }
      }
      throw error
    }
    state.withLock { $0.prepared = items.map { (session: $0.0, item: $0.1) } }
  }

  /// An item of `version` that no other page plays, open, the frame drawn that `session` looks at.
  private func item(of version: FilmVersion, for session: StudioSession) throws -> PlayerItem {
    let isTaken = sessions.contains { other in
      other !== session
        && other.state.withLock { $0.item === version.item || $0.own === version.item }
    }
    let old = session.state.withLock { $0.item }
    let item =
      isTaken
      ? PlayerItem(version.request, gate: version.gate, continuing: old) : version.item
    session.state.withLock { $0.own = item }
    try Self.warm(item, at: session)
    return item
  }

  private static func warm(_ item: PlayerItem, at session: StudioSession?) throws {
    try item.prepare()
    guard let times = item.frameTimes, times.count > 0 else { return }
    _ = try item.frame(session?.frame(in: times) ?? 0, divisor: session == nil ? 4 : 1)
  }

  /// Tells pages of `version` and lets them go on with it.
  private func show(_ version: FilmVersion, _ items: [(session: StudioSession, item: PlayerItem)]) {
    let outline = FilmOutline(version.request.film)
    state.withLock { $0.outline = outline }
    for (session, item) in items {
      session.socket.send(FilmMessage.film(version, outline, item))
      session.exchange(item, generation: version.generation)
    }
    script.add { [self] in
      guard project.current === version else { return }
      let findings = FilmMessage.findings(version)
      for session in sessions { session.socket.send(findings) }
    }
  }

  /// Shows the version before the newest to `session`, or the newest again.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) where there is none yet.
  func flip(_ isOn: Bool, _ session: StudioSession) throws {
    guard let version = isOn ? project.previous : project.current else {
      throw MoonreelError(.invalidArgument, "There is no version before this one yet.")
    }
    script.add { [self] in
      do {
        let item = PlayerItem(
          version.request, gate: version.gate, continuing: session.state.withLock { $0.item })
        try Self.warm(item, at: session)
        session.exchange(item, generation: version.generation, isBefore: isOn)
      } catch { session.socket.say(MoonreelError.sentence(of: error)) }
    }
  }

  /// Runs the script with new values of its parameters; null takes one away.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) for a message without any.
  func setParameters(_ message: Message) throws {
    guard case .object(let members)? = message["values"] else {
      throw MoonreelError(.invalidArgument, "The message 'params' needs 'values': an object.")
    }
    var values = project.values
    for member in members {
      values.removeAll { $0.key == member.key }
      if member.value != .null { values.append(member) }
    }
    project.setValues(values)
  }

  /// Tells `session` which layers there are in a frame.
  func inspect(_ frame: Int64, _ session: StudioSession) {
    script.add { [self] in
      guard let outline = state.withLock({ $0.outline }),
        let times = session.state.withLock({ $0.item })?.frameTimes
      else { return }
      do {
        let layers = try outline.layers(at: times.time(ofFrame: frame))
        session.socket.send(FilmMessage.layers(layers, frame: frame))
      } catch { session.socket.say(MoonreelError.sentence(of: error)) }
    }
  }
}

/// Behind a socket for which there is no room.
private final class NobodyBehind: SocketPeer {
  func receive(_ message: Message) {}
  func canSend() {}
  func closed() {}
}
