// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelGLSL
import MoonreelMedia
import MoonreelModel

/// A shader in a script, as its file says it: what the library's constructors of transitions, effects and sources draw with.
final class ShaderHandle: Handle {
  override class var typeName: String { "shader" }
  override var description: String { shader.name }
  override var cost: Int { 4096 }
  private let shader: GLSLShader
  /// By the inputs that have no alpha.
  private var kernels: [Set<Int>: PixelKernel] = [:]

  init(_ shader: GLSLShader) { self.shader = shader }

  static var binding: TypeBinding {
    TypeBinding(ShaderHandle.self) { type in
      type.property("name") { .string($0.shader.name) }
      type.property("kind") { .string($0.shader.kind == .transition ? "transition" : "image") }
      type.property("samplers") { .list($0.shader.samplers.map { .string($0) }) }
      type.property("uniforms") { .list($0.shader.uniforms.map(\.record)) }
      type.method("draw", ["pictures", "values", "size"]) { handle, call in
        try ImageHandle.value(try handle.image(call))
      }
    }
  }

  /// The picture, as large as `size`, from one picture for each sampler and the values of what the shader names.
  private func image(_ call: Call) throws -> Image {
    let size = try call[2].size()
    let canvas = Rect(origin: .zero, size: size)
    let pictures = try call[0].items("a list of pictures").map { try $0.image() }
    guard pictures.count == shader.samplers.count else {
      throw call[0].expected("\(shader.samplers.count) pictures")
    }
    let opaque = Set(pictures.indices.filter { pictures[$0].isOpaque(over: canvas) })
    return Image.applying(
      try kernel(opaque), to: pictures.map { $0.cropped(to: canvas).clampedToEdges() },
      numbers: try numbers(call[1], size)
    ).cropped(to: canvas)
  }

  private func kernel(_ opaque: Set<Int>) throws -> PixelKernel {
    if let known = kernels[opaque] { return known }
    let kernel = try shader.kernel(opaque: opaque)
    kernels[opaque] = kernel
    return kernel
  }

  private func numbers(_ values: Argument, _ size: Size) throws -> [Float] {
    let options = try values.options(shader.numberLayout.map(\.name), owner: shader.name)
    return try shader.numbers(width: Float(size.width), height: Float(size.height)) { name, count in
      try options[name].ifGiven { try $0.components(count) }
    }
  }
}

extension GLSLShader.Uniform {
  /// What a script sees of it.
  fileprivate var record: LuaValue {
    let defaults = defaultComponents.map { number -> LuaValue in
      switch component {
      case .float: .number(Double(number))
      case .int: .integer(Int64(limiting: number))
      case .bool: .boolean(number != 0)
      }
    }
    return .record([
      ("name", .string(name)), ("type", .string(type)), ("count", .integer(Int64(count))),
      ("component", .string(component.name)), ("line", .integer(Int64(line))),
      ("documentation", documentation.map { .string($0) } ?? .nil),
      ("default", count == 1 ? defaults[0] : .list(defaults)),
    ])
  }
}

extension GLSLShader.Uniform.Component {
  /// As the library names the kind of an option.
  fileprivate var name: String {
    switch self {
    case .float: "number"
    case .int: "integer"
    case .bool: "boolean"
    }
  }
}

extension Argument {
  /// The components of a uniform: a number, true or false, a list of them, or, of three and four, a colour. More than
  /// `count` are cut off.
  fileprivate func components(_ count: Int) throws -> [Float] {
    switch value {
    case .integer, .number: if count == 1 { return [try float()] }
    case .boolean(let flag): if count == 1 { return [flag ? 1 : 0] }
    case .string:
      if count == 3 || count == 4 {
        let color = try color()
        return [color.red, color.green, color.blue, color.alpha].prefix(count).map { Float($0) }
      }
    default:
      let parts = try items("\(count) numbers").map { part -> Float in
        if case .boolean(let flag) = part.value { return flag ? 1 : 0 }
        return try part.float()
      }
      if parts.count >= count { return Array(parts.prefix(count)) }
    }
    throw expected(count == 1 ? "a number" : "a list of \(count) numbers")
  }
}

extension ScriptHost {
  /// The longest shader that is read.
  private static let shaderLimit = 1 << 20

  /// `mr.glsl(shader)`: the library makes a constructor of what the files say.
  func glsl(_ call: Call) throws -> LuaValue {
    guard let shaders else { return .nil }
    let load = state.register("mr.glsl") { [unowned self] in [.object(try shader($0[0]))] }
    let given: LuaValue
    switch call[0].value {
    case .string(let path): given = .string(path)
    case .table(let view): given = .table(view)
    default:
      throw call[0].expected("the path of a file, or { image = …, buffers = … }")
    }
    return try call.state.call(shaders, [.native(load), given]) { results in
      try results.value(label: "the shader").kept().map { .kept($0) } ?? .nil
    }
  }

  private func shader(_ path: Argument) throws -> ShaderHandle {
    let given = try path.string()
    guard !given.isEmpty else { throw path.expected("the path of a file") }
    let located = try gate.resolve(try locate(given))
    guard let bytes = try RegularFile.bytes(of: located, limit: Self.shaderLimit, "a shader") else {
      throw MoonreelError(.fileAccess, "Cannot open '\(given)': there is no such file.")
    }
    return ShaderHandle(try GLSLShader(source: bytes, name: given))
  }
}
