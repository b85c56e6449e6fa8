// SPDX-License-Identifier: MIT

import ArgumentParser

/// The engines by their names.
enum FarmEngine: String, CaseIterable, ExpressibleByArgument {
  case slurm, local

  /// The engine without options, for jobs that were submitted before.
  var plain: any RenderEngine {
    switch self {
    case .slurm: SlurmEngine()
    case .local: LocalEngine(count: 1)
    }
  }

  /// How a person ends `jobs`.
  func ending(_ jobs: [String]) -> String {
    switch self {
    case .slurm: "scancel " + jobs.joined(separator: " ")
    case .local: "kill -- " + jobs.map { "-" + $0 }.joined(separator: " ")
    }
  }
}
