// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import Testing

@testable import MoonreelMedia

/// Files that name other files: what they point at is opened through the same gate, or not at all.
struct NestedOpeningTests {
  private func refusal(of path: String, gate: FileGate) -> MoonreelError? {
    #expect(throws: MoonreelError.self) { try Asset.load(path: path, gate: gate) }
  }

  @Test(
    arguments: [
      "/etc/passwd", "file:///etc/passwd", "../../../../../../../etc/passwd",
      "http://127.0.0.1:9/segment.ts", "concat:/etc/passwd", "crypto+file:/etc/passwd",
      "data:video/mp2t;base64,AAAA",
    ])
  func playlistsCannotLeaveTheFolder(target: String) throws {
    let folder = try TemporaryFolder()
    let list = try folder.write(
      "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:2\n#EXTINF:2.0,\n\(target)\n"
        + "#EXT-X-ENDLIST\n", to: "list.m3u8")
    let error = refusal(of: list, gate: FileGate(folders: [folder.path]))
    let codes: [MoonreelError.Code] = [.accessDenied, .unsupportedFormat]
    #expect(error.map { codes.contains($0.code) } == true, "\(String(describing: error))")
    #expect(error?.message.contains("root:") == false, "nothing of the file is told")
  }

  @Test func playlistsOfAllowedSegmentsPlay() throws {
    let folder = try TemporaryFolder()
    try FFmpegCommand.make(
      "-f lavfi -i testsrc=s=64x48:r=25:d=2 -c:v libx264 -g 25 -hls_time 1 -hls_list_size 0 all.m3u8",
      in: folder)
    let asset = try Asset.load(
      path: folder.file("all.m3u8"), gate: FileGate(folders: [folder.path]))
    #expect(asset.video?.codecName == "h264")
    let elsewhere = try TemporaryFolder()
    let list = try String(contentsOfFile: folder.file("all.m3u8"), encoding: .utf8)
      .replacingOccurrences(of: "all0.ts", with: folder.file("all0.ts"))
    let copy = try elsewhere.write(list, to: "copy.m3u8")
    #expect(refusal(of: copy, gate: FileGate(folders: [elsewhere.path]))?.code == .accessDenied)
  }

  @Test(arguments: ["/etc/passwd", "clip.mp4", "http://127.0.0.1:9/a.mp4"])
  func listsOfFilesAreRefused(target: String) throws {
    let folder = try TemporaryFolder()
    let list = try folder.write("ffconcat version 1.0\nfile '\(target)'\n", to: "list.ffconcat")
    for gate in [FileGate(folders: [folder.path]), .unrestricted] {
      let error = refusal(of: list, gate: gate)
      #expect(error?.code == .accessDenied)
      #expect(error?.message.contains("names other files") == true, "\(String(describing: error))")
    }
  }

  @Test func moviesCannotReferToOtherFiles() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("reference.mov")
    try Data(ReferenceMovie.bytes(target: "/etc/passwd")).write(to: URL(fileURLWithPath: path))
    let error = refusal(of: path, gate: FileGate(folders: [folder.path]))
    #expect(error?.code == .accessDenied, "\(String(describing: error))")
    #expect(error?.message.contains("/etc/passwd") == true)
  }

  @Test func theNetworkIsClosed() throws {
    for gate in [FileGate.unrestricted, FileGate(folders: ["/"], hosts: ["media.example"])] {
      let error = refusal(of: "http://127.0.0.1:9/a.mp4", gate: gate)
      #expect(error?.code == .accessDenied)
      #expect(error?.message.contains("--allow-net 127.0.0.1") == true)
    }
  }

  @Test func sequencesCannotLeaveTheFolder() throws {
    let folder = try TemporaryFolder()
    let secret = try TemporaryFolder()
    try FFmpegCommand.make("-f lavfi -i testsrc=s=16x16:d=0.2 s%02d.png", in: secret)
    let gate = FileGate(folders: [folder.path])
    #expect(refusal(of: secret.file("s%02d.png"), gate: gate)?.code == .accessDenied)
    for number in 1...3 {
      try FileManager.default.createSymbolicLink(
        atPath: folder.file("l\(number).png"), withDestinationPath: secret.file("s0\(number).png"))
    }
    #expect(refusal(of: folder.file("l%d.png"), gate: gate)?.code == .accessDenied)
  }

  @Test(arguments: [("/dev/zero", "a device"), ("/tmp", "a folder")])
  func onlyRegularFilesAreRead(path: String, kind: String) {
    let error = refusal(of: path, gate: .unrestricted)
    #expect(error?.code == .fileAccess)
    #expect(error?.message.contains(kind) == true, "\(String(describing: error))")
  }

  @Test func pipesAreRefusedAtOnce() throws {
    let folder = try TemporaryFolder()
    #expect(mkfifo(folder.file("pipe"), 0o600) == 0)
    let error = refusal(of: folder.file("pipe"), gate: .unrestricted)
    #expect(error?.message.contains("a pipe") == true, "\(String(describing: error))")
  }

  @Test func missingFilesAreNamed() {
    let error = refusal(of: "/nowhere/at/all.mp4", gate: .unrestricted)
    #expect(error?.code == .fileAccess)
    #expect(error?.message.contains("/nowhere/at/all.mp4") == true)
  }
}
