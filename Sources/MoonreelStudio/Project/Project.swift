// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelMedia
import MoonreelPlayback
import MoonreelScript

/// A film that is being written: it is read again whenever the script, a module or another file that it asked for is
/// saved, and what was shown before stays until the first frame of what comes after can be drawn.
///
/// Everything may be called from any thread.
///
/// For example:
///
///     let project = Project("promo.lua")
///     for await event in project.events() { … }
///     try project.start { version in try show(version.item) }
public final class Project: Sendable {
  /// Something that happened.
  public enum Event: Sendable {
    /// Files were saved, or parameters set, and the film is being read.
    case reading(files: Set<String>)
    /// There is a new version, whose first frame was drawn; no problem is left.
    case changed(FilmVersion)
    /// The film cannot be shown as it was saved; the version before stays.
    case failed(Problem)
    /// All frames of a version were compared with those of the version before, where there is one; once more with the sound,
    /// where that differs.
    case compared(FilmVersion, FilmDifference?)
    /// They could not be, because a frame of the version cannot be composed.
    case incomparable(FilmVersion, Problem)
  }

  /// Draws the first frame of a version that is about to be shown.
  public typealias FirstFrame = @Sendable (FilmVersion) throws -> Void

  private struct State {
    var current: FilmVersion?
    var previous: FilmVersion?
    var problem: Problem?
    var values: [JSONValue.Member] = []
    var lastGeneration = 0
    /// The numbers of the reading that is asked for and of the last that is done, and what ends the one that goes on.
    var (wanted, done) = (0, 0)
    var reading: CancellationFlag?
    /// Whether a thread reads until nothing more is wanted, and the files that were saved since it began the last time.
    var isReading = false
    /// Ends the mixing by which sound is compared.
    var listening = CancellationFlag()
    var saved: Set<String>?
    var firstFrame: FirstFrame?
    var comparesFrames = false
    var watch: FileWatch?
    var isStopped = false
  }

  /// The script, or the media file in its place.
  public let path: String
  private let makeFile: @Sendable (String) -> FilmFile
  private let state = Locked(State())
  /// Held while the film is read: one after the other.
  private let turn = Locked(())
  private let listeners = Broadcast<Event>()
  /// Compares frames, and sound.
  private let (comparing, listening) = (NewestWork(), NewestWork())

  /// The film of `path`; nothing is read yet.
  ///
  /// - Parameter makeFile: what the script gets and may use, asked for each time that it is read. A script that does
  ///   not end is stopped by these limits, and by the next save.
  public init(
    _ path: String,
    file makeFile: @escaping @Sendable (String) -> FilmFile = {
      FilmFile(ScriptOptions(path: $0))
    }
  ) {
    (self.path, self.makeFile) = (path, makeFile)
  }

  deinit { stop() }

  /// What is shown: the last version whose first frame was drawn; `nil` before there is one.
  public var current: FilmVersion? { state.withLock { $0.current } }

  /// The version before that, for comparing.
  public var previous: FilmVersion? { state.withLock { $0.previous } }

  /// Why the film cannot be shown as it was saved last; `nil` where it can.
  public var problem: Problem? { state.withLock { $0.problem } }

  /// Values of parameters that were set.
  public var values: [JSONValue.Member] { state.withLock { $0.values } }

  /// What a script gets and may use.
  var options: ScriptOptions { file().options }

  /// The film's file. A call of the script that hangs is left behind: whoever watches goes on watching.
  private func file() -> FilmFile {
    var file = makeFile(path)
    file.options.onLeftCall = { _ in }
    return file
  }

  /// Why not all changes of files are noticed; `nil`: all are.
  public var watchRemark: String? { state.withLock { $0.watch }?.remark }

  /// What happens from now on.
  public func events() -> AsyncStream<Event> { listeners.stream() }

  /// Reads the film, then again whenever a file of it is saved, on threads of its own.
  ///
  /// - Parameters:
  ///   - comparesFrames: whether the digests of all frames are found after each reading, and compared.
  ///   - firstFrame: draws the first frame of each version before it takes the place of the one before; what it throws
  ///     is a problem of the new one, which then is not taken.
  /// - Throws: `MoonreelError` (`limitExceeded`) where the system allows no watching, or refuses a thread.
  public func start(comparesFrames: Bool = false, firstFrame: FirstFrame? = nil) throws {
    let watch = try FileWatch { [weak self] changed in self?.read(after: changed) }
    state.withLock { state in
      (state.watch, state.firstFrame) = (watch, firstFrame)
      (state.comparesFrames, state.isStopped) = (comparesFrames, false)
    }
    load()
  }

  /// Ends the watching, and the reading that goes on.
  public func stop() {
    let watch = state.withLock { state in
      defer { state.watch = nil }
      state.isStopped = true
      state.reading?.cancel()
      state.listening.cancel()
      return state.watch
    }
    watch?.stop()
  }

  /// Gives parameters these values from now on, in place of all that were set, and reads the film again. They go before
  /// those of the options; those that the script does not declare are kept for when it does.
  public func setValues(_ values: [JSONValue.Member]) {
    state.withLock { $0.values = values }
    read(after: [])
  }

  /// Reads the film again on another thread; a reading that goes on is ended.
  public func reload() { read(after: []) }

  /// Reads the film once more. One thread reads, and what was asked for last is what it reads next.
  private func read(after changed: Set<String>) {
    let begins = state.withLock { state in
      state.wanted += 1
      state.reading?.cancel()
      state.saved = (state.saved ?? []).union(changed)
      defer { state.isReading = true }
      return !state.isReading
    }
    guard begins else { return }
    do {
      try FilmThread.start { [weak self] in
        while let wanted = self?.nextReading() { self?.load(wanted) }
      }
    } catch {
      state.withLock { $0.isReading = false }
      fail(Problem(error))
    }
  }

  /// The number of the reading that is wanted; `nil`: none is, and the thread that reads ends.
  private func nextReading() -> Int? {
    state.withLock { state in
      state.isReading = state.done < state.wanted && !state.isStopped
      return state.isReading ? state.wanted : nil
    }
  }

  /// Reads the film now, on this thread, and takes the new version where it can be shown.
  ///
  /// - Returns: the version that is shown from now on, or why there is no new one.
  @discardableResult
  public func load() -> Result<FilmVersion, Problem> {
    let wanted = state.withLock { state in
      state.wanted += 1
      return state.wanted
    }
    return load(wanted) ?? .failure(Problem(CancellationFlag.error))
  }

  /// `nil` where a later reading is wanted by now.
  @discardableResult
  private func load(_ wanted: Int) -> Result<FilmVersion, Problem>? {
    turn.withLock { _ in
      let file = file()
      let flag = CancellationFlag(within: file.options.cancellation)
      let isWanted = state.withLock { state -> Bool in
        guard wanted == state.wanted, wanted > state.done, !state.isStopped else { return false }
        (state.reading, state.done) = (flag, wanted)
        return true
      }
      guard isWanted else { return nil }
      let saved = state.withLock { state in
        defer { state.saved = nil }
        return state.saved
      }
      if let saved { listeners.send(.reading(files: saved)) }
      let record = OpenedFiles()
      let result = Result { try version(file, flag, record) }
        .mapError { Problem($0, among: record.names) }
      // From now on nobody ends what this version reads.
      let isOvertaken = state.withLock { state in
        state.reading = nil
        return flag.isCancelled
      }
      guard !isOvertaken else { return nil }
      take(result, record)
      return result
    }
  }

  /// Runs the script and draws the first frame.
  private func version(
    _ file: FilmFile, _ flag: CancellationFlag, _ record: OpenedFiles
  ) throws -> FilmVersion {
    var file = file
    file.options.cancellation = flag
    file.options.record = record
    let (values, current, generation, firstFrame) = state.withLock { state in
      state.lastGeneration += 1
      return (state.values, state.current, state.lastGeneration, state.firstFrame)
    }
    file.options.values += values
    file.options.onLeftCall = { [weak self] sentence in self?.left(generation, sentence) }
    record.note(file.options.path, as: file.isScript ? .script : .source)
    let warnings = WarningLog()
    let film = try file.load(gate: file.options.filmGate(), warnings: warnings)
    let version = FilmVersion(film, generation: generation, warnings: warnings, after: current)
    do {
      try firstFrame?(version)
    } catch {
      if let current { version.item.giveBackReaders(to: current.item) }
      throw error
    }
    return version
  }

  /// Notes that a call of version `generation` hangs: what its functions draw can be shown no more.
  private func left(_ generation: Int, _ sentence: String) {
    guard current?.generation == generation else { return }
    fail(Problem(MoonreelError(.limitExceeded, sentence)))
  }

  private func take(_ result: Result<FilmVersion, Problem>, _ record: OpenedFiles) {
    var names = record.names
    switch result {
    case .success(let version):
      state.withLock { state in
        (state.previous, state.current) = (state.current, version)
        state.problem = nil
        state.listening.cancel()
        state.listening = CancellationFlag()
      }
      watch(names)
      listeners.send(.changed(version))
      compare(version)
    case .failure(let problem):
      names += current?.openedFiles ?? []
      watch(names)
      fail(problem)
    }
  }

  /// Compares the frames of `version` with those of the one before, on another thread.
  private func compare(_ version: FilmVersion) {
    let (isWanted, before) = state.withLock { ($0.comparesFrames, $0.previous) }
    // Live pictures are never the same.
    guard isWanted, !version.isLive, before?.isLive != true else { return }
    // Without a thread the ribbon stays empty.
    try? comparing.run { [weak self] in
      // Who has been overtaken twice is nobody's version before any more.
      guard let self, current === version || previous === version else { return }
      do {
        let digests = try version.digests()
        let older = try? before?.digests()
        listeners.send(.compared(version, older.map { FilmDifference(from: $0, to: digests) }))
        try? listening.run { [weak self] in self?.compareSound(version, before) }
      } catch {
        listeners.send(.incomparable(version, error as? Problem ?? Problem(error)))
      }
    }
  }

  /// Compares the sound of `version` with that of the one before, where it has any, when nothing else wants the
  /// processor: it has to be mixed. What cannot be mixed is told when it is heard.
  private func compareSound(_ version: FilmVersion, _ before: FilmVersion?) {
    guard version.request.hasSound || before?.request.hasSound == true else { return }
    FilmThread.stepBack()
    let flag = state.withLock { $0.listening }
    guard current === version, let digests = try? version.digestsWithSound(flag), let before,
      let older = try? before.digestsWithSound(flag)
    else { return }
    let difference = FilmDifference(from: older, to: digests)
    guard !difference.sound.isEmpty || difference.hasOtherSound else { return }
    listeners.send(.compared(version, difference))
  }

  private func watch(_ names: [OpenedFiles.Name]) { state.withLock { $0.watch }?.watch(names) }

  /// Sets the problem, which is no version's.
  private func fail(_ problem: Problem) {
    state.withLock { $0.problem = problem }
    listeners.send(.failed(problem))
  }
}
