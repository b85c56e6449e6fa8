// SPDX-License-Identifier: MIT

import ArgumentParser
import MoonreelCore
import MoonreelExport
import Testing

@testable import moonreel

/// Command lines that are refused by how they look, before any file is.
@Suite("Typed lines")
struct TypedLineTests {
  private func sentence(_ line: String) -> String? {
    do {
      try TypedLine.check(Documents.words(line))
      return nil
    } catch {
      return (error as? UsageError)?.error.message ?? "another error: \(error)"
    }
  }

  @Test(
    "values: the option, the value and the right form",
    arguments: [
      ("render f.lua --range 1-2", "--range takes a stretch", "'1-2': write '1..2'"),
      ("render f.lua --range 50%", "such as 2..5, 2.. or ..5", "not '50%'."),
      ("render f.lua --range 1500ms", "'1500ms'", "write '1.5..' for all from there on"),
      ("render f.lua --range 30f", "'30f'", "timecodes such as 00:00:01:05"),
      ("render f.lua --range 1,5", "'1,5'", "write '1..5'"),
      ("render f.lua --range 5", "'5'", "write '5..' for all from there on, '..5' for all"),
      ("render f.lua --range 2..end", "'2..end'", "write '2..'"),
      ("render f.lua --range '1 to 2'", "'1 to 2'", "write '1..2'"),
      ("check f.lua --range end", "--range takes", "not 'end'."),
      ("frame f.lua --at 1,5", "--at takes a time such as 3.2", "'1,5': write '1.5'"),
      ("frame f.lua --at 1m30s", "'1m30s'", "write '1:30'"),
      ("frame f.lua --at 2sec", "'2sec'", "write '2'"),
      ("frame f.lua --every 0", "--every takes a positive time", "not '0'"),
      ("frame f.lua --columns 0", "--columns takes a whole number from 1 to 100", "'0'"),
      ("frame f.lua --grid 4", "--grid takes columns and rows such as 4x3", "write '4x4'"),
      ("frame f.lua --grid 5*4", "'5*4'", "write '5x4'"),
      ("frame f.lua --grid 40x40", "1024 pictures at most", "'40x40'"),
      ("frame f.lua --gap -1", "--gap takes a whole number from 0 to 1000", "'-1'"),
      ("frame f.lua --background ff8000", "--background takes a colour", "write '#ff8000'"),
      ("frame f.lua --sheets jpeg", "--sheets takes jpg, webp or png", "did you mean jpg"),
      ("frame f.lua --max-size 640,360", "--max-size takes a size", "write '640x360'"),
      ("frame f.lua --max-size 720p", "'720p'", "write 'x720'"),
      ("frame f.lua --max-size 640", "'640'", "write '640x'"),
      ("frame f.lua --max-size 0x0", "'0x0'", "such as 640x360"),
      ("render f.lua --max-output 1GB", "--max-output takes a whole number of bytes", "write '1G'"),
      ("render f.lua --max-output 50MB", "'50MB'", "write '50M'"),
      ("plan f.lua --max-frames 50K!", "--max-frames takes", "'50K!'."),
      ("check f.lua --memory lots", "--memory takes", "'lots'."),
      ("render f.lua --scale 50", "--scale takes a factor from 0.01 to 16", "'50': write '0.5'"),
      ("render f.lua --scale=50%", "'50%'", "write '0.5'"),
      ("render f.lua --scale nan", "--scale takes", "'nan'."),
      ("render f.lua --threads 0", "--threads takes a whole number from 1 to 1024", "'0'"),
      ("render f.lua --render-quality goood", "draft, good or best", "did you mean good"),
      ("probe a.mp4 --sandbox on", "--sandbox takes", "'on'"),
      ("render f.lua --set novalue", "--set takes a parameter and its value", "'novalue'"),
      ("render f.lua --set title:Hi", "'title:Hi'", "write 'title=Hi'"),
      (
        "render f.lua --params '{\"n\": 1}'", "--params takes the name of a JSON file",
        "--set name=value"
      ),
      ("render f.lua --time-limit -1", "--time-limit takes a positive time", "'-1'"),
    ])
  func values(line: String, first: String, second: String) throws {
    let sentence = try #require(self.sentence(line))
    #expect(sentence.contains(first) && sentence.contains(second), "\(sentence)")
    #expect(sentence.contains(" See moonreel "))
  }

  @Test(
    "options that lack their value, are not there, or are there twice, and words too many",
    arguments: [
      (
        "frame f.lua --at -o s.png",
        "--at takes a time such as 3.2, 1:30 or 00:00:03:05, and the option '-o'"
      ),
      ("render f.lua -o x.mp4 --scale", "and nothing follows"),
      ("render f.lua -o --range 1..2", "the option '--range' follows"),
      ("render f.lua -o x.mp4 -o y.mp4", "-o is given twice, with 'x.mp4' and 'y.mp4'"),
      ("render f.lua --output x.mp4 -o=y.mp4", "-o is given twice"),
      ("render f.lua x.mp4", "say -o x.mp4"), ("render f.lua -o x.mp4 y.mp4", "stand in quotes"),
      ("render f.lua -o x.mp4 title=Hi", "say --set title=Hi"),
      ("plan f.lua 1..2", "say --range 1..2"),
      ("render f.lua -o x.mp4 --title Hi", "set with --set title=Hi"),
      ("render f.lua -o x.mp4 --title=Hi", "set with --set title=Hi"),
      ("render f.lua --prest 720p", "(did you mean '--preset'?)"),
      ("render f.lua --fps 25", "fps = 25 in mr.composition"),
      ("render f.lua --size 3x3", "size = { 640, 360 } in mr.composition; --scale"),
      ("frame f.lua --size 3x3", "'--max-size 3x3'"),
      ("render -i a.mp4", "without an option, a.mp4"),
      ("render f.lua -r 25", "fps = 25"), ("render f.lua -ss 1", "'--range 1..'"),
      ("frame f.lua -ss 1", "'--at 1'"), ("render f.lua -t 3", "'--range ..3'"),
      ("render f.lua -c:v h264", "video_codec"), ("render f.lua -s 64x48", "size = {"),
      ("render f.lua -vf blur", "effects of layers"), ("check f.lua -y", "writes nothing"),
    ])
  func options(line: String, words: String) throws {
    let sentence = try #require(self.sentence(line))
    #expect(sentence.contains(words), "\(sentence)")
  }

  @Test(
    "what is right passes",
    arguments: [
      "render f.lua -o -", "render f.lua -qy -o x.mp4", "frame f.lua --at -1 --at 2 -o x.png",
      "render f.lua -o x.mp4 --set a=-o --set b=1 --set b=2", "probe a.mp4 b.mp4 --fps 24",
      "render -o x.mp4 -- -f.lua", "render --help", "render f.lua --nope --help", "help render", "",
      "render f.lua -o x.mp4 --allow a --allow b -y -y",
    ])
  func right(line: String) { #expect(sentence(line) == nil) }

  @Test("every option that takes one value may be given once, and has a form")
  func everyOption() throws {
    for command in Moonreel.configuration.subcommands {
      let options = CommandOptions(command)
      // These take little, and help.
      let isSmall =
        [StubsCommand.self, NewCommand.self, PluginsCommand.self, DevicesCommand.self]
        .contains { $0 == command }
      #expect(options.options.count > (isSmall ? 0 : 5), "\(command)")
      for option in options.options where option.valueName != nil {
        #expect(OptionForm.of(option.key, in: options.command).takes != "a value", "\(option.key)")
        let isList =
          [
            "set", "allow", "allow-net", "allow-device", "picture", "filter", "engine-option",
            "also", "media",
          ].contains(option.key)
          || option.key == "at" && command == FrameCommand.self
        #expect(option.repeats == isList, "\(option.key) of \(options.command)")
      }
    }
  }

  @Test("no other program's option is one of ours, and what is recommended exists")
  func otherPrograms() throws {
    for command in Moonreel.configuration.subcommands {
      let options = CommandOptions(command)
      for name in OtherPrograms.names {
        guard let advice = OtherPrograms.advice(on: name, value: "1", options) else { continue }
        for match in advice.matches(of: /--[a-z-]+/) where !advice.contains("moonreel frame") {
          #expect(options.option(match.0) != nil, "\(name) of \(options.command): \(advice)")
        }
      }
    }
  }

  @Test(
    "presets that others have",
    arguments: [
      ("4k", "(did you mean '2160p'?)"), ("prores", "(did you mean 'prores422'?)"),
      ("h265", "(did you mean 'hevc'?)"), ("1080", "(did you mean '1080p'?)"),
      ("ultrafast", "video_options = { preset = \"ultrafast\" }"),
      ("nope", "'nope'. The presets are"),
      ("mp4", "the ending of the output's name"),
    ])
  func presets(name: String, words: String) {
    let error = #expect(throws: MoonreelError.self) { try ExportPreset.named(name) }
    #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
  }
}
