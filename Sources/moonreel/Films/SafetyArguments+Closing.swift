// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelMedia
import MoonreelSandbox
import MoonreelVector

extension SafetyArguments {
  /// Closes everything around the program before it looks at what strangers wrote. The order is the only one
  /// that holds: the worker is forked and the sandbox closed while there is one thread.
  ///
  /// - Parameters:
  ///   - drawsFiles: whether SVG, Lottie or captions may have to be drawn.
  ///   - readable: files and folders.
  ///   - outputs: what is written.
  ///   - folders: folders of caches that are written to.
  ///   - cache: where what is found out about media files is kept.
  ///   - isServing: whether a socket is bound already at which connections are accepted.
  ///   - usesCameras: whether cameras may be used.
  ///   - setsTerminal: whether the terminal is told how it gives keys.
  /// - Throws: `MoonreelError` where the sandbox is required and not available, or no process or thread can be
  ///   started.
  func close(
    drawsFiles: Bool = true, reading readable: [String], writing outputs: [String] = [],
    keeping folders: [String] = [], cache: MediaCache? = nil, network: ProcessSandbox.Network,
    isServing: Bool = false, usesCameras: Bool = false, setsTerminal: Bool = false
  ) throws {
    let limit = maxMemory?.bytes ?? MemoryCap.usual
    if drawsFiles { try DrawingWorker.start(workerSettings(memory: limit)) }
    let watched = MemoryCap.prepare()
    var sandbox = around(readable, outputs, folders, cache, network)
    sandbox.isServing = isServing
    sandbox.usesCameras = usesCameras
    sandbox.setsTerminal = setsTerminal
    try close(sandbox)
    try MemoryCap.start(watched, limit: limit) { bytes in
      ForcedEnd.end(
        "Moonreel uses \(bytes >> 20) MB of memory, more than the \(limit >> 20) MB it may have. "
          + "Draw smaller pictures or fewer at once, or allow more with --max-memory.",
        status: .limit)
    }
    Interruption.startWatcher()
    RunDeadline.begin()
  }

  /// Closes the sandbox of a program that starts itself again, before it looks at what strangers wrote. What it starts
  /// closes a narrower one of its own; so everything that these need has to be allowed here. No thread is made, so that
  /// the program can close a narrower one, too.
  ///
  /// - Parameters:
  ///   - readable: files and folders.
  ///   - outputs: what is written.
  ///   - folders: folders of caches that are written to.
  ///   - made: folders that were made for the output, and go where nothing comes of it.
  ///   - cache: where what is found out about media files is kept.
  /// - Throws: `MoonreelError` where the sandbox is required and not available.
  func closeAroundProcesses(
    reading readable: [String], writing outputs: [String], keeping folders: [String] = [],
    removing made: [String] = [], cache: MediaCache?, network: ProcessSandbox.Network
  ) throws {
    var sandbox = around(readable, outputs, folders, cache, network)
    sandbox.startable = ProgramFiles.all
    sandbox.clearable += made.map(FilePath.folder(of:))
    try close(sandbox)
  }

  private func around(
    _ readable: [String], _ outputs: [String], _ folders: [String], _ cache: MediaCache?,
    _ network: ProcessSandbox.Network
  ) -> ProcessSandbox {
    var sandbox = ProcessSandbox()
    sandbox.readable = readable
    sandbox.writable = outputs.flatMap(OutputFolders.written(by:))
    sandbox.writable += folders + [cache?.folder].compactMap { $0 } + ScratchFolder.paths
    sandbox.clearable = ScratchFolder.paths.map(FilePath.folder(of:))
    sandbox.network = network
    return sandbox
  }

  private func close(_ sandbox: ProcessSandbox) throws {
    let gaps = try UsageError.blamed { try sandbox.close(self.sandbox) }
    if verbose { Report.lines(gaps.map { "sandbox: \($0)" }) }
  }

  private func workerSettings(memory: Int) -> WorkerSettings {
    var settings = WorkerSettings()
    settings.sandbox = sandbox
    settings.cancellation = Interruption.flag
    settings.memoryLimit = min(settings.memoryLimit, memory)
    return settings
  }
}
