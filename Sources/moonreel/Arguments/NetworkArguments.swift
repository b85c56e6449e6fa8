// SPDX-License-Identifier: MIT

import ArgumentParser
import MoonreelCore
import MoonreelMedia

/// How servers are asked, and what is kept of their files.
struct NetworkArguments: ParsableArguments {
  @Flag(help: "Ask no server: read what is kept of its files, and say what is missing.")
  var offline = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Bytes that may be kept of servers' files; what was not used for longest goes first (default 10G).",
      valueName: "bytes"))
  var netCacheSize: ByteCountArgument?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How long a server may take to accept a connection (default 10).", valueName: "seconds"))
  var netConnectTimeout: SecondsArgument?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How long a server may be silent, or slower than 1 kB a second (default 10).",
      valueName: "seconds"))
  var netReadTimeout: SecondsArgument?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How long one request may take, for at most 4 MiB (default 120).", valueName: "seconds"))
  var netTimeout: SecondsArgument?

  /// How long servers may take.
  var patience: NetworkPatience {
    var patience = NetworkPatience()
    if let netConnectTimeout { patience.connecting = netConnectTimeout.seconds }
    if let netReadTimeout { patience.reading = netReadTimeout.seconds }
    if let netTimeout { patience.total = netTimeout.seconds }
    return patience
  }

  /// The files of servers, the same for all that this process opens.
  ///
  /// - Parameter isKept: whether blocks are kept on the disk.
  func files(isKept: Bool) -> RemoteFiles {
    Self.shared.withLock { shared in
      if let shared { return shared }
      var settings = RemoteFiles.Settings(folder: isKept ? RemoteFiles.usualFolder : nil)
      if let netCacheSize { settings.limit = netCacheSize.bytes }
      settings.isOffline = offline
      settings.lock = Self.lock.withLock { $0 }
      let files = RemoteFiles(settings)
      shared = files
      return files
    }
  }

  private static let shared = Locked<RemoteFiles?>(nil)
  fileprivate static let lock = Locked<RemoteLock?>(nil)
}

/// The bytes of servers that a film is made of, noted beside it.
struct LockArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Note the SHA-256 of all bytes that come from servers in this file; what stands there has to be the same.",
      valueName: "file"),
    completion: .file())
  var lock: String?

  /// Refuses a lock where several processes would read for the film, each of which knows only its own part.
  ///
  /// - Parameter advice: what to do instead.
  /// - Throws: `ValidationError`.
  func refuse(_ advice: String) throws {
    guard lock != nil else { return }
    throw ValidationError("--lock notes what one process reads: \(advice).")
  }

  /// Reads the lock. Before any file is opened.
  ///
  /// - Throws: `MoonreelError` where the file is none.
  func read() throws {
    guard let lock else { return }
    let read = try UsageError.blamed { try RemoteLock(path: lock) }
    NetworkArguments.lock.withLock { $0 = read }
  }

  /// Writes the lock where something was added to it.
  ///
  /// - Throws: `MoonreelError` (`fileAccess`).
  static func write() throws {
    guard let lock = NetworkArguments.lock.withLock({ $0 }), let text = lock.changedText else {
      return
    }
    let file = try AtomicOutputFile(path: lock.path, gate: .unrestricted)
    try file.write(Array(text.utf8))
    try file.commit()
  }
}
