// SPDX-License-Identifier: MIT

import FaultyServer
import Foundation
import MoonreelCore

@testable import MoonreelMedia

/// One run's reading of a server's files.
struct RemoteTrial: Sendable {
  let files: RemoteFiles
  private let gate: FileGate
  private let server: FaultyServer

  init(_ server: FaultyServer, _ settings: RemoteFiles.Settings) {
    files = RemoteFiles(settings)
    var gate = FileGate(folders: [], hosts: ["127.0.0.1"])
    gate.remote = files
    gate.patience.pause = 0.01
    (self.gate, self.server) = (gate, server)
  }

  init(_ server: FaultyServer, folder: TemporaryFolder? = nil) {
    self.init(server, RemoteFiles.Settings(folder: folder?.path))
  }

  /// What was noticed and did no harm.
  var warnings: [String] { files.log.warnings.all.map(\.message) }

  /// The bytes `range` of the file at `path`; `nil`: all.
  func read(_ range: Range<Int64>?, _ path: String = "/a") throws -> Data {
    let address = server.address(path)
    let reader = RemoteReader(gate: gate, name: address)
    let file = try files.open(try NetworkAddress(address), reader)
    return Data(try file.bytes(range ?? 0..<file.count, reader))
  }

  func readAll(_ path: String = "/a") throws -> Data { try read(nil, path) }

  /// So many bytes that look like nothing.
  static func bytes(_ count: Int, seed: UInt64 = 1) -> Data {
    var state = seed
    var data = Data(capacity: count + 8)
    // One thousand words, over and over, each time with their number: cheap, and no two blocks are the same.
    let words = (0..<1000).map { _ -> UInt64 in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state
    }
    words.withUnsafeBytes { words in
      var round: UInt64 = 0
      while data.count < count {
        withUnsafeBytes(of: round) { data.append(contentsOf: $0) }
        data.append(contentsOf: words)
        round += 1
      }
    }
    return data.prefix(count)
  }
}
