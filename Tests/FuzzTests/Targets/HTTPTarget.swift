// SPDX-License-Identifier: MIT

import MoonreelCore

@testable import MoonreelMedia

/// Answers of servers: the lines of a head, an empty line, and the beginning of the file that the head speaks of.
enum HTTPTarget: FuzzTarget {
  static let name = "http"
  static let shortRunCount = 20_000

  static func seeds() -> [[UInt8]] {
    [
      "HTTP/1.1 206 Partial\r\nContent-Range: bytes 0-9/10\r\nContent-Length: 10\r\nETag: \"1\"\r\n\r\n0123456789",
      "HTTP/1.1 206 Partial\r\nContent-Range: bytes 0-4194303/9223372036854775807\r\n\r\n",
      "HTTP/1.1 206 Partial\r\nContent-Range: bytes 5-9/*\r\nLast-Modified: Mon, 1 Jan 2024\r\n\r\n",
      "HTTP/1.1 416 No\r\nContent-Range: bytes */17592186044416\r\n\r\n",
      "HTTP/1.1 503 Later\r\nRetry-After: 120\r\n\r\n",
      "HTTP/2 302 Found\r\nLocation: ../b?c=d\r\n\r\n",
      "HTTP/1.1 100 Go on\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc",
    ].map { Array($0.utf8) }
  }

  static func take(_ input: [UInt8]) throws {
    var head = HTTPHead()
    var rest = String(decoding: input, as: UTF8.self)[...]
    while let end = rest.firstIndex(where: \.isNewline), end != rest.startIndex {
      head.take(String(rest[..<end]))
      rest = rest[rest.index(after: end)...]
    }
    guard head.status == 0 || (100...999).contains(head.status) else {
      throw FuzzFinding(description: "status \(head.status)")
    }
    for length in [head.length, head.unsatisfiedLength].compactMap({ $0 }) {
      guard (0...HTTPHead.largestFile).contains(length) else {
        throw FuzzFinding(description: "a length of \(length)")
      }
    }
    guard head.pause.map({ $0 >= 0 && $0.isFinite }) ?? true else {
      throw FuzzFinding(description: "a pause of \(head.pause ?? 0)")
    }
    if let part = head.contentRange { try check(part) }
    let version = RemoteVersion(head)
    let address = try NetworkAddress("http://a.example/b/c")
    _ = (version.key(of: address), version.conditions, version.difference(from: head))
    if let location = head.location {
      _ = try FuzzTargets.answer { try address.redirected(to: location) }
    }
    try read(Array(rest.utf8), head)
  }

  private static func check(_ part: ContentRange) throws {
    guard part.range.lowerBound >= 0, !part.range.isEmpty,
      part.range.upperBound <= part.total ?? HTTPHead.largestFile,
      part.total ?? 0 <= HTTPHead.largestFile
    else { throw FuzzFinding(description: "a range \(part.range) of \(part.total ?? -1)") }
  }

  /// Takes the body as the beginning of the file that `head` speaks of, and asks for what is there.
  private static func read(_ body: [UInt8], _ head: HTTPHead) throws {
    let store = BlockStore(folder: nil, limit: 0)
    let files = RemoteFiles()
    let address = try NetworkAddress("http://a.example/b")
    let reader = RemoteReader(gate: FileGate(folders: []), name: "b")
    let receiver = BlockReceiver(
      SHA256.digest(of: []), store, reader, most: head.contentRange.map { $0.range.upperBound })
    body.withUnsafeBytes { bytes in _ = try? receiver.take(bytes) }
    let record = RemoteRecord(
      address: address.text, version: RemoteVersion(head),
      count: head.contentRange?.total ?? receiver.finish(), place: address.text,
      hasParts: head.status == 206)
    guard record.isSound else { throw FuzzFinding(description: "\(record.count) bytes") }
    let file = RemoteFile(record, address, at: address, files)
    for index in [0, file.blockCount - 1] where index >= 0 { _ = file.range(of: index) }
    guard file.missingBytes == record.count, file.keptRanges.isEmpty else {
      throw FuzzFinding(description: "something is kept of a file that nobody read")
    }
  }
}
