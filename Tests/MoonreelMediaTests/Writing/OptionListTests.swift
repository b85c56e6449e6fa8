// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import Testing

@testable import MoonreelMedia

/// The first lock between a script and the file system: what options of libraries it may set.
@Suite("option lists")
struct OptionListTests {
  /// What a script may say, and what the library is given; `nil`: a sentence.
  @Test(
    "values are read and written anew",
    arguments: [
      ("libx264", "crf", "18", "18.0"), ("libx264", "crf", "18.5", "18.5"),
      ("libx264", "crf", "64", nil), ("libx264", "crf", "nan", nil), ("libx264", "crf", "inf", nil),
      ("libx264", "crf", "0x10", nil), ("libx264", "crf", "", nil), ("libx264", "crf", "1+1", nil),
      ("libx264", "bf", "2.0", "2"), ("libx264", "bf", "2.5", nil), ("libx264", "bf", "1e30", nil),
      ("libx264", "maxrate", "2M", "2000000"), ("libx264", "maxrate", "500k", "500000"),
      ("libx264", "8x8dct", "true", "1"), ("libx264", "8x8dct", "maybe", nil),
      ("libx264", "tune", "film,zerolatency", "film,zerolatency"), ("libx264", "tune", "/x", nil),
      ("libx264", "deblock", "-1:-2", "-1,-2"), ("libx264", "deblock", "-1,-2,3", nil),
      ("libx264", "flags", "cgop-loop", "+cgop-loop"), ("libx264", "flags", "+pass1", nil),
      ("libx264", "flags", "+", nil), ("libx264", "level", "4.0", "4.0"),
      ("libx264", "level", "4", "4"), ("libx264", "preset", "fast ", nil),
      ("libx264", "x264-params", "me=hex:ref=4", "me=hex:ref=4"),
      ("libx264", "x264-params", "no-psy", "psy=0"), ("libx264", "x264-params", "cabac", "cabac=1"),
      ("libx264", "x264-params", "no-cabac", "cabac=0"),
      ("libx264", "x264-params", "no-cabac=0", "cabac=1"),
      ("libx264", "x264-params", "psy-rd=1,0.15", "psy-rd=1.0,0.15"),
      ("libx264", "x264-params", "dump-yuv=/tmp/x", nil),
      ("libx264", "x264-params", "ref=4:stats=x", nil),
      ("libx264", "x264-params", "ref=4\\:stats=x", nil),
      ("libx264", "x264-params", "ref='4:stats=x'", nil),
      ("libx264", "x264-params", "=", nil), ("libx264", "x264-params", "ref==4", nil),
      ("libx264", "x264opts", "cqm=/etc/passwd", nil),
      ("libx264", "x264opts", "cqm=flat", "cqm=flat"),
      ("libx265", "x265-params", "no-sao=1:rd=3", "sao=0:rd=3"),
      ("libx265", "x265-params", "pools=none", nil),
      ("libx265", "x265-params", "pools=2", "pools=2"),
      ("prores_ks", "vendor", "apl0", "apl0"), ("prores_ks", "vendor", "text", nil),
    ] as [(String, String, String, String?)])
  func values(_ encoder: String, _ name: String, _ value: String, _ expected: String?) throws {
    let list = EncoderRow.of(encoder).options
    guard let expected else {
      #expect(throws: MoonreelError.self) { try list.text(name, value, of: encoder) }
      return
    }
    let text = try list.text(name, value, of: encoder)
    #expect(text == expected)
    #expect(try list.text(name, text, of: encoder) == text, "what was written is read the same")
  }

  @Test(
    "a refusal names the option and says why",
    arguments: [
      ("libx264", "stats", "it names a file"), ("libx264", "passlogfile", "it names a file"),
      ("libx265", "udu_sei", "free text"), ("libx264", "time_base", "the output's own settings"),
      ("libx264", "avcintra-class", "end the program"),
      ("libvpx-vp9", "ts-parameters", "free text"),
      ("mjpeg", "rc_eq", "it names a file"), ("libx264", "mbd", "not one of those"),
    ])
  func reasons(_ encoder: String, _ name: String, _ reason: String) throws {
    let error = EncoderRow.of(encoder).options.refusal(of: name, encoder)
    #expect(error.message.contains("'\(name)'") && error.message.contains(reason), "\(error)")
  }

  @Test(
    "a parameter's refusal names it, its list and the reason",
    arguments: [
      ("libx264", "x264-params", "dump-yuv=a", "it names a file"),
      ("libx264", "x264opts", "opencl-clbin=a", "a program of its own"),
      ("libx264", "x264-params", "asm=avx2", "end the program"),
      ("libx264", "x264-params", "zones=0,10,q=20", "free text"),
      ("libx264", "x264-params", "bframs=3", "Did you mean 'bframes'?"),
      ("libx265", "x265-params", "csv=a", "it names a file"),
      ("libx265", "x265-params", "copy-pic=0", "end the program"),
      ("libx265", "x265-params", "lookahead-threads=9", "end the program"),
      ("libx265", "x265-params", "master-display=G(1,2)", "the output's own settings"),
      ("libaom-av1", "aom-params", "film-grain-table=a", "it names a file"),
      ("libsvtav1", "svtav1-params", "use-q-file=1", "it names a file"),
    ])
  func parameterReasons(_ encoder: String, _ name: String, _ value: String, _ reason: String) {
    let error = #expect(throws: MoonreelError.self) {
      try EncoderRow.of(encoder).options.text(name, value, of: encoder)
    }
    let message = error?.message ?? ""
    #expect(message.contains("'\(value.prefix { $0 != "=" })'"), "\(message)")
    #expect(message.contains("'\(name)' of \(encoder)") && message.contains(reason), "\(message)")
  }

  @Test("every list can be read, and takes the ends of its ranges and every word")
  func notation() throws {
    for encoder in OptionSweep.encoders {
      let list = EncoderRow.of(encoder).options
      for attempt in OptionSweep.attempts(of: list) {
        #expect(throws: Never.self, "\(encoder) \(attempt)") {
          try list.text(attempt.name, attempt.value, of: encoder)
        }
      }
      for attempt in OptionSweep.outside(of: list) {
        #expect(throws: MoonreelError.self, "\(encoder) \(attempt)") {
          try list.text(attempt.name, attempt.value, of: encoder)
        }
      }
    }
  }

  @Test("no kind of option lets a path through")
  func paths() {
    for encoder in OptionSweep.encoders {
      let list = EncoderRow.of(encoder).options
      for path in ["/tmp/a", "a.txt", "./a", "~/a", "file:a", "a", "|cat", "\u{0}", "1/2", "%d"] {
        for name in list.names + ["stats", "passlogfile"] {
          #expect(throws: MoonreelError.self, "\(encoder) \(name)=\(path)") {
            try list.text(name, path, of: encoder)
          }
          guard path.hasPrefix("/") || path == "a.txt" else { continue }
          for key in OptionSweep.parameterNames(of: list, name) + OptionSweep.dangerous {
            #expect(throws: MoonreelError.self, "\(encoder) \(name)=\(key)=\(path)") {
              try list.text(name, "\(key)=\(path)", of: encoder)
            }
          }
        }
      }
    }
  }
}
