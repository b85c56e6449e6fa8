// SPDX-License-Identifier: MIT

import MoonreelModel

extension Lowering {
  /// The value of a function of the shader, written out here.
  mutating func call(
    _ index: Int, _ arguments: [Expression], _ line: Int
  ) throws -> [Scalar] {
    let function = program.functions[index]
    var given: [[Scalar]] = []
    var places: [Place?] = []
    for (argument, parameter) in zip(arguments, function.parameters) {
      let place = parameter.direction == .into ? nil : try place(argument)
      places.append(place)
      switch parameter.direction {
      case .into: given.append(try evaluate(argument))
      case .both: given.append(place.map { load($0) } ?? [])
      case .out: given.append(Array(repeating: .undefined, count: parameter.type.count))
      }
    }
    let (result, values) = try invoke(function, given)
    for (place, value) in zip(places, values) {
      if let place { try store(place, value, line) }
    }
    return result
  }

  /// Runs a function for the values of its parameters; gives its value and theirs at its end.
  private mutating func invoke(
    _ function: Function, _ given: [[Scalar]]
  ) throws -> (result: [Scalar], parameters: [[Scalar]]) {
    let result = hidden(Array(repeating: .undefined, count: function.result.count))
    let pairs = Array(zip(function.parameters, given))
    // What is handed out is kept from pixels that have left the function, as its value is.
    for (parameter, value) in pairs where parameter.direction != .into {
      declare(parameter.variable, value)
    }
    let values = try inside(.function, result: result) { lowering in
      for (parameter, value) in pairs where parameter.direction == .into {
        lowering.declare(parameter.variable, value)
      }
      if let body = function.body { try lowering.run(body) }
      return function.parameters.map { lowering.value(of: $0.variable) }
    }
    return (value(of: result), values)
  }

  // MARK: The shader as a whole

  /// The result of the shader, whose function for the contract is `entry`.
  mutating func pixel(of entry: Int, isImage: Bool) throws -> KernelPixel {
    for global in program.globals { try run(global) }
    let function = program.functions[entry]
    var color: [Scalar]
    if isImage {
      let undefined = Array(repeating: Scalar.undefined, count: 4)
      let place = Array(contract(.fragment).prefix(2))
      color = try invoke(function, [undefined, place]).parameters[0]
      // What a picture says of alpha is not shown by those who draw such shaders.
      color[3] = .yes
    } else {
      color = try invoke(function, [ownPlace]).result
    }
    color = color.map { calculate.clamp($0, .known(0), .known(1)) }
    let isDropped = value(of: isDiscarded)[0]
    color = color.map { calculate.select(isDropped, .known(0), $0) }
    try spend(0, function.line)
    let terms = color.map(calculate.term)
    if color[3].number == 1 { return KernelPixel(terms[0], terms[1], terms[2], terms[3]) }
    return KernelPixel(straight: terms[0], terms[1], terms[2], alpha: terms[3])
  }

  // MARK: The contract

  private var width: Scalar { .term(recorder.number(0)) }
  private var height: Scalar { .term(recorder.number(1)) }

  /// The pixel's centre in 0…1, from the lower left corner.
  private var ownPlace: [Scalar] {
    let fragment = contract(.fragment)
    return [calculate.divide(fragment[0], width), calculate.divide(fragment[1], height)]
  }

  /// A value that the contract gives.
  func contract(_ value: ContractValue) -> [Scalar] {
    switch value {
    case .ratio: [calculate.divide(width, height)]
    case .resolution: [width, height, .known(1)]
    case .fragment:
      [
        .term(recorder.x), calculate.subtract(height, .term(recorder.y)), .known(0), .known(1),
      ]
    }
  }

  // MARK: Pictures

  /// The colour of an input at `place`, 0…1 from the lower left corner; not multiplied by alpha.
  func color(of input: Int, at place: [Scalar]) -> [Scalar] {
    let own = ownPlace
    if place[0].isSame(as: own[0]), place[1].isSame(as: own[1]) {
      return straight(recorder.input(input), input)
    }
    let x = calculate.multiply(place[0], width)
    let y = calculate.multiply(calculate.subtract(.known(1), place[1]), height)
    return straight(recorder.sample(input, calculate.term(x), calculate.term(y)), input)
  }

  /// The colour of one pixel of an input, counted from the lower left corner.
  func texel(of input: Int, at place: [Scalar]) -> [Scalar] {
    let half = Scalar.known(0.5)
    let x = calculate.add(place[0], half)
    let y = calculate.subtract(height, calculate.add(place[1], half))
    return straight(recorder.sample(input, calculate.term(x), calculate.term(y)), input)
  }

  /// How large all inputs are, in pixels.
  var inputSize: [Scalar] { [width, height] }

  private func straight(_ pixel: KernelPixel, _ input: Int) -> [Scalar] {
    if opaque.contains(input) {
      return [.term(pixel.red), .term(pixel.green), .term(pixel.blue), .yes]
    }
    return pixel.straight.components.map { .term($0) }
  }
}
