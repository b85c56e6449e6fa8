// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import Testing

@testable import MoonreelScript

/// A script ends in time, or when it is told to, whatever it has others do for it; and nothing that it
/// names makes anybody wait.
@Suite struct StoppingTests {
  /// A folder that goes away with the test.
  private final class Folder: Sendable {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("stopping-\(UUID().uuidString)").path
    init() throws {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
    deinit { try? FileManager.default.removeItem(atPath: path) }
    func write(_ name: String, _ text: String) throws {
      try Data(text.utf8).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
    }
  }

  private static let head = "local mr = require 'moonreel' "

  /// Every way in which a script names a file, and the file's ending.
  static let openings = [
    ("mr.asset '%'", "mp4"), ("mr.asset '%'", "svg"), ("mr.asset '%'", "json"),
    ("mr.lut '%'", "cube"), ("mr.lut '%'", "png"), ("mr.svg '%'", "svg"),
    ("mr.source.lottie '%'", "lottie"), ("mr.captions '%'", "srt"), ("mr.captions '%'", "vtt"),
    ("mr.source.ass '%'", "ass"), ("mr.text { text = 'x', font = '%' }", "ttf"),
    ("mr.source.ass { 'real.ass', fonts = { '%' } }", "ttf"),
    ("mr.svg 'host.svg'", "png"),
    ("require '@'", "lua"),
  ]

  @Test(arguments: openings, ["pipe", "folder"])
  func whatIsNoFileIsRefusedAtOnce(opening: (text: String, ending: String), kind: String) throws {
    let folder = try Folder()
    let name = "odd.\(opening.ending)"
    if kind == "pipe" {
      #expect(mkfifo("\(folder.path)/\(name)", 0o600) == 0)
    } else {
      try FileManager.default.createDirectory(
        atPath: "\(folder.path)/\(name)", withIntermediateDirectories: true)
    }
    try folder.write(
      "real.ass",
      "[Script Info]\n[V4+ Styles]\nFormat: Name, Fontname, Fontsize\nStyle: Default,Sans,20\n[Events]\n"
        + "Format: Layer, Start, End, Style, Text\n"
        + "Dialogue: 0,0:00:00.00,0:00:01.00,Default,x\n")
    try folder.write(
      "host.svg",
      "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>"
        + "<image href='odd.png' width='9' height='9'/></svg>")
    let call = opening.text.replacing("%", with: name).replacing("@", with: "odd")
    let outcome = Runs.script(
      Self.head + "local x = " + call + " return mr.timeline()", path: "\(folder.path)/s.lua")
    #expect(outcome.error?.code == .fileAccess, "\(call): \(outcome.message)")
    #expect(outcome.message.contains("it is a \(kind)"), "\(call): \(outcome.message)")
  }

  @Test(arguments: ["pipe", "folder"]) func scriptsAndParametersAreFiles(kind: String) throws {
    let folder = try Folder()
    let path = "\(folder.path)/odd"
    if kind == "pipe" {
      #expect(mkfifo(path, 0o600) == 0)
    } else {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
    let readers: [() throws -> Void] = [
      { _ = try ScriptHost(options: ScriptOptions(path: path)).run() },
      {
        var options = ScriptOptions(path: "s.lua", text: "return 1")
        options.paramsFile = path
        _ = try ScriptHost(options: options)
      },
    ]
    for read in readers {
      let error = #expect(throws: MoonreelError.self) { try read() }
      #expect(error?.message.contains("it is a \(kind)") == true, "\(String(describing: error))")
    }
  }

  /// Work of ours that a script asks for without end; the clock used to stand still meanwhile.
  static let endless = [
    "mr.asset 'still.svg'", "mr.svg { text = svg(i) }", "mr.captions 'a.vtt'",
    "mr.source.lottie { text = lottie(i) }", "mr.measure_text { text = 'word ' .. i, width = 90 }",
    "pcall(mr.asset, 'none.mp4')", "pcall(mr.lut, 'none.cube')",
  ]

  private static let makers = """
    local function svg(i)
      return "<svg xmlns='http://www.w3.org/2000/svg' width='" .. 9 + i % 999 .. "' height='9'/>"
    end
    local function lottie(i)
      return '{"v":"5.5.7","fr":25,"ip":0,"op":25,"w":' .. 16 + i % 999 .. ',"h":16,"layers":[]}'
    end
    """

  private func outcome(
    _ call: String, _ configure: (inout ScriptOptions) -> Void
  ) throws -> Runs.Outcome {
    let folder = try Folder()
    try folder.write("still.svg", "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>")
    try folder.write("a.vtt", "WEBVTT\n\n00:00.000 --> 00:01.000\nHello\n")
    return Runs.script(
      Self.head + Self.makers + " for i = 1, 1e12 do \(call) end", path: "\(folder.path)/s.lua"
    ) { options in
      options.instructionLimit = 1 << 50
      configure(&options)
    }
  }

  @Test(arguments: endless) func theClockCoversIt(call: String) throws {
    let outcome = try outcome(call) { $0.wallClockLimit = 0.3 }
    #expect(outcome.error?.code == .limitExceeded, "\(call): \(outcome.message)")
    #expect(outcome.message.contains("longer than 0.3 s in one call"), "\(outcome.message)")
    #expect(outcome.message.contains("s.lua:"), "\(outcome.message)")
  }

  @Test(arguments: endless + ["local x = 1", "string.rep('a', 1000000):find('b', 1, true)"])
  func aFlagEndsIt(call: String) throws {
    let flag = CancellationFlag()
    Thread.detachNewThread {
      usleep(100_000)
      flag.cancel()
    }
    let outcome = try outcome(call) { $0.cancellation = flag }
    #expect(outcome.error?.code == .cancelled, "\(call): \(outcome.message)")
  }
}
