// SPDX-License-Identifier: MIT

extension Checker {
  // MARK: Globals

  /// What stands outside of all functions and is none.
  mutating func global(_ statement: Syntax.Statement) throws {
    switch statement.kind {
    case .block(let statements):
      for statement in statements { try global(statement) }
    case .structure(let structure): try declare(structure)
    case .declaration(let declaration):
      if let word = ["in", "out", "varying", "attribute"].first(where: {
        declaration.qualifiers.contains($0)
      }) {
        throw ShaderFailure(
          statement.line,
          "'\(word)' cannot stand here: the shader has one stage, and its result is what "
            + "'\(contract.entry)' gives.")
      }
      if declaration.qualifiers.contains("uniform") {
        for declarator in declaration.declarators { try uniform(declarator, declaration) }
      } else {
        program.globals += try variables(declaration)
      }
    default: throw ShaderFailure(statement.line, "Statements stand in functions.")
    }
  }

  private mutating func uniform(
    _ declarator: Syntax.Declarator, _ declaration: Syntax.Declaration
  ) throws {
    let type = try type(declarator.type)
    if let index = variable(declarator.name), index < contractCount {
      guard program.variables[index].type == type else {
        throw ShaderFailure(
          declarator.line,
          "'\(declarator.name)' is \(program.variables[index].type.noun) here, not \(type.noun)."
        )
      }
      return
    }
    if type == .sampler {
      if let index = inputs.firstIndex(of: declarator.name) {
        return try declareInput(declarator, index)
      }
      guard inputs.count < 16 else {
        throw ShaderFailure(tooMuch: "A shader has at most 16 pictures.", declarator.line)
      }
      inputs.append(declarator.name)
      return try declareInput(declarator, inputs.count - 1)
    }
    guard let basic = type.element.basic else {
      throw ShaderFailure(
        declarator.line, "A uniform holds numbers; '\(declarator.name)' is \(type.noun).")
    }
    let first = takeNumbers(type.count)
    guard numberCount <= ShaderLimits.components else {
      throw ShaderFailure(
        tooMuch: "All uniforms together have \(ShaderLimits.components) components at most.",
        declarator.line)
    }
    _ = try declare(
      Variable(name: declarator.name, type: type, origin: .numbers(first), isConstant: true),
      declarator.line)
    let given = try given(declarator, type, declaration)
    uniforms.append(
      GLSLShader.Uniform(
        name: declarator.name, type: type.name, component: .init(basic), line: declarator.line,
        firstNumber: first, defaultComponents: given.values, documentation: given.documentation))
  }

  private mutating func declareInput(_ declarator: Syntax.Declarator, _ index: Int) throws {
    let variable = Variable(
      name: declarator.name, type: .sampler, origin: .input(index), isConstant: true)
    _ = try declare(variable, declarator.line)
  }

  /// The default of a uniform, which follows it in the language's own way or in a comment, and what else the comment
  /// says.
  private mutating func given(
    _ declarator: Syntax.Declarator, _ type: ValueType, _ declaration: Syntax.Declaration
  ) throws -> (values: [Float], documentation: String?) {
    let texts = comments.filter {
      declaration.extent.contains($0.offset) && $0.line <= declaration.lastLine
    }.map(\.text)
    let written = texts.lazy.compactMap { UniformDefault($0, type) }.first
    if written == nil, declarator.initial == nil,
      let bad = texts.first(where: { UniformDefault.isMeant($0) })
    {
      throw ShaderFailure(
        declarator.line,
        "The default of '\(declarator.name)', '\(UniformDefault.tidied(bad).prefix(40))', is not "
          + "\(type.noun).")
    }
    let words = texts.map { UniformDefault.tidied($0) }.filter { !$0.isEmpty }
    let documentation = written?.rest ?? words.first
    let values = written?.values ?? Array(repeating: 0, count: type.count)
    let doc = documentation?.isEmpty == true ? nil : documentation
    guard let initial = declarator.initial else { return (values, doc) }
    let checked = try convert(try check(initial), to: type, "as the default")
    guard let constant = constant(checked) else {
      throw ShaderFailure(declarator.line, "The default of a uniform must be stated as numbers.")
    }
    return (constant.map(Float.init), doc)
  }

  /// The numbers that an expression states.
  private func constant(_ expression: Expression) -> [Double]? {
    switch expression.kind {
    case .literal(let values): return values
    case .negated(let value): return constant(value)?.map { -$0 }
    case .converted(let value): return constant(value)
    case .constructed(let parts):
      let values = parts.compactMap { constant($0) }.flatMap { $0 }
      if values.count == 1, case .vector(_, let count) = expression.type {
        return Array(repeating: values[0], count: count)
      }
      return values.count == expression.type.count ? values : nil
    default: return nil
    }
  }

  // MARK: Variables

  /// The declarations of variables, in a function or outside.
  mutating func variables(_ declaration: Syntax.Declaration) throws -> [Statement] {
    try declaration.declarators.map { declarator in
      let initial = try declarator.initial.map { try check($0) }
      var count: Int?
      if let initial, case .array(_, let length) = initial.type { count = length }
      let type = try type(declarator.type, count: count)
      guard type != .nothing, !type.hasSampler else {
        throw ShaderFailure(declarator.line, "A variable cannot be \(type.noun).")
      }
      let value = try initial.map { try convert($0, to: type, "for '\(declarator.name)'") }
      let isConstant = declaration.qualifiers.contains("const")
      guard value != nil || !isConstant else {
        throw ShaderFailure(declarator.line, "The constant '\(declarator.name)' has no value.")
      }
      // Its name means itself only from here on: `float size = size;` takes the outer one.
      let index = try declare(
        Variable(
          name: declarator.name, type: type, isConstant: isConstant,
          whole: isConstant ? value.flatMap { whole($0) } : nil), declarator.line)
      return Statement(line: declarator.line, kind: .declaration(index, value))
    }
  }

  // MARK: Functions

  mutating func check(_ function: Syntax.Function) throws {
    let result = try type(function.result)
    var directions: [Function.Direction] = []
    var types: [ValueType] = []
    for parameter in function.parameters {
      let words = parameter.qualifiers
      types.append(try type(parameter.declarators[0].type))
      guard types.last != .nothing else {
        throw ShaderFailure(parameter.declarators[0].line, "A parameter cannot be a void.")
      }
      directions.append(
        words.contains("inout") || words.isSuperset(of: ["in", "out"])
          ? .both : words.contains("out") ? .out : .into)
    }
    let index = try announced(function, result, types, directions)
    guard let body = function.body else { return }
    guard program.functions[index].body == nil else {
      throw ShaderFailure(function.line, "The function '\(function.name)' is written twice.")
    }
    program.functions[index].body = Statement(line: function.line, kind: .block([]))
    let checked = try scoped { checker in
      var parameters: [Function.Parameter] = []
      for (position, parameter) in function.parameters.enumerated() {
        let name = parameter.declarators[0].name
        let variable = try checker.declare(
          Variable(
            name: name, type: types[position],
            isConstant: parameter.qualifiers.contains("const")), function.line)
        parameters.append(
          Function.Parameter(
            variable: variable, type: types[position], direction: directions[position]))
      }
      checker.program.functions[index] = Function(
        name: function.name, line: function.line, result: result, parameters: parameters,
        body: checker.program.functions[index].body)
      checker.surroundings = Surroundings(result: result, function: index)
      defer { checker.surroundings = Surroundings() }
      return try checker.check(body)
    }
    program.functions[index].body = checked
  }

  /// The row of a function, which may have been announced before.
  private mutating func announced(
    _ function: Syntax.Function, _ result: ValueType, _ types: [ValueType],
    _ directions: [Function.Direction]
  ) throws -> Int {
    if let known = functions[function.name]?.first(where: {
      program.functions[$0].parameters.map(\.type) == types
    }) {
      guard program.functions[known].result == result,
        program.functions[known].parameters.map(\.direction) == directions
      else {
        throw ShaderFailure(
          function.line, "The function '\(function.name)' was announced otherwise before.")
      }
      return known
    }
    let parameters = zip(types, directions).map {
      Function.Parameter(variable: -1, type: $0, direction: $1)
    }
    program.functions.append(
      Function(
        name: function.name, line: function.line, result: result, parameters: parameters, body: nil)
    )
    functions[function.name, default: []].append(program.functions.count - 1)
    return program.functions.count - 1
  }

  /// The function that the contract wants. Sees to it that all that are called are written and none calls itself.
  func entry() throws -> Int {
    for (_, called) in calls.sorted(by: { $0.key < $1.key }) {
      for call in called where program.functions[call.callee].body == nil {
        throw ShaderFailure(
          call.line, "The function '\(program.functions[call.callee].name)' is nowhere written.")
      }
    }
    var heights: [Int: Int] = [:]
    for index in program.functions.indices { _ = try height(index, &heights) }
    let named = functions[contract.entry] ?? []
    let fitting = named.first {
      let function = program.functions[$0]
      return function.body != nil && function.result == contract.result
        && function.parameters.map(\.type) == contract.parameters
    }
    guard let fitting else {
      let line = named.first.map { program.functions[$0].line } ?? 1
      let form =
        contract.entry == "transition"
        ? "vec4 transition(vec2 uv)" : "void mainImage(out vec4 color, in vec2 position)"
      throw ShaderFailure(line, "The shader must have a function '\(form)'.")
    }
    return fitting
  }

  /// How many calls are inside one another in a function; in `heights`, 0 stands for those that are being looked at.
  private func height(_ index: Int, _ heights: inout [Int: Int]) throws -> Int {
    if let known = heights[index] { return known }
    heights[index] = 0
    var height = 1
    for call in calls[index] ?? [] {
      let inner = try self.height(call.callee, &heights)
      guard inner > 0 else {
        throw ShaderFailure(
          call.line,
          "'\(program.functions[call.callee].name)' calls itself; GLSL has no recursion.")
      }
      height = max(height, inner + 1)
    }
    guard height <= ShaderLimits.calls else {
      throw ShaderFailure(
        tooMuch: "More than \(ShaderLimits.calls) calls are inside one another here.",
        program.functions[index].line)
    }
    heights[index] = height
    return height
  }
}

extension ValueType {
  /// What an array of numbers holds; else the type itself.
  fileprivate var element: ValueType {
    if case .array(let element, _) = self { element.element } else { self }
  }
}
