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
  /// - Throws: `MoonreelError` where the sandbox is required and not available, or no process or thread can be
  ///   started.
  func close(
    drawsFiles: Bool = true, reading readable: [String], writing outputs: [String] = [],
    keeping folders: [String] = [], cache: MediaCache? = nil, network: ProcessSandbox.Network,
    isServing: Bool = false, usesCameras: Bool = false
  ) throws {
    let limit = maxMemory?.bytes ?? MemoryCap.usual
    if drawsFiles { try DrawingWorker.start(workerSettings(memory: limit)) }
    let watched = MemoryCap.prepare()
    var sandbox = ProcessSandbox()
    sandbox.readable = readable
    sandbox.writable = outputs.flatMap(OutputFolders.written(by:))
    sandbox.writable += folders + [cache?.folder].compactMap { $0 }
    sandbox.network = network
    sandbox.isServing = isServing
    sandbox.usesCameras = usesCameras
    let gaps = try UsageError.blamed { try sandbox.close(self.sandbox) }
    if verbose { for gap in gaps { Report.text("sandbox: \(gap)") } }
    try MemoryCap.start(watched, limit: limit) { bytes in
      ForcedEnd.end(
        "Moonreel uses \(bytes >> 20) MB of memory, more than the \(limit >> 20) MB it may have. "
          + "Draw smaller pictures or fewer at once, or allow more with --max-memory.",
        status: .limit)
    }
    Interruption.startWatcher()
    RunDeadline.begin()
  }

  private func workerSettings(memory: Int) -> WorkerSettings {
    var settings = WorkerSettings()
    settings.sandbox = sandbox
    settings.cancellation = Interruption.flag
    settings.memoryLimit = min(settings.memoryLimit, memory)
    return settings
  }
}
