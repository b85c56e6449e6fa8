// SPDX-License-Identifier: MIT

extension Image.Node {
  /// Whether the picture is made of numbers alone.
  var isGenerated: Bool {
    switch self {
    case .frame, .drawing: false
    case .empty, .color, .pattern, .shape, .transform, .projection, .tile, .crop, .clampToEdges,
      .opacity, .over, .dissolve, .adjustment, .filter, .kernel, .samplingKernel:
      inputs.allSatisfy(\.isGenerated)
    }
  }
}
