// SPDX-License-Identifier: MIT

import Glibc
import Testing

@testable import MoonreelCore

/// SHA-256, what is fed into it, and what files and frames are taken for.
struct DigestTests {
  /// Messages of NIST's examples for FIPS 180-4 and their digests.
  static let examples: [(message: String, digest: String)] = [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrs"
        + "mnopqrstnopqrstu",
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
    ),
    (
      String(repeating: "a", count: 1_000_000),
      "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    ),
  ]

  @Test func standardExamples() {
    for (message, digest) in Self.examples {
      #expect(Digest(of: Array(message.utf8)).description == digest, "\(message.prefix(8))…")
    }
  }

  @Test func piecesMakeTheWhole() {
    let message = (0..<200).map { UInt8($0) }
    for length in 0...200 {
      let whole = Digest(of: Array(message[..<length]))
      for cut in [0, 1, 31, 63, 64, 65, 128, length] where cut <= length {
        var hash = SHA256()
        for piece in [message[..<cut], message[cut..<length]] {
          Array(piece).withUnsafeBytes { hash.update($0) }
        }
        #expect(hash.finalized() == whole, "\(length) bytes cut after \(cut)")
      }
    }
  }

  @Test func differentListsGiveDifferentBytes() {
    let digests = [
      DigestWriter("ab", "c"), DigestWriter("a", "bc"), DigestWriter("abc", ""),
      DigestWriter("abc"), DigestWriter("a", ["b", "c"]), DigestWriter("a", ["bc"]),
      DigestWriter("a", ["b"], ["c"]), DigestWriter("a", String?.none),
      DigestWriter("a", String?.some("")), DigestWriter("a", 0.0), DigestWriter("a", -0.0),
      DigestWriter("a", Float(0)),
    ].map(\.digest)
    #expect(Set(digests).count == digests.count)
  }

  // MARK: Files

  private func write(_ bytes: [UInt8], to path: String) throws {
    let file = try #require(fopen(path, "w"))
    #expect(fwrite(bytes, 1, bytes.count, file) == bytes.count)
    fclose(file)
  }

  /// A folder that is gone afterwards.
  private func inFolder(_ body: (String) throws -> Void) throws {
    let folder = "/tmp/moonreel-digest-\(getpid())-\(UInt32.random(in: 0 ... .max))"
    try Folder.make(folder, permissions: 0o700)
    defer {
      for name in Folder.names(in: folder) { unlink(folder + "/" + name) }
      rmdir(folder)
    }
    try body(folder)
  }

  @Test func copiesOfAFileAreOneContent() throws {
    try inFolder { folder in
      let bytes = (0..<600_000).map { UInt8(truncatingIfNeeded: $0 &* 7 >> 3) }
      try write(bytes, to: folder + "/a")
      try write(bytes, to: folder + "/b")
      utimes(folder + "/b", [timeval(tv_sec: 1, tv_usec: 0), timeval(tv_sec: 1, tv_usec: 0)])
      let first = try #require(FileContent(path: folder + "/a")?.digest)
      #expect(first == Digest(of: bytes))
      #expect(FileContent(path: folder + "/b")?.digest == first)
    }
  }

  @Test("one byte in the middle makes another content, whatever the times say")
  func contentIsAllBytes() throws {
    try inFolder { folder in
      let path = folder + "/a"
      var bytes = [UInt8](repeating: 3, count: 100_000)
      let old = [timeval(tv_sec: 1000, tv_usec: 0), timeval(tv_sec: 1000, tv_usec: 0)]
      try write(bytes, to: path)
      utimes(path, old)
      let before = try #require(FileContent(path: path))
      let first = try #require(before.digest)
      bytes[50_000] = 4
      try write(bytes, to: path)
      utimes(path, old)
      let second = try #require(FileContent(path: path)?.digest)
      #expect(second != first)
      #expect(second == Digest(of: bytes))
    }
  }

  @Test func whatIsNoFileHasNoContent() throws {
    try inFolder { folder in
      #expect(FileContent(path: folder) == nil)
      #expect(FileContent(path: folder + "/missing") == nil)
      let path = folder + "/a"
      try write([1, 2, 3], to: path)
      let gone = try #require(FileContent(path: path))
      try write([1, 2, 3, 4], to: path)
      #expect(gone.digest == nil, "the file is another one by now")
      let flag = CancellationFlag()
      let stopped = try #require(FileContent(path: path, cancellation: flag))
      flag.cancel()
      #expect(stopped.digest == nil)
    }
  }

  // MARK: Frames

  private func frame(_ samples: [UInt8], rowLength: Int, owner: AnyObject) -> FrameBuffer {
    let base = UnsafeMutableRawPointer.allocate(byteCount: samples.count, alignment: 16)
    samples.withUnsafeBytes { base.copyMemory(from: $0.baseAddress!, byteCount: samples.count) }
    return FrameBuffer(
      format: .gray(), size: PixelSize(2, 2), color: .srgb,
      planes: [.init(base: base, strideBytes: rowLength, size: PixelSize(2, 2))], owner: owner)
  }

  @Test func framesWithoutAFileGoByTheirPixels() {
    let owner = Locked(0)
    let narrow = frame([1, 2, 3, 4], rowLength: 2, owner: owner)
    let wide = frame([1, 2, 99, 98, 3, 4, 97, 96], rowLength: 4, owner: owner)
    let other = frame([1, 2, 3, 5], rowLength: 2, owner: owner)
    #expect(narrow.digest == wide.digest)
    #expect(narrow.digest != other.digest)
    for buffer in [narrow, wide, other] { buffer.planes[0].base.deallocate() }
  }

  @Test func framesOfAFileGoByTheirPlaceInIt() throws {
    try inFolder { folder in
      try write([1, 2, 3], to: folder + "/a")
      try write([1, 2, 3], to: folder + "/b")
      try write([1, 2, 4], to: folder + "/c")
      func content(_ name: String) throws -> FileContent {
        try #require(FileContent(path: folder + "/" + name))
      }
      let origin = FrameOrigin(file: try content("a"), stream: 0, ordinal: 5)
      var origins = Array(repeating: origin, count: 5)
      origins[0].file = try content("c")
      origins[1].stream = 1
      origins[2].ordinal = 6
      origins[3].decoder = "h264_cuvid"
      origins[4].deinterlacedFields = .topFirst
      func digest(_ origin: FrameOrigin?, pixel: UInt8 = 0) -> Digest {
        let buffer = FrameBuffer(format: .gray(), size: PixelSize(1, 1), color: .srgb) {
          $0[0].base.storeBytes(of: pixel, as: UInt8.self)
        }
        buffer.origin = origin
        return buffer.digest
      }
      let all = ([origin, nil] + origins).map { digest($0) }
      #expect(Set(all).count == all.count)
      // Its fields are counted here: a new one must be tried above.
      #expect(Mirror(reflecting: origin).children.count == origins.count)
      let copy = FrameOrigin(file: try content("b"), stream: 0, ordinal: 5)
      #expect(digest(copy, pixel: 9) == all[0], "pixels are not looked at")
    }
  }
}
