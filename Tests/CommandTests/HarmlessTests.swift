// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import Testing

@testable import moonreel

/// What strangers' scripts and odd names did to files, hosts and the process, and must not.
@Suite("Nothing beside the output is touched")
struct HarmlessTests {
  private static let red = """
    local mr = require "moonreel"
    local show = mr.composition { size = { 64, 64 }, duration = 0.4, fps = 10, background = "red" }

    """

  private func place(_ script: String = "return show") async throws -> Workplace {
    let place = try await Workplace()
    try place.folder.write("red.lua", Self.red + script)
    return place
  }

  // MARK: Partial files

  @Test("what only looks like a partial file stays; one that a dead run left goes")
  func partials() async throws {
    let place = try await place()
    let kept = [
      ".a.moonreel-notes.part", ".out.mp4.moonreel-notes.part", ".out.mp4.moonreel-1-xyz.part",
      ".other.mp4.moonreel-1-ab.part", ".out.mp4.moonreel-1-abcdef012.part",
      ".takes.moonreel-project.part/picture.png",
    ]
    for name in kept { try place.folder.write(name, "mine") }
    try place.folder.write(".out.mp4.moonreel-1-ab12.part", "left behind")
    let result = try await place.moonreel("render", "red.lua", "-o", "out.mp4", "-q")
    #expect(result.code == 0, "\(result.errors)")
    for name in kept { #expect(place.folder.text(name) == "mine", "\(name)") }
    #expect(place.folder.data(".out.mp4.moonreel-1-ab12.part").isEmpty)
  }

  @Test("a partial file that the film reads stays") func readPartial() async throws {
    let place = try await place(
      "show:add { source = mr.asset '.out.mp4.moonreel-1-ab.part' }\nreturn show")
    try place.folder.write(".out.mp4.moonreel-1-ab.part", place.folder.data("clip.mp4"))
    let before = place.folder.data("clip.mp4")
    let result = try await place.moonreel("render", "red.lua", "-o", "out.mp4", "-q")
    #expect(result.code == 0, "\(result.errors)")
    #expect(place.folder.data(".out.mp4.moonreel-1-ab.part") == before)
  }

  // MARK: Sequences

  @Test(
    "a sequence replaces regular files alone, or nothing",
    arguments: ["mkdir p/f_003.png", "ln -s nowhere p/f_003.png", "mkfifo p/f_003.png"],
    ["", "--no-overwrite"])
  func sequences(_ odd: String, _ option: String) async throws {
    let place = try await place()
    let made = try await place.shell(
      "mkdir p; \(option.isEmpty ? "echo old > p/f_001.png;" : "") \(odd)")
    #expect(made.code == 0, "\(made.errors)")
    let result = try await place.shell(
      "moonreel render red.lua -q \(option) -o 'p/f_%03d.png'; echo $?; ls -A p")
    #expect(result.output.hasPrefix("3\n"), "\(result.output)\(result.errors)")
    #expect(result.errors.contains("f_003.png"), "\(result.errors)")
    #expect(!result.output.contains("f_002.png"), "\(result.output)")
    if option.isEmpty { #expect(place.folder.text("p/f_001.png") == "old\n") }
  }

  // MARK: Names

  @Test("an installed font is not replaced") func fonts() async throws {
    let place = try await place("return mr.export { show, container = 'mp4' }")
    try place.folder.write("home/.fonts/my.ttf", "letters")
    let result = try await place.shell(
      "HOME=$PWD/home moonreel render red.lua -y -q -o home/.fonts/my.ttf")
    #expect(result.code == ExitStatus.file.rawValue, "\(result.errors)")
    #expect(result.errors.contains("an installed font"), "\(result.errors)")
    #expect(place.folder.text("home/.fonts/my.ttf") == "letters")
  }

  @Test("a name that is no UTF-8 is refused, and no other is written")
  func bytes() async throws {
    let place = try await place()
    let named = try await place.shell(#"moonreel render red.lua -q -o $'n\xff.mp4'; echo $?; ls"#)
    #expect(named.errors.contains("is no UTF-8"), "\(named.errors)")
    #expect(named.output.hasPrefix("2\n"), "\(named.output)")
    let link = try await place.shell(
      #"ln -s $'to\xff.mp4' link.mp4; moonreel render red.lua -q -o link.mp4; echo $?; ls"#)
    #expect(link.errors.contains("is a link to a name that is no UTF-8"), "\(link.errors)")
    #expect(link.output.hasPrefix("3\n"), "\(link.output)")
    for output in [named.output, link.output] { #expect(!output.contains("\u{FFFD}")) }
  }

  @Test("a folder is not another because their names look the same")
  func spellings() async throws {
    let place = try await place()
    let inside = "e\u{301}"
    try place.folder.write("\u{E9}/secret.mp4", place.folder.data("clip.mp4"))
    let script =
      Self.red
      + "show:add { source = mr.asset '\(place.folder.path("\u{E9}"))/secret.mp4' }\nreturn show"
    try place.folder.write("\(inside)/film.lua", script)
    let result = try await place.shell(
      "cd $'e\\u0301' && moonreel render film.lua -q --sandbox off -o film.mp4")
    #expect(result.code == ExitStatus.file.rawValue, "\(result.code) \(result.errors)")
    #expect(result.errors.contains("outside the allowed folders"), "\(result.errors)")
  }

  // MARK: Libraries

  /// Settings with which encoders wrote beyond their memory, or ended the process: width, height and the rest.
  private static let settings = [
    ("34, 66", "video_codec = 'hevc', bit_depth = 10"),
    ("48, 64", "video_codec = 'hevc', bit_depth = 10"),
    ("64, 64", "video_options = { ['x264opts'] = 'cqm=jvt:qp=1:vbv-bufsize=1' }"),
    ("64, 64", "video_options = { ['x264-params'] = 'cqm=jvt' }"),
    ("64, 64", "video_codec = 'hevc', video_options = { ['x265-params'] = 'uhd-bd=1' }"),
    ("64, 64", "video_codec = 'av1', video_options = { ['aom-params'] = 'denoise-block-size=0' }"),
    (
      "64, 64", "video_codec = 'av1', video_options = { ['aom-params'] = 'enable-chroma-deltaq=1' }"
    ),
  ]

  @Test("settings that end an encoder are refused before it is opened", arguments: settings)
  func encoders(_ size: String, _ settings: String) async throws {
    let place = try await Workplace()
    try place.folder.write(
      "red.lua",
      Self.red.replacing("64, 64", with: size) + "return mr.export { show, \(settings) }")
    let result = try await place.moonreel("render", "red.lua", "-o", "out.mp4", "-q")
    #expect(!result.wasKilled)
    #expect([1, 5].contains(result.code), "\(result.code) \(result.errors)")
    #expect(place.partials.isEmpty)
  }

  @Test("a proxy that the environment names is not asked") func proxies() async throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
    defer { close(listener) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isOpen = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && listen(listener, 8) == 0
          && getsockname(listener, $0, &length) == 0
      }
    }
    try #require(isOpen)
    let place = try await place("show:add { source = mr.asset 'http://127.0.0.1:1/a.mp4' }")
    let proxy = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))"
    let result = try await place.moonreel(
      "check", "red.lua", "--allow-net", "127.0.0.1:1", "--allow-net", "127.0.0.1",
      environment: ["http_proxy": proxy, "HTTP_PROXY": proxy, "https_proxy": proxy])
    #expect(result.code == ExitStatus.file.rawValue, "\(result.errors)")
    #expect(accept(listener, nil, nil) < 0)
    #expect(errno == EAGAIN)
  }

  @Test("a script's own error has a length that can be read") func errors() async throws {
    let place = try await place("error(('x'):rep(10000000))")
    let result = try await place.moonreel("check", "red.lua")
    #expect(result.code == 1)
    #expect(result.errors.utf8.count < 6000, "\(result.errors.utf8.count)")
    #expect(result.errors.hasPrefix("error: red.lua:3: xxxx"), "\(result.errors.prefix(60))")
  }
}
