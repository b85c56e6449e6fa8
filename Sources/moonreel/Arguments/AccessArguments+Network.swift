// SPDX-License-Identifier: MIT

import ArgumentParser
import MoonreelCore
import MoonreelMedia

extension AccessArguments {
  /// How long servers may take.
  var patience: NetworkPatience {
    var patience = NetworkPatience()
    if let netConnectTimeout { patience.connecting = netConnectTimeout.seconds }
    if let netReadTimeout { patience.reading = netReadTimeout.seconds }
    if let netTimeout { patience.total = netTimeout.seconds }
    return patience
  }

  /// The files of servers, the same for all that this process opens.
  var remote: RemoteFiles {
    Self.shared.withLock { shared in
      if let shared { return shared }
      var settings = RemoteFiles.Settings(folder: noCache ? nil : RemoteFiles.usualFolder)
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
    AccessArguments.lock.withLock { $0 = read }
  }

  /// Writes the lock where something was added to it.
  ///
  /// - Throws: `MoonreelError` (`fileAccess`).
  static func write() throws {
    guard let lock = AccessArguments.lock.withLock({ $0 }), let text = lock.changedText else {
      return
    }
    let file = try AtomicOutputFile(path: lock.path, gate: .unrestricted)
    try file.write(Array(text.utf8))
    try file.commit()
  }
}
