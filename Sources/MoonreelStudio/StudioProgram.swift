// SPDX-License-Identifier: MIT

import MoonreelCapture
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

  private let socket: ListeningSocket

  /// Where the page is.
  public var address: String { socket.address }
  var port: Int { socket.port }
  var token: String { socket.token.text }
  /// The names of the devices that the film shows.
  var openDevices: [String] { studio.live.names }

  /// A studio for the film at `path` at `socket`.
  ///
  /// - Parameters:
  ///   - devices: those that films with live pictures may use; without more, those that are made here.
  ///   - file: what a script gets and may use; asked for each time that it is read.
  ///   - proxies: small pictures of heavy files, which are made and played; `nil`: none.
  /// - Throws: `MoonreelError` where the system refuses threads, the watching of files, or what a server needs.
  public convenience init(
    _ socket: ListeningSocket, path: String, proxies: MediaProxies? = nil,
    devices: DeviceConnections = DeviceConnections([.synthetic]),
    file: @escaping @Sendable (String) -> FilmFile
  ) throws {
    try self.init(
      socket, path: path, proxies: proxies, devices: devices,
      patienceSeconds: SocketHandler.usualPatienceSeconds, file: file)
  }

  /// The same with another patience with pages that do not say the token.
  init(
    _ socket: ListeningSocket, path: String, proxies: MediaProxies?,
    devices: DeviceConnections = DeviceConnections([.synthetic]), patienceSeconds: Int64,
    file: @escaping @Sendable (String) -> FilmFile
  ) throws {
    let project = Project(path) { path in
      var file = file(path)
      file.options.proxies = proxies
      file.options.capturedKinds = devices.kinds
      file.options.previewsDevices = true
      return file
    }
    let studio = try Studio(project, proxies: proxies, devices: devices)
    (self.studio, self.socket) = (studio, socket)
    server = try StudioServer(socket, patienceSeconds: patienceSeconds) { studio.makePeer($0) }
    try studio.start()
  }

  /// Serves until `flag` is thrown.
  public func run(until flag: CancellationFlag) {
    let clock = HostClock()
    while !flag.isCancelled {
      clock.wait(until: clock.now + Time(flicks: Time.flicksPerSecond / 20))
    }
    stop()
  }

  /// Closes all pages and ends all threads.
  public func stop() {
    studio.stop()
    server.stop()
  }
}
