// SPDX-License-Identifier: MIT

import MoonreelCore

/// The golden pictures of a plugin: on what it is drawn, when, and what the files are called.
struct PluginGoldens {
  let plugin: Plugin

  /// A picture.
  struct Moment {
    /// The file's name without its ending.
    var name: String
    var use: StageCase
    var time: Double
  }

  /// Its pictures; none of what is only heard.
  var moments: [Moment] {
    let name = plugin.name
    switch plugin.kind {
    case .effect: return [Moment(name: name, use: StageCase(), time: 1.4)]
    case .transition:
      return [0.25, 0.5, 0.75].map {
        Moment(name: "\(name)-\($0)", use: StageCase(progress: $0), time: 0)
      }
    case .title, .template: return [0.4, 2, 3.75].map { moment(at: $0) }
    case .generator, .chart: return [0.5, 3].map { moment(at: $0) }
    case .soundEffect: return []
    }
  }

  private func moment(at time: Double) -> Moment {
    Moment(name: "\(plugin.name)-\(time)s", use: StageCase(), time: time)
  }
}
