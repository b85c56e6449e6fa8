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

  /// Whether something in the picture is drawn before it is read.
  var isMadeInPasses: Bool {
    switch self {
    case .projection, .tile, .filter, .samplingKernel: true
    case .empty, .frame, .drawing, .color, .pattern, .shape, .transform, .crop, .clampToEdges,
      .opacity,
      .over, .dissolve, .adjustment, .kernel:
      inputs.contains(where: \.isMadeInPasses)
    }
  }
}
