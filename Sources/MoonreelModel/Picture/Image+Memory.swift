// SPDX-License-Identifier: MIT

import MoonreelCore

extension Image.Node {
  /// What a picture of this kind takes in memory, its inputs, tables, kernels and frames left out.
  var byteEstimate: Int {
    let own = 320
    switch self {
    case .pattern(let pattern): return own + pattern.byteEstimate
    case .shape(let path, _, _): return own + path.byteEstimate
    case .drawing(let drawing): return own + drawing.byteEstimate
    case .adjustment(_, let adjustment): return own + adjustment.byteEstimate
    case .kernel(_, let inputs, let numbers), .samplingKernel(_, let inputs, let numbers, _):
      return own + 8 * inputs.count + 4 * numbers.count
    case .empty, .frame, .color, .transform, .projection, .tile, .crop, .clampToEdges, .opacity,
      .over, .dissolve, .filter:
      return own
    }
  }
}

extension Path {
  /// What its elements take in memory.
  public var byteEstimate: Int { 64 + elements.count * MemoryLayout<Element>.stride }
}

extension Drawing {
  /// What it takes in memory without the pixels that were drawn, which are kept up to a limit of their own.
  public var byteEstimate: Int { 4096 }
}

extension Source {
  /// What it takes in memory, by estimate.
  public var byteEstimate: Int { 512 }
}
