// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelScript

/// Parameters as JSON, into a script that declares one of each kind.
enum ParameterTarget: FuzzTarget {
  static let name = "params"
  static let shortRunCount = 600

  static func seeds() -> [[UInt8]] {
    [
      #"{ "title": "A\u00e9\ud83d\ude00", "count": 3, "share": 0.5, "big": true }"#,
      ##"{ "color": "#ff8000", "side": "left" }"##,
      #"{ "title": "", "count": -1e3, "share": 1E-3, "big": false, "side": "right" }"#,
      #"{ "title": "\t\\ \/ \"", "count": 0 }"#,
    ].map { Array($0.utf8) }
  }

  private static let script = """
    local mr = require "moonreel"
    local p = mr.params {
      title = { "string", default = "Hello" }, count = { "integer", default = 1, min = -1000, max = 1000 },
      share = { "number", default = 0.5, min = 0, max = 1 }, big = { "boolean", default = false },
      color = { "color", default = "#fff" }, side = { "choice", choices = { "left", "right" }, default = "left" },
    }
    assert(type(p.title) == "string" and math.type(p.count) == "integer" and p.share <= 1)
    assert(p.side == "left" or p.side == "right")
    return nil
    """

  static func take(_ input: [UInt8]) throws {
    let folder = try ScratchFolder()
    var options = ScriptOptions(path: "params.lua", text: script)
    options.paramsFile = try folder.write(input, to: "params.json")
    options.memoryLimit = 16 << 20
    do { _ = try ScriptHost(options: options).run() } catch let error as MoonreelError {
      guard !error.message.contains("assertion failed") else {
        throw FuzzFinding(description: "a parameter of another kind came through: \(error)")
      }
    }
  }
}
