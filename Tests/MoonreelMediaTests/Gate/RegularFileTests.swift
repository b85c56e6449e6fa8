// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import Testing

@testable import MoonreelMedia

/// Whatever is no regular file is refused at once, whoever reads it.
struct RegularFileTests {
  /// A folder with one of each, by the word that a refusal names it with.
  private func kinds() throws -> (TemporaryFolder, [(path: String, word: String)]) {
    let folder = try TemporaryFolder()
    #expect(mkfifo(folder.file("pipe.vtt"), 0o600) == 0)
    let socket = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let name = Array(folder.file("s.vtt").utf8)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name.prefix(107)) }
    let isBound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    #expect(isBound)
    try FileManager.default.createDirectory(
      atPath: folder.file("folder.vtt"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("zero.vtt"), withDestinationPath: "/dev/zero")
    return (
      folder,
      [
        (folder.file("pipe.vtt"), "a pipe"), (folder.file("s.vtt"), "a socket"),
        (folder.file("folder.vtt"), "a folder"), (folder.file("zero.vtt"), "a device"),
      ]
    )
  }

  @Test func everyReaderRefusesThem() throws {
    let (folder, kinds) = try kinds()
    defer { withExtendedLifetime(folder) {} }
    let readers: [(String, (String) throws -> Void)] = [
      ("bytes", { _ = try RegularFile.bytes(of: $0, limit: 1 << 20, "a text") }),
      ("require", { try RegularFile.require($0, named: $0) }),
      ("asset", { _ = try Asset.load(path: $0, gate: .unrestricted) }),
      ("captions", { _ = try Captions.load(path: $0, gate: .unrestricted) }),
    ]
    for (name, read) in readers {
      for (path, word) in kinds {
        let error = #expect(throws: MoonreelError.self, "\(name) of \(word)") { try read(path) }
        #expect(error?.code == .fileAccess)
        #expect(error?.message.contains(word) == true, "\(name): \(String(describing: error))")
      }
    }
  }

  @Test func lengthsAreBounded() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(String(repeating: "x", count: 2 << 20), to: "long.txt")
    #expect(try RegularFile.bytes(of: path, limit: 2 << 20, "a text")?.count == 2 << 20)
    let error = #expect(throws: MoonreelError.self) {
      try RegularFile.bytes(of: path, limit: 1 << 20, "a text")
    }
    #expect(error?.message.contains("longer than 1 MiB, too long for a text") == true)
    #expect(try RegularFile.bytes(of: folder.file("none"), limit: 1, "a text") == nil)
  }
}
