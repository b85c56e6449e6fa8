// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import moonreel

@Suite("Exit codes, row by row of the table in docs/command-line.md")
struct ExitCodeTests {
  /// Lines of shell by the code that they end with; `$M` is the program, `scripts` are beside it.
  private static let lines: [(code: Int32, line: String)] = [
    (0, "$M render film.lua -o x.mp4"), (0, "$M check film.lua"), (0, "$M plan film.lua"),
    (0, "$M frame film.lua --at 0 -o x.png"), (0, "$M probe clip.mp4"), (0, "$M --help"),
    (1, "$M render broken.lua -o x.mp4"), (1, "$M check broken.lua"), (1, "$M plan syntax.lua"),
    (1, "$M render empty.lua -o x.mp4"), (1, "$M frame empty.lua --at 0 -o x.png"),
    (2, "$M rendr film.lua"), (2, "$M film.lua"), (2, "$M render film.lua"),
    (2, "$M render film.lua -o x.mp4 --scale 0"), (2, "$M render film.lua -o x.mp4 --scale -1"),
    (2, "$M render film.lua -o x.mp4 --threads -1"),
    (2, "$M render film.lua -o x.mp4 --range 5..2"),
    (2, "$M render film.lua -o x.mp4 --range 0:99..2"), (2, "$M render film.lua -o x.nope"),
    (2, "$M render film.lua -o x.mp4 --preset nope"), (2, "$M plan film.lua --preset nope"),
    (2, "$M check film.lua --preset nope"), (2, "$M check film.lua -o x.nope"),
    (2, "$M plan film.lua --svg x.png"), (2, "$M probe clip.mp4 --fps -1"),
    (2, "$M frame film.lua --at -1 -o x.png"), (2, "$M frame film.lua --at 7 -o x.png"),
    (2, "$M frame film.lua --at 0 -o x.mp4"), (2, "$M frame film.lua --every -1 -o x.png"),
    (2, "$M frame film.lua --every 1 --columns -1 -o x.png"),
    (2, "$M frame film.lua --at 0.1 --at 0.1 -o 'x_{time}.png'"),
    (2, "$M render film.lua -o x.mp4 --max-frames -1"),
    (2, "$M render film.lua -o x.mp4 --max-time 0"),
    (2, "$M render film.lua -o x.mp4 -y --no-overwrite"),
    (2, "$M render film.lua -o x.png"), (2, "$M check film.lua -o x.jpg"),
    (2, "$M render film.lua -o x_%04d.mp4"), (2, "$M render film.lua -o x.mp4 --preset webm"),
    (2, "$M check --json film.lua -o x.mp4 --preset wav >&2; r=$?; echo 'error: ' >&2; exit $r"),
    (2, "$M render film.lua -o x.mp4 -o y.mp4"), (2, "$M render film.lua -o x.mp4 --range 0.5..9"),
    (2, "$M probe clip.mp4 --fps 24"), (2, "$M help presets"),
    (2, "$M frame film.lua --at 0 -o 'x_{frame}.png'"),
    (2, "$M frame film.lua --at 0 --columns 2 -o x.png"),
    (3, "$M render film.lua -o x.mp4 --allow nowhere"),
    (3, "$M render missing.lua -o x.mp4"), (3, "$M probe missing.mp4"),
    (3, "$M render film.lua -o nowhere/x.mp4"), (3, "$M render film.lua -o clip.mp4"),
    (3, "$M render film.lua -o film.mkv --no-overwrite"), (3, "$M render outside.lua -o x.mp4"),
    (4, "$M frame junk.mp4 --at 0 -o x.png"), (4, "$M probe junk.mp4"),
    (4, "$M render junk.lua -o x.mp4"),
    (5, "$M render odd.lua -o x.mp4"), (5, "$M check odd.lua"),
    (5, "$M render fast.lua -o x.gif"), (5, "$M render prores.lua -o x.mp4"),
    (5, "$M check crf.lua -o x.mp4"), (5, "$M render crf.lua -o x.mp4"),
    (5, "$M render ass.lua -o x.mp4"), (5, "$M render rate.lua -o x.flac"),
    (6, "$M render film.lua -o x.mp4 --max-frames 24"),
    (6, "$M render film.lua -o x.mp4 --max-duration 0.9"),
    (6, "$M render film.lua -o x.mp4 --max-output 2k"),
    (6, "$M render film.lua -o 'x_%02d.png' --max-output 2k"),
    (6, "$M frame film.lua --every 0.1 -o 'x_%02d.png' --max-frames 9"),
    (6, "$M frame film.lua --every 0.1 -o 'x_%02d.png' --max-output 2k"),
    (6, "$M check film.lua --max-duration 0:00.5"), (6, "$M plan film.lua --max-frames 3"),
    (6, "$M render long.lua -o x.mp4 --max-time 0.5"), (6, "$M check forever.lua --max-time 0.5"),
    (6, "$M check forever.lua --instructions 10k"),
    (6, "$M render rounds.lua -o x.mp4 --frame-limit 0.001"),
    (6, "$M render rounds.lua -o x.mp4 --frame-limit 0.001 -j 2"),
    (6, "$M frame rounds.lua --at 0 -o x.png --frame-limit 0.001"),
    (6, "$M frame uses.lua --at 0 -o x.png"),
    (6, "$M batch film.lua --data wide.csv -o 'x{row}.mp4'"),
    (6, "$M check forever.lua --time-limit 0.3 --instructions 900G"),
    (130, "\(signalled("INT"))"), (143, "\(signalled("TERM"))"),
    (141, "$M render long.lua -o - | head -c 10 >/dev/null; exit ${PIPESTATUS[0]}"),
  ]

  private static func signalled(_ name: String) -> String {
    "$M render long.lua -o x.mp4 & p=$!; for i in {1..600}; do ls .x.mp4.*.part >/dev/null 2>&1 && break; "
      + "sleep 0.05; done; kill -\(name) $p; wait $p"
  }

  private static let scripts = [
    "rounds.glsl": """
    void mainImage(out vec4 c, in vec2 p) {
      float a = p.x;
      for (int i = 0; i < 1024; i++) for (int j = 0; j < 1024; j++) a = sin(a) + 0.1;
      c = vec4(a, a, a, 1.0);
    }
    """,
    "rounds.lua": """
    local mr = require "moonreel"
    local show = mr.composition { size = { 64, 36 }, fps = 25, duration = 0.2 }
    show:add { source = mr.glsl "rounds.glsl" (), duration = 0.2 }
    return show
    """,
    "uses.lua": """
    local mr = require "moonreel"
    local show = mr.composition { size = { 64, 36 }, fps = 25, duration = 0.2 }
    show:add { source = mr.svg "uses.svg" }
    return show
    """,
    "uses.svg": uses, "wide.csv": (0...16_384).map { "c\($0)" }.joined(separator: ",") + "\n",
    "broken.lua": "error 'this is wrong'", "syntax.lua": "local = 1",
    "empty.lua": "return require('moonreel').timeline()", "forever.lua": "while true do end",
    "junk.lua": "return require('moonreel').asset 'junk.mp4'", "junk.mp4": "nothing but letters",
    "outside.lua": "return require('moonreel').asset '/etc/hostname'", "film.mkv": "mine",
    "odd.lua": """
    local mr = require "moonreel"
    local t = mr.timeline()
    t:insert(mr.asset "clip.mp4", { 0, 1 }, 0)
    return mr.export { t, size = { 65, 49 } }
    """,
    "prores.lua": export("video_codec = 'prores422'"),
    "crf.lua": export("video_options = { crf = 'often' }"),
    "ass.lua": export("subtitle_codec = 'ass'"), "rate.lua": export("audio_bit_rate = 128000"),
    "fast.lua": """
    local mr = require "moonreel"
    local t = mr.timeline()
    t:insert(mr.asset "clip.mp4", { 0, 1 }, 0)
    return mr.export { t, fps = 60 }
    """,
  ]

  /// A rectangle that is used a thousand million times.
  private static var uses: String {
    let groups = (1...9).map { level in
      "<g id='a\(level)'>"
        + String(repeating: "<use href='#a\(level - 1)'/>", count: 10) + "</g>"
    }
    return "<svg xmlns='http://www.w3.org/2000/svg' width='64' height='36'><defs>"
      + "<rect id='a0' width='1' height='1'/>" + groups.joined() + "</defs><use href='#a9'/></svg>"
  }

  private static func export(_ settings: String) -> String {
    """
    local mr = require "moonreel"
    local t = mr.timeline()
    t:insert(mr.asset "clip.mp4", { 0, 1 }, 0)
    return mr.export { t, \(settings) }
    """
  }

  @Test("every line ends with its code, and leaves nothing half written", arguments: lines)
  func line(code: Int32, line: String) async throws {
    let place = try await Workplace()
    for (name, text) in Self.scripts { try place.folder.write(name, text) }
    let result = try await place.shell("M='\(Program.moonreel.path)'; \(line)")
    #expect(result.code == code, "\(result.errors)")
    #expect(place.partials.isEmpty)
    #expect(code == 0 || !place.folder.names.contains("x.mp4"))
    #expect(code == 0 || result.errors.contains("error: "))
    #expect(place.folder.text("film.mkv") == "mine")
  }

  /// What does not stop in time is WatchdogTests' matter: no script is known that holds on so.
  @Test("the page has a row for every code, and every row but Moonreel's own failure is tried")
  func rows() throws {
    let page = Documents.text("docs/reference/exit-codes.md")
    for status in moonreel.ExitStatus.allCases {
      #expect(page.contains("| \(status.rawValue) | \(status.meaning) |"))
      let isElsewhere = status == .program || status == .tooLong
      #expect(isElsewhere || Self.lines.contains { $0.code == status.rawValue })
    }
  }
}
