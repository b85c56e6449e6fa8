// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel

/// A shader in GLSL ES that somebody wrote for one of two public contracts, made a ``PixelKernel``.
///
/// A transition has `vec4 transition(vec2 uv)` and reads `getFromColor`, `getToColor`, `progress` and `ratio`
/// (gl-transitions); a picture has `void mainImage(out vec4 color, in vec2 position)` and reads `iTime`,
/// `iResolution`, `iMouse`, `iFrame` and `iChannel0` to `iChannel3` (Shadertoy). For example:
///
///     let shader = try GLSLShader(source: text, name: "wipe.glsl")
///     let kernel = try shader.kernel(opaque: [0, 1])
///     let frame = Image.applying(kernel, to: [from, to], numbers: [640, 360, 0.5])
///
/// All functions are written out where they are called. A choice computes both sides and keeps, pixel by pixel, the
/// right one; a loop goes round until all pixels have left it. Whole numbers are floats, exact up to 2²⁴, until bits or
/// large constants come in: then they are two halves of 16 bits, and wrap as they must.
public struct GLSLShader: Sendable, CustomStringConvertible {
  /// For which contract it is written.
  public enum Kind: Sendable {
    /// Two pictures and a progress.
    case transition
    /// One picture, from up to four others.
    case image
  }

  /// A parameter of the shader.
  public struct Uniform: Hashable, Sendable {
    /// What its components are.
    public enum Component: Hashable, Sendable {
      /// Any number.
      case float
      /// A whole number.
      case int
      /// 0 or 1.
      case bool

      init(_ basic: Basic) {
        switch basic {
        case .float: self = .float
        case .int, .uint: self = .int
        case .bool: self = .bool
        }
      }
    }

    /// What it is called.
    public let name: String
    /// Its type in GLSL: `float`, `vec3`, `bool`.
    public let type: String
    /// What its components are.
    public let component: Component
    /// The line that declares it, from 1.
    public let line: Int
    /// The kernel's number that is its first component.
    public let firstNumber: Int
    /// Its components' defaults; 0 where the shader states none.
    public let defaultComponents: [Float]
    /// What the comment beside it says; `nil`: nothing.
    public let documentation: String?

    /// How many numbers it takes.
    public var count: Int { defaultComponents.count }
  }

  /// Numbers of the kernel that belong together.
  public struct Numbers: Hashable, Sendable {
    /// The contract's name for them, or that of a uniform; `picture.width` and `picture.height` are in
    /// pixels.
    public let name: String
    /// The first of them.
    public let first: Int
    /// How many they are.
    public let count: Int
  }

  /// What it is called in messages: its file.
  public let name: String
  /// For which contract it is written.
  public let kind: Kind
  /// Its parameters, in order.
  public let uniforms: [Uniform]
  /// Its pictures, in the order of the kernel's inputs: `from` and `to` of a transition, the channels that a picture
  /// names, then its own.
  public let samplers: [String]
  /// All numbers of the kernel, in order.
  public let numberLayout: [Numbers]
  private let program: Program
  private let entry: Int
  /// The kernel where no picture has alpha, as of most films; made when the shader is read, to see that it is no dearer
  /// than one may be.
  private var opaqueKernel: PixelKernel?

  /// The shader that `source` says.
  ///
  /// - Parameter name: What it is called in messages.
  /// - Throws: A sentence after `name:line:`, where `source` is no such shader, or costs more than a shader may.
  public init(source: String, name: String) throws {
    try self.init(source: Array(source.utf8), name: name)
  }

  /// The shader that the bytes of a file say.
  ///
  /// - Parameter name: What it is called in messages.
  /// - Throws: A sentence after `name:line:`, where `source` is no such shader, or costs more than a shader may.
  public init(source: [UInt8], name: String) throws {
    self = try Self.located(name) { try Self(reading: source, name: name) }
    opaqueKernel = try recorded(opaque: Set(samplers.indices))
  }

  private init(reading source: [UInt8], name: String) throws {
    guard source.count <= ShaderLimits.bytes else {
      throw ShaderFailure(tooMuch: "The file has more than \(ShaderLimits.bytes) bytes.", 1)
    }
    let (raw, comments) = try Lexer.read(source)
    let tokens = try Preprocessor.run(raw)
    let items = try Parser.parse(tokens)
    let isTransition = try Self.isTransition(items)
    let contract: Contract = isTransition ? .transition : .image
    let checker = try Checker(
      items, comments: comments, contract: contract, words: Set(tokens.map(\.text)))
    entry = try checker.entry()
    (self.name, kind, program) = (name, isTransition ? .transition : .image, checker.program)
    (uniforms, samplers) = (checker.uniforms, checker.inputs)
    var layout: [Numbers] = []
    for number in contract.numbers {
      layout.append(
        Numbers(
          name: number.name, first: layout.reduce(0) { $0 + $1.count }, count: number.type.count))
    }
    numberLayout =
      layout
      + checker.uniforms.map { Numbers(name: $0.name, first: $0.firstNumber, count: $0.count) }
  }

  /// Whether the shader is written for the one contract or the other.
  private static func isTransition(_ items: [Syntax.Item]) throws -> Bool {
    let functions = items.compactMap { item -> Syntax.Function? in
      if case .function(let function) = item, function.body != nil { function } else { nil }
    }
    if let main = functions.first(where: { $0.name == "main" }) {
      throw ShaderFailure(
        main.line, "'main' calls the shader, and is not part of it; leave it out.")
    }
    let transition = functions.first(where: Contract.transition.isEntry)
    let image = functions.first(where: Contract.image.isEntry)
    if let transition, let image {
      throw ShaderFailure(
        max(transition.line, image.line),
        "The shader has both 'transition' and 'mainImage'; leave one out.")
    }
    if transition != nil || image != nil { return transition != nil }
    // A function of that name has another form; the checker says which form it must have.
    let names = Set(functions.map(\.name))
    guard !names.isDisjoint(with: [Contract.transition.entry, Contract.image.entry]) else {
      throw ShaderFailure(
        1,
        "The shader must have a function 'vec4 transition(vec2 uv)', or 'void mainImage(out vec4 "
          + "color, in vec2 position)'.")
    }
    return names.contains(Contract.transition.entry)
  }

  /// The kernel. Its inputs are ``samplers``, as large as the picture that it makes, with edges that hold
  /// (`clampedToEdges`); its numbers are those of ``numberLayout``.
  ///
  /// - Parameter opaque: The inputs that are known to have no alpha; nothing is divided by it then.
  /// - Throws: A sentence, where it costs more than a shader may.
  public func kernel(opaque: Set<Int> = []) throws -> PixelKernel {
    if let opaqueKernel, opaque == Set(samplers.indices) { return opaqueKernel }
    return try recorded(opaque: opaque)
  }

  private func recorded(opaque: Set<Int>) throws -> PixelKernel {
    try Self.located(name) {
      try PixelKernel(
        name, inputs: samplers.count, numbers: numberLayout.reduce(0) { $0 + $1.count },
        extent: .everywhere
      ) { recorder in
        var lowering = Lowering(program, recorder, opaque: opaque)
        return try lowering.pixel(of: entry, isImage: kind == .image)
      }
    }
  }

  /// Its name, and how many parameters it has.
  public var description: String { "\(name) (\(uniforms.count) uniforms)" }

  /// The kernel's numbers for a picture of `width` times `height` pixels: what `given` says of a name of
  /// ``numberLayout``, or the uniform's default, or 0.
  public func numbers(
    width: Float, height: Float,
    given: (_ name: String, _ count: Int) throws -> [Float]?
  ) rethrows -> [Float] {
    let defaults = Dictionary(
      uniqueKeysWithValues: uniforms.map { ($0.name, $0.defaultComponents) })
    return try numberLayout.flatMap { part -> [Float] in
      switch part.name {
      case "picture.width": return [width]
      case "picture.height": return [height]
      case "iChannelResolution":
        return (0..<part.count / 3).flatMap { _ in [width, height, 1] }
      default:
        return try given(part.name, part.count) ?? defaults[part.name]
          ?? Array(repeating: 0, count: part.count)
      }
    }
  }

  private static func located<Result>(
    _ name: String, _ body: () throws -> Result
  ) throws -> Result {
    do { return try body() } catch let failure as ShaderFailure {
      throw MoonreelError(failure.code, "\(name):\(failure.line): \(failure.sentence)")
    }
  }
}
