// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore
import MoonreelExport
import MoonreelMedia

/// Tells which of some files have really changed: by what they hold, however they were saved (written over, emptied and
/// written, renamed into place), and also when folders above them are taken away and put back.
///
/// For example:
///
///     let watch = try FileWatch { changed in print(changed) }
///     watch.watch(["promo.lua"])
public final class FileWatch: Sendable {
  private struct State {
    var prints: [String: FileFingerprint] = [:]
    /// Files by their absolute paths, as they were named.
    var names: [String: String] = [:]
    /// Those that were changed before they were watched.
    var early: Set<String> = []
    var isNew = false
    var isStopped = false
    var remark: String?
  }

  private let events: FolderEvents
  private let state = Locked(State())
  private let onChange: @Sendable (Set<String>) -> Void

  /// Milliseconds without another event after which files are looked at, the most that a row of events may take,
  /// and how long a file may be gone or empty before that counts.
  private static let (quiet, longest, gone) = (Int32(8), 80.0, 150.0)
  /// The most files that are watched.
  public static let mostFiles = 20_000

  /// Watches nothing yet.
  ///
  /// - Parameter onChange: gets the paths of the files that have changed, as they were given, on a thread of the
  ///   watch's own.
  /// - Throws: `MoonreelError` (`limitExceeded`) where the system allows no more watching, or refuses a thread.
  public init(onChange: @escaping @Sendable (Set<String>) -> Void) throws {
    self.onChange = onChange
    events = try FolderEvents()
    try FilmThread.start { [events, weak self] in
      // The object may go while its thread waits.
      while let wait = self?.turn() { events.wait(milliseconds: wait) }
    }
  }

  deinit { events.ring() }

  /// Why not all changes are noticed: the system, or this class, allows no more watching; `nil`: all are.
  public var remark: String? { state.withLock { $0.remark } }

  /// Watches `paths` from now on, and nothing else.
  public func watch(_ paths: some Sequence<String>) {
    watch(paths.map { OpenedFiles.Name.watched($0) })
  }

  /// Watches the files of `names` as they were when they were opened, and nothing else: what was changed since is told
  /// at once.
  func watch(_ names: [OpenedFiles.Name]) {
    var next = State()
    let known = state.withLock { $0.prints }
    for name in names.prefix(Self.mostFiles) where !name.path.contains("://") {
      let path = WatchedPlaces.absolute(name.path)
      guard next.names[path] == nil else { continue }
      next.names[path] = name.path
      next.prints[path] = known[path] ?? FileFingerprint(path)
      if known[path] == nil, FileFingerprint.identity(of: path) != name.identity {
        next.early.insert(path)
      }
    }
    if names.count > Self.mostFiles {
      next.remark = "Only the first \(Self.mostFiles) files of the film are watched."
    }
    next.isNew = true
    let new = next
    state.withLock { state in
      guard !state.isStopped else { return }
      state = new
    }
    events.ring()
  }

  /// Ends the watching; nothing is told afterwards but what is being told now.
  public func stop() {
    state.withLock { $0.isStopped = true }
    events.ring()
  }

  /// Looks at what has happened, and tells of it.
  ///
  /// - Returns: how many milliseconds to wait for more; `nil`: it was stopped.
  private func turn() -> Int32? {
    if state.withLock({ $0.isStopped }) { return nil }
    let isNew = state.withLock { state in
      defer { state.isNew = false }
      return state.isNew
    }
    if isNew { rearm() }
    guard isNew || matters(events.take()) else { return -1 }
    settle()
    return tell()
  }

  /// Waits until a row of events is over.
  private func settle() {
    let begin = Self.now()
    repeat {
      events.wait(milliseconds: Self.quiet)
      guard matters(events.take()) else { return }
    } while Self.now() - begin < Self.longest
  }

  /// Watches the folders that there are now.
  private func rearm() {
    let places = WatchedPlaces(state.withLock { Array($0.names.keys) })
    let refusal = events.watch(places.names.keys)
    folders.withLock { $0 = places.names }
    state.withLock { state in
      state.remark =
        state.remark ?? refusal
        ?? (places.isCut
          ? "The film's files lie in more than \(WatchedPlaces.mostFolders) folders: some are not watched."
          : nil)
    }
  }

  private let folders = Locked<[String: Set<String>]>([:])

  private func matters(_ events: [FolderEvents.Event]) -> Bool {
    let folders = folders.withLock { $0 }
    return events.contains { event in
      switch event {
      case .everything: true
      case .name(let name, let folder): folders[folder]?.contains(name) ?? false
      }
    }
  }

  /// Compares all files with what they were, and tells of those that differ; watches folders that have come.
  private func tell() -> Int32 {
    rearm()
    var changed = changes()
    let begin = Self.now()
    while changed.contains(where: { $0.value.isBetweenSaves }), Self.now() - begin < Self.gone {
      events.wait(milliseconds: Self.quiet)
      if matters(events.take()) { rearm() }
      changed = changes()
    }
    let found = changed
    let told = state.withLock { state -> Set<String> in
      guard !state.isStopped, !state.isNew else { return [] }
      state.prints.merge(found) { $1 }
      let early = state.early.filter { state.prints[$0] != nil }
      state.early = []
      return Set(early.union(found.keys).compactMap { state.names[$0] })
    }
    if !told.isEmpty { onChange(told) }
    // What came while it was told is in the queue.
    return matters(events.take()) || state.withLock({ $0.isNew }) ? tellAgain() : -1
  }

  private func tellAgain() -> Int32 {
    state.withLock { $0.isNew = true }
    return 0
  }

  private func changes() -> [String: FileFingerprint] {
    let known = state.withLock { $0.prints }
    var changed: [String: FileFingerprint] = [:]
    for (path, print) in known { changed[path] = print.change(at: path) }
    return changed
  }

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1e6
  }
}

extension OpenedFiles.Name {
  /// The file at `path` as it is now.
  fileprivate static func watched(_ path: String) -> Self {
    Self(path: path, role: .source, identity: FileFingerprint.identity(of: path))
  }
}
