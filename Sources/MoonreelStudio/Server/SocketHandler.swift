// SPDX-License-Identifier: MIT

import MoonreelCore
import NIOCore
import NIOPosix
import NIOWebSocket

/// One page's socket on its way in: whole text messages go to its peer. A page has to say the token before
/// anything else, and soon.
final class SocketHandler: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundOut = WebSocketFrame

  /// The most bytes of one message of a page.
  static let messageLimit = 1 << 16
  /// How many seconds a page may take to say the token.
  static let usualPatienceSeconds: Int64 = 30

  private let token: AccessToken
  private let makePeer: @Sendable (Socket) -> any SocketPeer
  private var peer: (any SocketPeer)?
  private var socket: Socket?
  private var channel: (any Channel)?
  private var timeout: Scheduled<Void>?

  private let crowd: ConnectionCrowd
  private let gate: SocketGate
  private let patience: TimeAmount

  init(
    _ token: AccessToken, _ crowd: ConnectionCrowd, _ gate: SocketGate, patience: TimeAmount,
    _ makePeer: @escaping @Sendable (Socket) -> any SocketPeer
  ) {
    (self.token, self.crowd, self.gate) = (token, crowd, gate)
    (self.patience, self.makePeer) = (patience, makePeer)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    let socket = Socket(context.channel, gate)
    self.socket = socket
    channel = context.channel
    crowd.note(context.channel, .asking)
    timeout = context.eventLoop.scheduleTask(in: patience) { socket.close(.noToken) }
  }

  func handlerRemoved(context: ChannelHandlerContext) { end() }

  func channelInactive(context: ChannelHandlerContext) {
    end()
    context.fireChannelInactive()
  }

  private func end() {
    timeout?.cancel()
    peer?.closed()
    (peer, socket, channel) = (nil, nil, nil)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = unwrapInboundIn(data)
    switch frame.opcode {
    case .text: read(frame.unmaskedData)
    case .connectionClose: socket?.close(.normal)
    case .ping:
      context.writeAndFlush(
        wrapOutboundOut(WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData)),
        promise: nil)
    case .pong: break
    default: socket?.close(.unexpected)
    }
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    let isWritable = context.channel.isWritable
    // Who does not take the answers asks no more questions.
    context.channel.setOption(.autoRead, value: isWritable).whenFailure { _ in }
    if isWritable { peer?.canSend() }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    socket?.close(error is NIOTooManyBytesError ? .tooLong : .unexpected)
  }

  private func read(_ data: ByteBuffer) {
    guard let socket else { return }
    guard data.readableBytes <= Self.messageLimit else { return socket.close(.tooLong) }
    let message: Message
    do { message = try Message(parsing: String(buffer: data)) } catch {
      return peer == nil ? socket.close(.noToken) : socket.say(MoonreelError.sentence(of: error))
    }
    if let peer { return peer.receive(message) }
    guard message.type == "hello", let given = try? message.text("token"), token.matches(given)
    else { return socket.close(.noToken) }
    timeout?.cancel()
    if let channel { crowd.note(channel, .page) }
    let peer = makePeer(socket)
    self.peer = peer
    peer.receive(message)
  }
}

/// What stands behind a socket. All calls come from the server's thread and must return soon.
protocol SocketPeer: AnyObject, Sendable {
  /// A message came.
  func receive(_ message: Message)
  /// What was written before is under way; there is room again.
  func canSend()
  /// The page is gone.
  func closed()
}
