// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel
import MoonreelScript

/// A short film of what one plugin makes, as the library's module `moonreel.showing` describes it.
struct PluginFilm {
  /// How a plugin is shown.
  struct Settings: Sendable {
    var size = PixelSize(320, 180)
    /// Pictures a second, whole.
    var framesPerSecond = 12
    var seconds = 2.0
    /// Seconds of each picture alone, before and after a transition.
    var holdSeconds = 0.0
    /// One or two files that it is shown on; none: drawn pictures.
    var pictures: [String] = []
  }

  let plugin: Plugin
  /// What the scripts may use; path and text are not read.
  let options: ScriptOptions
  let settings: Settings

  /// The film, with `change` where an option is not at its default.
  ///
  /// - Throws: `MoonreelError`: what the plugin says.
  func result(_ change: OptionChange? = nil) throws -> (host: ScriptHost, result: ScriptResult) {
    var options = plugin.hosting(options, text: Self.script)
    let files = settings.pictures
    options.values = [
      .init("module", .string(plugin.module)), .init("width", .int(settings.size.width)),
      .init("height", .int(settings.size.height)), .init("fps", .int(settings.framesPerSecond)),
      .init("seconds", .number(settings.seconds)), .init("hold", .number(settings.holdSeconds)),
      .init("option", .string(change?.option ?? "")), .init("place", .int(change?.place ?? 1)),
      .init("first", .string(files.first ?? "")), .init("second", .string(files.last ?? "")),
    ]
    let host = try ScriptHost(options: options)
    return (host, try host.run())
  }

  private static let script = """
    local mr = require "moonreel"
    local showing = require "moonreel.showing"
    local p = mr.params {
      module = { "string" }, width = { "integer" }, height = { "integer" }, fps = { "integer" },
      seconds = { "number" }, hold = { "number" }, option = { "string" }, place = { "integer" },
      first = { "string" }, second = { "string" },
    }
    local function picture(file) return file ~= "" and mr.asset(file) or nil end
    local constructor, options = require(p.module), nil
    if p.option ~= "" then
      options = { [p.option] = showing.ends(constructor.options[p.option])[p.place] }
    end
    return showing.film(constructor, {
      size = { p.width, p.height }, fps = p.fps, seconds = p.seconds, hold = p.hold, options = options,
      first = picture(p.first), second = picture(p.second),
    })
    """
}

/// An option at one of its ends.
public struct OptionChange: Hashable, Sendable {
  /// The option's name.
  public var option: String
  /// Which of its ends, from 1, as `moonreel.showing` counts them.
  var place: Int
  /// Its value there, as text.
  public var value: String
}

extension Plugin {
  /// The options of a host for a script that requires the plugin: `text`, as if it lay in the plugin's folder.
  func hosting(_ options: ScriptOptions, text: String) -> ScriptOptions {
    var options = options
    options.path = FilePath.join(folder, "plugin.lua")
    options.text = text
    (options.sets, options.paramsFile, options.record) = ([], nil, nil)
    return options
  }

  /// Its options at all ends that may cost more than their defaults, by name.
  ///
  /// - Throws: `MoonreelError`: what its module says.
  func ends(_ options: ScriptOptions) throws -> [OptionChange] {
    let found = Locked<[OptionChange]>([])
    var options = hosting(options, text: Self.endsScript)
    options.values = [.init("module", .string(module))]
    options.modules["author"] = [
      HostFunction("found", ["option", "place", "value"]) { values in
        guard case .string(let option) = values[0], case .integer(let place) = values[1],
          case .string(let value) = values[2]
        else { return .null }
        found.withLock { $0.append(.init(option: option, place: Int(place), value: value)) }
        return .null
      }
    ]
    _ = try ScriptHost(options: options).run()
    return found.withLock { $0 }.sorted { ($0.option, $0.place) < ($1.option, $1.place) }
  }

  private static let endsScript = """
    local mr, author, showing = require "moonreel", require "author", require "moonreel.showing"
    local p = mr.params { module = { "string" } }
    for option, rule in pairs(require(p.module).options) do
      for place, value in ipairs(showing.ends(rule)) do author.found(option, place, tostring(value)) end
    end
    return mr.composition { size = { 16, 16 }, duration = 1 }
    """
}
