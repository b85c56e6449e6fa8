// SPDX-License-Identifier: MIT

import MoonreelCore

extension Image {
  /// Stands for the picture by how it is made: pictures with equal digests are drawn alike, in every process and on
  /// every machine that draws alike.
  ///
  /// The reverse does not hold. Two graphs may draw the same pixels in different ways; a frame of a file goes by
  /// the file's content and its place there, one without a file by its pixels. What is drawn into is not part
  /// of it (size, format, colours, quality), nor is the rectangle by which a layer places the picture, nor which fonts
  /// the machine has for the names that a title gives, nor the versions of Moonreel and of its libraries: who
  /// keeps drawn pictures adds those.
  ///
  /// `nil` where a ``Drawing`` of somebody else's cannot say what it draws. The cost is one hash for each
  /// node, however often it is used, and the first time for a file a reading of all of it.
  public var digest: Digest? {
    var digests = ImageDigests()
    return digests.digest(of: self)
  }
}

/// Finds the digests of one frame's picture after another: what was part of the one before, as stills and titles mostly
/// are, is not looked at again.
package struct ImageDigests {
  /// A picture, which is kept so that its identity stays its own, and its digest.
  private typealias Known = (image: Image, digest: Digest)

  private var older: [ObjectIdentifier: Known] = [:]

  /// Nothing is known yet.
  package init() {}

  /// The same as ``Image/digest``.
  package mutating func digest(of image: Image) -> Digest? {
    var known: [ObjectIdentifier: Known] = [:]
    known.reserveCapacity(older.count)
    defer { older = known }
    var pending = [image]
    while let next = pending.last {
      let id = ObjectIdentifier(next)
      if known[id] == nil, let old = older[id] { known[id] = old }
      guard known[id] == nil else {
        pending.removeLast()
        continue
      }
      var (digests, isMissing) = ([Digest](), false)
      for input in next.node.inputs {
        let id = ObjectIdentifier(input)
        if let found = known[id] ?? older[id] {
          known[id] = found
          digests.append(found.digest)
        } else {
          pending.append(input)
          isMissing = true
        }
      }
      if isMissing { continue }
      pending.removeLast()
      guard let own = next.node.digest(over: digests) else { return nil }
      known[id] = (next, own)
    }
    return known[ObjectIdentifier(image)]?.digest
  }
}

extension Image.Node {
  /// The digest of a picture of this kind over inputs with these digests; `nil` where it cannot be said.
  fileprivate func digest(over inputs: [Digest]) -> Digest? {
    switch self {
    case .empty: DigestWriter("empty").digest
    case .color(let color): DigestWriter("color", color).digest
    case .pattern(let pattern): pattern.digest
    case .shape(let path, let rule, let feather):
      DigestWriter("shape", path, rule, feather).digest
    case .frame(let buffer): DigestWriter("frame", buffer.digest).digest
    case .drawing(let drawing): drawing.digest.map { DigestWriter("drawing", $0).digest }
    case .transform(_, let map, let sampling):
      DigestWriter("transform", inputs, map, sampling).digest
    case .projection(_, let map, let sampling):
      DigestWriter("projection", inputs, map, sampling).digest
    case .tile(_, let mirrors): DigestWriter("tile", inputs, mirrors).digest
    case .crop(_, let rect): DigestWriter("crop", inputs, rect).digest
    case .clampToEdges: DigestWriter("clampToEdges", inputs).digest
    case .opacity(_, let factor): DigestWriter("opacity", inputs, factor).digest
    case .over: DigestWriter("over", inputs).digest
    case .dissolve(_, _, let amount): DigestWriter("dissolve", inputs, amount).digest
    case .adjustment(_, let adjustment): adjustment.digest(over: inputs)
    case .filter(_, let filter): filter.digest(over: inputs)
    case .kernel(let kernel, _, let numbers):
      DigestWriter("kernel use", inputs, kernel.digest, numbers).digest
    case .samplingKernel(let kernel, _, let numbers, let reach):
      DigestWriter("sampling kernel use", inputs, kernel.digest, numbers, reach).digest
    }
  }
}

extension Image.Pattern {
  fileprivate var digest: Digest {
    switch self {
    case .linearGradient(let from, let to, let stops):
      DigestWriter("linearGradient", from, to, stops).digest
    case .radialGradient(let center, let radius, let stops):
      DigestWriter("radialGradient", center, radius, stops).digest
    case .checker(let side, let first, let second):
      DigestWriter("checker", side, first, second).digest
    case .noise(let seed): DigestWriter("noise", seed).digest
    case .testCard(let size, let phase): DigestWriter("testCard", size, phase).digest
    }
  }
}

extension Image.Adjustment {
  fileprivate func digest(over inputs: [Digest]) -> Digest {
    switch self {
    case .matrix(let matrix): DigestWriter("colorMatrix", inputs, matrix.coefficients).digest
    case .polynomial(let red, let green, let blue):
      DigestWriter("colorPolynomial", inputs, red, green, blue).digest
    case .gamma(let power): DigestWriter("gamma", inputs, power).digest
    case .lookup(let table): DigestWriter("lookup", inputs, table.digest).digest
    }
  }
}

extension Image.Sampling: Digestible {}

extension Image.GradientStop: Digestible {
  package func add(to writer: inout DigestWriter) { writer.add(position, color) }
}
