// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelMedia
import MoonreelModel
import MoonreelPlayback
import MoonreelScript

/// A film while it is written: its newest version that can be shown, what is wrong with the script, and the pages that
/// look at it.
public final class Studio: Sendable {
  struct State {
    var sessions: [StudioSession] = []
    var version: FilmVersion?
    /// The version before the newest.
    var before: FilmVersion?
    var outline: FilmOutline?
    var problem: ScriptProblem?
    /// What the page's forms say, instead of what the command line says.
    var values: [String: JSONValue] = [:]
    /// Whether a reload waits for its turn.
    var isReloading = false
    var film: JSONValue?
  }

  /// A sentence about the script and the line that it is about.
  struct ScriptProblem: Hashable, Sendable {
    var sentence: String
    var place: String?

    init(_ error: any Error) {
      let message = MoonreelError.sentence(of: error)
      let (place, sentence) = ScriptPlace.parts(of: message)
      (self.place, self.sentence) = (place.map { "\($0.file):\($0.line)" }, sentence)
    }
  }

  let path: String
  let state = Locked(State())
  /// Runs the script: one thing at a time.
  let script: WorkQueue
  /// Draws small pictures.
  let pictures: WorkQueue
  let exports: ExportJobs
  private let load: @Sendable ([String: JSONValue]) throws -> FilmVersion

  /// A studio for the script at `path`.
  ///
  /// - Parameter load: runs it with the values that the page's forms give.
  /// - Throws: `MoonreelError` (`limitExceeded`) where the system refuses a thread.
  init(path: String, load: @escaping @Sendable ([String: JSONValue]) throws -> FilmVersion) throws {
    (self.path, self.load) = (path, load)
    (script, pictures, exports) = (try WorkQueue(), try WorkQueue(), try ExportJobs())
    exports.onChange { [weak self] jobs in self?.tell(jobs) }
  }

  /// What a page's socket gets behind it; `nil` where the machine has no more threads.
  func makePeer(_ socket: Socket) -> any SocketPeer {
    do { return try StudioSession(socket, self) } catch {
      socket.say(MoonreelError.sentence(of: error))
      return NobodyBehind()
    }
  }

  func stop() {
    exports.stop()
    script.stop()
    pictures.stop()
  }

  // MARK: Pages

  /// Takes up a page and tells it everything.
  func add(_ session: StudioSession) {
    state.withLock { $0.sessions.append(session) }
    session.socket.send(
      .members([
        "type": .string("welcome"), "script": .string(path),
        "name": .string(FilePath.name(of: path)),
        "folder": .string(FilePath.folder(of: path)), "hasOpener": .bool(FolderOpener.isThere),
        "exportPresets": .array(ExportPreset.all.map { .string($0.name) }),
      ]))
    script.add { [self] in
      let (version, problem) = state.withLock { ($0.version, $0.problem) }
      if let version {
        do { try attach(version, to: [session]) } catch {
          session.socket.say(MoonreelError.sentence(of: error))
        }
      }
      tell(problem, [session])
      tell(exports.list, [session])
    }
  }

  func remove(_ session: StudioSession) {
    state.withLock { state in state.sessions.removeAll { $0 === session } }
  }

  private var sessions: [StudioSession] { state.withLock { $0.sessions } }

  private func tell(_ problem: ScriptProblem?, _ sessions: [StudioSession]) {
    for session in sessions {
      session.socket.send(
        .members([
          "type": .string("problem"), "sentence": .optional(problem?.sentence),
          "place": .optional(problem?.place),
        ]))
    }
  }

  private func tell(_ jobs: [ExportJobs.Job], _ sessions: [StudioSession]? = nil) {
    let list = JSONValue.members(["type": .string("jobs"), "list": .array(jobs.map(\.json))])
    for session in sessions ?? self.sessions { session.socket.send(list) }
  }

  // MARK: Films

  /// Runs the script anew, after what is being done; several wishes become one.
  func reload() {
    let isFirst = state.withLock { state in
      defer { state.isReloading = true }
      return !state.isReloading
    }
    guard isFirst else { return }
    script.add { [self] in
      let values = state.withLock { state in
        state.isReloading = false
        return state.values
      }
      do {
        var version = try load(values)
        version.generation = (state.withLock { $0.version?.generation } ?? 0) + 1
        try attach(version, to: sessions)
        accept(version)
      } catch {
        let problem = ScriptProblem(error)
        state.withLock { $0.problem = problem }
        tell(problem, sessions)
      }
    }
  }

  private func accept(_ version: FilmVersion) {
    state.withLock { state in
      (state.before, state.version, state.problem) = (state.version, version, nil)
    }
    tell(nil, sessions)
  }

  /// Opens `version` for every page, draws the frame that it looks at, and only then exchanges it for what it shows.
  ///
  /// - Throws: `MoonreelError` where it cannot be opened or its frame not be drawn; the pages then show what they showed.
  private func attach(_ version: FilmVersion, to sessions: [StudioSession]) throws {
    let outline = FilmOutline(version.request.film)
    var ready: [(StudioSession, PlayerItem)] = []
    for session in sessions { ready.append((session, try item(of: version, for: session))) }
    let sample = try ready.first?.1 ?? item(of: version, for: nil)
    let info = (size: sample.presentationSize, frames: sample.frameTimes?.count ?? 0)
    let film = FilmMessage.film(version, outline, info)
    state.withLock { ($0.outline, $0.film) = (outline, film) }
    for (session, item) in ready {
      session.socket.send(film)
      session.exchange(item, generation: version.generation)
    }
  }

  private func item(of version: FilmVersion, for session: StudioSession?) throws -> PlayerItem {
    let item = PlayerItem(version.request, gate: version.gate)
    try item.prepare()
    guard let times = item.frameTimes, times.count > 0 else { return item }
    _ = try item.frame(session?.frame(in: times) ?? 0, divisor: session == nil ? 4 : 1)
    return item
  }

  /// Shows the version before the newest to `session`, or the newest again.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) where there is none yet.
  func flip(_ isOn: Bool, _ session: StudioSession) throws {
    let (version, before) = state.withLock { ($0.version, $0.before) }
    guard let shown = isOn ? before : version else {
      throw MoonreelError(.invalidArgument, "There is no version before this one yet.")
    }
    script.add { [self] in
      do {
        let item = try item(of: shown, for: session)
        session.exchange(item, generation: shown.generation, isBefore: isOn)
      } catch { session.socket.say(MoonreelError.sentence(of: error)) }
    }
  }

  /// Runs the script with new values of its parameters.
  ///
  /// - Throws: `MoonreelError` (`invalidArgument`) for a message without any.
  func setParameters(_ message: Message) throws {
    guard case .object(let members)? = message["values"] else {
      throw MoonreelError(.invalidArgument, "The message 'params' needs 'values': an object.")
    }
    state.withLock { state in
      for member in members {
        state.values[member.key] = member.value == .null ? nil : member.value
      }
    }
    reload()
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
