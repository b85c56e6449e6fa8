// SPDX-License-Identifier: MIT

import MoonreelCore

extension PixelExplanation {
  /// An indented list for people.
  public var lines: [String] {
    [
      "pixel \(x),\(y) of \(size), frame \(frame) at \(time): \(color.line)",
      "Numbers are red, green, blue and alpha: signals of the film's colour space (\(colorTags.primaries), "
        + "\(colorTags.transfer)), not multiplied by alpha.",
    ] + steps.flatMap { Self.lines($0, 0) }
  }

  /// ``lines`` as one text, without a line break at the end.
  public var text: String { lines.joined(separator: "\n") }

  private static func lines(_ step: Step, _ level: Int) -> [String] {
    let space = String(repeating: "  ", count: level)
    let isNamed = step.name.hasPrefix(step.kind)
    var line = space + (isNamed ? step.name : [step.kind, step.name].joined(separator: " "))
    if step.name.isEmpty { line = space + step.kind }
    if let place = step.place { line += "  (\(place))" }
    if let color = step.color { line += ": \(color.line)" }
    if let remark = step.remark { line += ", \(remark)" }
    var lines = [line]
    for value in step.values {
      lines.append(
        "\(space)  \(value.name) = \(value.text)" + (value.motion.map { ", \($0)" } ?? "")
          + (value.place.map { "  (\($0))" } ?? ""))
    }
    lines += step.nodes.flatMap { Self.lines($0, level + 1) }
    return lines + step.steps.flatMap { Self.lines($0, level + 1) }
  }

  private static func lines(_ node: Node, _ level: Int) -> [String] {
    let space = String(repeating: "  ", count: level)
    var line = "\(space)· \(node.name)"
    if let place = node.place { line += "  (\(place))" }
    if let color = node.color { line += ": \(color.line)" }
    if node.isKnown { line += ", as above" }
    return [line] + node.inputs.flatMap { lines($0, level + 1) }
  }
}

extension PixelColor {
  /// Four numbers and the code in 8 bits; `"nothing"` where it is transparent.
  fileprivate var line: String {
    guard !isTransparent || red != 0 || green != 0 || blue != 0 else { return "nothing" }
    let numbers = [red, green, blue, alpha].map { number -> String in
      let rounded = (number * 10_000).rounded() / 10_000
      return "\(rounded == 0 ? 0 : rounded)"
    }
    return numbers.joined(separator: " ") + "  \(code)"
  }
}

extension PixelExplanation {
  /// The same for programs: the keys are those of the page docs/guides/explain.md.
  public var json: JSONValue {
    .members([
      "time": .number(time.seconds), "frame": .integer(frame), "x": .int(x), "y": .int(y),
      "size": .array([.int(size.width), .int(size.height)]),
      "primaries": .string("\(colorTags.primaries)"), "transfer": .string("\(colorTags.transfer)"),
      "color": color.json, "steps": .array(steps.map(\.json)),
    ])
  }
}

extension PixelExplanation.Step {
  fileprivate var json: JSONValue {
    .fields([
      "kind": .string(kind), "name": name.isEmpty ? .null : .string(name),
      "place": .optional(place),
      "remark": .optional(remark), "color": color?.json ?? .null,
      "values": values.isEmpty
        ? .null
        : .array(
          values.map {
            .fields([
              "name": .string($0.name), "value": .string($0.text), "motion": .optional($0.motion),
              "place": .optional($0.place),
            ])
          }),
      "graph": nodes.isEmpty ? .null : .array(nodes.map(\.json)),
      "steps": steps.isEmpty ? .null : .array(steps.map(\.json)),
    ])
  }
}

extension PixelExplanation.Node {
  fileprivate var json: JSONValue {
    .fields([
      "name": .string(name), "place": .optional(place), "color": color?.json ?? .null,
      "known": isKnown ? .bool(true) : .null,
      "inputs": inputs.isEmpty ? .null : .array(inputs.map(\.json)),
    ])
  }
}

extension PixelColor {
  fileprivate var json: JSONValue {
    .array([red, green, blue, alpha].map { .number($0) })
  }
}
