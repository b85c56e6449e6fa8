// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelExport
import MoonreelMedia
import MoonreelScript

/// Renders the film that a script describes. The script may ask for prices, and may take five seconds and 64 MiB.
func exportPriceFilm(
  script: String, prices: [String: Double], to output: String
) async throws -> OutputSummary {
  var options = ScriptOptions(path: script)
  options.wallClockLimit = 5
  options.memoryLimit = 64 << 20
  options.modules["shop"] = [
    HostFunction("price", ["article"]) { arguments in
      guard case .string(let article) = arguments[0], let price = prices[article] else {
        throw MoonreelError(
          .invalidArgument, "shop.price knows no such article; it knows \(prices.keys.sorted())")
      }
      return .number(price)
    }
  ]
  let host = try ScriptHost(options: options)
  let result = try host.run()
  let session = try ExportSession(result.request, outputPath: output, gate: host.gate)
  return try await session.export { _ in }
}
