// SPDX-License-Identifier: MIT

/// Values that the contract gives and that are more than numbers of the kernel.
enum ContractValue: Sendable {
  /// Width over height.
  case ratio
  /// Width, height, 1.
  case resolution
  /// The pixel's centre, from the lower left corner, with 0 and 1.
  case fragment
}

/// What a shader finds without declaring it.
struct Contract: Sendable {
  struct Number: Sendable {
    let name: String
    let type: ValueType
  }

  /// The function that the shader must have, its result and its parameters.
  let entry: String
  let result: ValueType
  let parameters: [ValueType]
  /// The kernel's numbers before those of uniforms; the first two are width and height.
  let numbers: [Number]
  let values: [(name: String, type: ValueType, value: ContractValue)]
  /// The pictures that are always inputs.
  let inputs: [String]
  /// Pictures that are inputs where the shader names them.
  let channels: [String]
  /// Numbers by the names that they had before, which older shaders still say.
  var formerNames: [(name: String, number: String)] = []

  private static let size = [
    Number(name: "picture.width", type: .float), Number(name: "picture.height", type: .float),
  ]

  private static let fragment = (
    name: "gl_FragCoord", type: ValueType.vector(.float, 4), value: ContractValue.fragment
  )

  /// That of gl-transitions.
  static let transition = Contract(
    entry: "transition", result: .vector(.float, 4), parameters: [.vector(.float, 2)],
    numbers: size + [Number(name: "progress", type: .float)],
    values: [("ratio", .float, .ratio), fragment], inputs: ["from", "to"], channels: [])

  /// That of Shadertoy's image passes.
  static let image = Contract(
    entry: "mainImage", result: .nothing,
    parameters: [.vector(.float, 4), .vector(.float, 2)],
    numbers: size + [
      Number(name: "iTime", type: .float), Number(name: "iTimeDelta", type: .float),
      Number(name: "iFrame", type: .int), Number(name: "iFrameRate", type: .float),
      Number(name: "iMouse", type: .vector(.float, 4)),
      Number(name: "iDate", type: .vector(.float, 4)), Number(name: "iSampleRate", type: .float),
      Number(name: "iChannelTime", type: .array(.float, 4)),
      Number(name: "iChannelResolution", type: .array(.vector(.float, 3), 4)),
    ],
    values: [("iResolution", .vector(.float, 3), .resolution), fragment], inputs: [],
    channels: (0..<4).map { "iChannel\($0)" }, formerNames: [("iGlobalTime", "iTime")])

  /// Whether `function` has the form of the function that the shader must have; a helper may have its name.
  func isEntry(_ function: Syntax.Function) -> Bool {
    function.name == entry && function.result.name == result.name
      && function.parameters.count == parameters.count
  }

  /// The names of numbers that no shader can say.
  static let hiddenNumbers = Set(size.map(\.name))
}
