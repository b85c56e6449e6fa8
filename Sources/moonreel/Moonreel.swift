// SPDX-License-Identifier: MIT

import ArgumentParser

@main
struct Moonreel: AsyncParsableCommand {
  mutating func run() async throws {}
}
