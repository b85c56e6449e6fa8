// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelMedia
import MoonreelModel
import MoonreelPlayback
import MoonreelScript

/// The studio as a whole: a script, a server and the pages that look at it.
public final class StudioProgram: Sendable {
  private let studio: Studio
  private let server: StudioServer

  /// Where the page is.
  public var address: String { server.address }

  /// A studio for the script at `path` at `socket`.
  ///
  /// - Throws: `MoonreelError` where the system refuses threads or what a server needs.
  public init(
    _ socket: ListeningSocket, path: String, options: @escaping @Sendable () -> ScriptOptions
  ) throws {
    let studio = try Studio(path: path) { values in
      var options = options()
      options.sets += values.map { ($0.key, "\($0.value)") }
      let host = try ScriptHost(options: options)
      let result = try host.run()
      return FilmVersion(
        generation: 0, request: result.request, gate: host.gate, parameters: result.parameters,
        findings: try result.findings(measured: nil))
    }
    self.studio = studio
    server = try StudioServer(socket) { studio.makePeer($0) }
    studio.reload()
  }

  /// Shows the page in the browser, where there is a desktop.
  public func openBrowser() { try? FolderOpener.open(address) }

  /// Serves until `flag` is thrown.
  public func run(until flag: CancellationFlag) {
    let clock = HostClock()
    while !flag.isCancelled {
      clock.wait(until: clock.now + Time(flicks: Time.flicksPerSecond / 20))
    }
    studio.stop()
    server.stop()
  }
}
