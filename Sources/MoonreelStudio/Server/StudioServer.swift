// SPDX-License-Identifier: MIT

import MoonreelCore
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket

/// Serves the page and its sockets on this machine alone.
final class StudioServer: Sendable {
  private static let (pageName, idleName) = ("page", "idle")
  /// The most connections at a time: a few pages, their files and their sockets.
  static let connectionLimit = 64

  private let group: MultiThreadedEventLoopGroup
  private let gate: SocketGate
  private let listener: any Channel

  /// Serves those who connect to `socket`.
  ///
  /// - Parameter patienceSeconds: how long a page may take to say the token; a connection that is no page's may be silent
  ///   for twice as long.
  /// - Throws: `MoonreelError` (`internalError`) where the system refuses what a server needs.
  init(
    _ socket: ListeningSocket, patienceSeconds: Int64 = SocketHandler.usualPatienceSeconds,
    makePeer: @escaping @Sendable (Socket) -> any SocketPeer
  ) throws {
    let (token, patience) = (socket.token, TimeAmount.seconds(patienceSeconds))
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let crowd = ConnectionCrowd(limit: Self.connectionLimit)
    let gate = SocketGate()
    do {
      listener = try ServerBootstrap(group: group)
        .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
        .childChannelOption(.writeBufferWaterMark, value: .init(low: 1 << 20, high: 4 << 20))
        .childChannelInitializer { channel in
          guard crowd.enter(channel) else { return channel.close() }
          return Self.prepare(channel, token, crowd, gate, patience, makePeer)
        }
        .withBoundSocket(socket.descriptor).wait()
    } catch {
      try? group.syncShutdownGracefully()
      throw MoonreelError(.internalError, "Cannot serve the studio's page.", cause: "\(error)")
    }
    (self.group, self.gate) = (group, gate)
  }

  /// Closes all connections and ends the server's thread.
  func stop() {
    gate.close()
    try? group.syncShutdownGracefully()
  }

  private static func prepare(
    _ channel: any Channel, _ token: AccessToken, _ crowd: ConnectionCrowd, _ gate: SocketGate,
    _ patience: TimeAmount, _ makePeer: @escaping @Sendable (Socket) -> any SocketPeer
  ) -> EventLoopFuture<Void> {
    channel.eventLoop.makeCompletedFuture {
      // The port as it is, not as it was asked for: it may be any that was free.
      let rules = RequestRules(port: channel.localAddress?.port ?? 0)
      let upgrader = NIOWebSocketServerUpgrader(
        maxFrameSize: SocketHandler.messageLimit,
        shouldUpgrade: { channel, head in
          let isAdmitted =
            head.uri == "/socket"
            && rules.admits(socketFrom: head.headers["origin"], hosts: head.headers["host"])
          return channel.eventLoop.makeSucceededFuture(isAdmitted ? HTTPHeaders() : nil)
        },
        upgradePipelineHandler: { channel, _ in
          channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandlers([
              NIOWebSocketFrameAggregator(
                minNonFinalFragmentSize: 1, maxAccumulatedFrameCount: 64,
                maxAccumulatedFrameSize: SocketHandler.messageLimit),
              SocketHandler(token, crowd, gate, patience: patience, makePeer),
            ])
          }
        })
      let pipeline = channel.pipeline.syncOperations
      try pipeline.addHandler(IdleStateHandler(allTimeout: patience * 2), name: Self.idleName)
      try pipeline.configureHTTPServerPipeline(
        withServerUpgrade: (
          upgraders: [upgrader],
          completionHandler: { context in
            for name in [Self.pageName, Self.idleName] {
              context.pipeline.removeHandler(name: name, promise: nil)
            }
          }
        ))
      try pipeline.addHandler(PageHandler(rules, crowd), name: Self.pageName)
    }
  }
}
