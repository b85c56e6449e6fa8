// SPDX-License-Identifier: MIT

import MoonreelCapture
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
    var prepared: (version: FilmVersion, pages: [Prepared])?
    var task: Task<Void, Never>?
  }

  /// A page, what it will play, and the frame of it that it looks at.
  struct Prepared {
    var session: StudioSession
    var item: PlayerItem
    var frame: PlayedFrame?
  }

  let project: Project
  let state = Locked(State())
  /// Held while pages change films: what was drawn for an older version must not come after a newer one.
  private let exchanging = Locked(())
  /// Calls functions of the script: one thing at a time.
  let script: WorkQueue
  /// Draws small pictures.
  let pictures: WorkQueue
  /// Measures sounds.
  let sounds: WorkQueue
  let exports: ExportJobs
  /// Makes proxies; `nil`: nobody does.
  private let proxies: ProxyJobs?
  /// The devices of films with live pictures.
  let live: LivePreview

  /// A studio for `project`, which nobody has started yet.
  ///
  /// - Throws: `MoonreelError` (`limitExceeded`) where the system refuses a thread.
  init(
    _ project: Project, proxies: MediaProxies? = nil,
    devices: DeviceConnections = DeviceConnections([.synthetic])
  ) throws {
    self.project = project
    (script, pictures, sounds) = (try WorkQueue(), try WorkQueue(), try WorkQueue())
    exports = try ExportJobs()
    let pages = state
    live = LivePreview(devices) { pages.withLock { $0.sessions } }
    self.proxies = try proxies.map {
      try ProxyJobs($0) { progress in
        for session in pages.withLock({ $0.sessions }) { session.socket.send(progress.json) }
      }
    }
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
    proxies?.stop()
    live.stop()
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
        "folder": .string(FilePath.folder(of: path)),
        "exportPresets": .array(ExportPreset.all.map { .string($0.name) }),
      ]))
    tell(exports.list, [session])
    tellPresets(session)
    script.add { [self] in
      state.withLock { $0.sessions.append(session) }
      // It may have gone meanwhile, when it was not there to be removed.
      guard !session.state.withLock({ $0.isClosed }) else { return remove(session) }
      if let proxies { session.socket.send(proxies.progress.json) }
      if let version = project.current { attach(version, to: session) }
      tell(project.problem, [session])
    }
  }

  func remove(_ session: StudioSession) {
    state.withLock { state in state.sessions.removeAll { $0 === session } }
  }

  /// Shows `version` to a page that came while it was read; on the script's thread.
  private func attach(_ version: FilmVersion, to session: StudioSession) {
    let hasIt = session.state.withLock { state in
      state.isClosed || state.films.values.contains { $0.generation == version.generation }
    }
    guard !hasIt, project.current === version else { return }
    do {
      let page = try prepared(version, for: session)
      exchanging.withLock { _ in
        if project.current === version { show(version, [page]) }
      }
    } catch { session.socket.say(MoonreelError.sentence(of: error)) }
  }

  private var sessions: [StudioSession] { state.withLock { $0.sessions } }

  /// Sends `message` to these pages; `nil`: to all.
  private func tell(_ message: JSONValue, _ sessions: [StudioSession]? = nil) {
    for session in sessions ?? self.sessions { session.socket.send(message) }
  }

  private func tell(_ problem: Problem?, _ sessions: [StudioSession]? = nil) {
    tell(
      .members([
        "type": .string("problem"), "sentence": .optional(problem?.sentence),
        "place": .optional(problem?.place.map { "\($0.file):\($0.line)" }),
      ]), sessions)
  }

  private func tell(_ jobs: [ExportJobs.Job], _ sessions: [StudioSession]? = nil) {
    tell(
      .members(["type": .string("jobs"), "list": .array(jobs.map(\.json))]), sessions)
  }

  // MARK: Films

  private func take(_ event: Project.Event) {
    switch event {
    case .reading: tell(JSONValue.members(["type": .string("reading")]))
    case .failed(let problem): tell(problem)
    case .compared(let version, let difference):
      guard let difference else { return }
      tell(FilmMessage.ribbon(difference, version.generation))
    case .incomparable(_, let problem):
      for session in sessions { session.socket.say(problem.message) }
    case .changed(let version):
      // A later save may have been read already; what was prepared is that one's then.
      let prepared = state.withLock { state -> [Prepared] in
        guard let ready = state.prepared, ready.version === version else { return [] }
        state.prepared = nil
        return ready.pages
      }
      exchanging.withLock { _ in show(version, prepared) }
      live.show(version.captured)
      tell(Problem?.none)
      proxies?.want(version.item.tracks, gate: version.gate)
      let late = sessions.filter { session in !prepared.contains { $0.session === session } }
      if !late.isEmpty {
        script.add { [self] in for session in late { attach(version, to: session) } }
      }
    }
  }

  /// Opens `version` for every page and draws the frame that it looks at.
  ///
  /// - Throws: `MoonreelError` where it cannot be opened or a frame not be drawn.
  private func prepare(_ version: FilmVersion) throws {
    state.withLock { $0.prepared = nil }
    try live.open(version.captured)
    let sessions = sessions
    var items: [Prepared] = []
    do {
      for session in sessions { items.append(try prepared(version, for: session)) }
      if sessions.isEmpty { _ = try Self.frame(of: version.item, for: nil) }
    } catch {
      for entry in items {
        if let old = entry.session.state.withLock({ $0.item }) {
          entry.item.giveBackReaders(to: old)
        }
      }
      throw error
    }
    let ready = items
    state.withLock { $0.prepared = (version, ready) }
  }

  /// An item of `version` that no other page plays, open, the frame drawn that `session` looks at.
  private func prepared(_ version: FilmVersion, for session: StudioSession) throws -> Prepared {
    let isTaken = sessions.contains { other in
      other !== session
        && other.state.withLock { $0.item === version.item || $0.own === version.item }
    }
    let old = session.state.withLock { $0.item }
    let item =
      isTaken
      ? PlayerItem(version.request, gate: version.gate, continuing: old) : version.item
    session.state.withLock { $0.own = item }
    return Prepared(session: session, item: item, frame: try Self.frame(of: item, for: session))
  }

  /// The frame of `item` that `session` looks at; smaller where it plays, or nobody looks.
  private static func frame(of item: PlayerItem, for session: StudioSession?) throws -> PlayedFrame?
  {
    try item.prepare()
    guard let times = item.frameTimes, times.count > 0 else { return nil }
    guard let session else { return try item.frame(0, divisor: 4) }
    return try item.frame(
      session.frame(in: times), divisor: session.player.rate == 0 ? 1 : 2)
  }

  /// Tells pages of `version` and lets them go on with it.
  private func show(_ version: FilmVersion, _ items: [Prepared]) {
    let outline = FilmOutline(version.request.film)
    state.withLock { $0.outline = outline }
    for entry in items {
      entry.session.socket.send(FilmMessage.film(version, outline, entry.item))
      entry.session.exchange(entry.item, entry.frame, generation: version.generation)
    }
    script.add { [self] in
      guard project.current === version else { return }
      tell(FilmMessage.findings(version))
    }
  }

  /// Shows the version before the newest to `session`, or the newest again.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) where there is none yet.
  func flip(_ isOn: Bool, _ session: StudioSession) throws {
    guard let version = isOn ? project.previous : project.current else {
      throw MoonreelError(.invalidArgument, "There is no version before this one yet.")
    }
    add(to: script, .ribbon, session) { [self] in
      do {
        let item = PlayerItem(
          version.request, gate: version.gate, continuing: session.state.withLock { $0.item })
        let frame = try Self.frame(of: item, for: session)
        exchanging.withLock { _ in
          guard version === (isOn ? project.previous : project.current) else { return }
          session.exchange(item, frame, generation: version.generation, isBefore: isOn)
        }
      } catch { session.socket.say(MoonreelError.sentence(of: error)) }
    }
  }

  /// Runs the script with these values of its parameters; those that are not named, or null, are what they are by default.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) for a message without any.
  func setParameters(_ message: Message) throws {
    guard case .object(let members)? = message["values"] else {
      throw MoonreelError(.invalidArgument, "The message 'params' needs 'values': an object.")
    }
    project.setValues(members.filter { $0.value != .null })
  }

  /// Has `queue` do `work` for `session`, after what waits, in place of the same for an earlier message; says so where too
  /// much waits.
  func add(
    to queue: WorkQueue, _ kind: StudioSession.Kind, clip: Int? = nil, isRepeated: Bool = false,
    _ session: StudioSession, _ work: @escaping @Sendable () -> Void
  ) {
    let purpose = isRepeated ? nil : session.purpose(kind, clip: clip)
    if !queue.add(for: purpose, work) {
      session.socket.say(
        "Too much waits to be done: '\(kind.rawValue)' is left out. Ask again later.")
    }
  }

  /// Tells `session` which layers there are in a frame.
  func inspect(_ frame: Int64, _ session: StudioSession) {
    add(to: script, .inspect, session) { [self] in
      guard let outline = state.withLock({ $0.outline }),
        let times = session.state.withLock({ $0.item })?.frameTimes
      else { return }
      do {
        let layers = try outline.layers(at: times.time(ofFrame: frame))
        let cost = session.state.withLock { $0.item }?.lastCost
        session.socket.send(FilmMessage.layers(layers, frame: frame, cost))
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
