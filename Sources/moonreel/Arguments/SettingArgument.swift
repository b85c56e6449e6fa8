// SPDX-License-Identifier: MIT

import ArgumentParser

/// A parameter of the script as typed: `name=value`.
struct SettingArgument: Equatable, ExpressibleByArgument {
  var name: String
  var value: String

  init?(argument: String) {
    guard let equals = argument.firstIndex(of: "="), equals != argument.startIndex else {
      return nil
    }
    name = String(argument[..<equals])
    value = String(argument[argument.index(after: equals)...])
  }
}
