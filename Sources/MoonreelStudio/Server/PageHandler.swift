// SPDX-License-Identifier: MIT

import NIOCore
import NIOHTTP1

/// Answers requests for the page's files, and nothing else.
final class PageHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let rules: RequestRules
  private let crowd: ConnectionCrowd
  private var request: HTTPRequestHead?

  init(_ rules: RequestRules, _ crowd: ConnectionCrowd) {
    (self.rules, self.crowd) = (rules, crowd)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      request = head
      crowd.note(context.channel, .asking)
    case .body: break
    case .end:
      if let request { answer(request, context) }
      request = nil
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    // Nothing came for long: see StudioServer.
    if event is IdleStateHandler.IdleStateEvent { context.close(promise: nil) }
    context.fireUserInboundEventTriggered(event)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }

  private func answer(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
    guard rules.admits(hosts: head.headers["host"]) else {
      return say(.forbidden, "This name is not the studio's: use 127.0.0.1.", head, context)
    }
    guard head.method == .GET || head.method == .HEAD else {
      return say(.methodNotAllowed, "The studio's files can be read, nothing else.", head, context)
    }
    guard let file = StudioPage.files[String(head.uri.prefix { $0 != "?" })] else {
      return say(.notFound, "The studio has no such file.", head, context)
    }
    send(.ok, file.bytes, file.mediaType, head, context)
  }

  private func say(
    _ status: HTTPResponseStatus, _ sentence: String, _ head: HTTPRequestHead,
    _ context: ChannelHandlerContext
  ) {
    var sentence = sentence + "\n"
    sentence.withUTF8 { send(status, $0, "text/plain; charset=utf-8", head, context) }
  }

  private func send(
    _ status: HTTPResponseStatus, _ bytes: UnsafeBufferPointer<UInt8>, _ mediaType: String,
    _ head: HTTPRequestHead, _ context: ChannelHandlerContext
  ) {
    var headers = HTTPHeaders(RequestRules.headers)
    headers.add(name: "content-type", value: mediaType)
    headers.add(name: "content-length", value: "\(bytes.count)")
    let stays = head.isKeepAlive && status == .ok
    if !stays { headers.add(name: "connection", value: "close") }
    context.write(
      wrapOutboundOut(
        .head(HTTPResponseHead(version: head.version, status: status, headers: headers))),
      promise: nil)
    if head.method != .HEAD {
      context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: bytes)))), promise: nil)
    }
    let channel = context.channel
    context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in
      if !stays { channel.close(promise: nil) }
    }
  }
}
