// SPDX-License-Identifier: MIT

import MoonreelCore

/// How one plugin is judged, as its test file says with `laws`.
public struct LawSettings: Sendable {
  /// With which options it is tried, besides those that a law sets.
  public var options: [JSONValue.Member]
  /// Laws that do not hold for it, each with the reason.
  public var exceptions: [Law: String]
  /// By how much a sample of its golden pictures may be off, 0…255.
  public var tolerance: Int

  /// Settings of a plugin that keeps all laws.
  public init(
    options: [JSONValue.Member] = [], exceptions: [Law: String] = [:], tolerance: Int = 0
  ) {
    (self.options, self.exceptions, self.tolerance) = (options, exceptions, tolerance)
  }

  /// The settings that a test file gives for `plugin`.
  ///
  /// - Throws: `MoonreelError` (`script`) for laws that are not known, and exceptions without a reason.
  init(_ given: JSONValue, plugin: String) throws {
    self.init()
    options = given.members("options")
    for member in given.members("except") {
      guard let law = Law(rawValue: member.key) else {
        let hint = NearestName.hint(member.key, among: Law.allCases.map(\.rawValue))
        throw MoonreelError(.script, "laws of '\(plugin)': there is no law '\(member.key)'\(hint)")
      }
      guard case .string(let reason) = member.value, reason.contains(where: { !$0.isWhitespace })
      else {
        throw MoonreelError(
          .script,
          "laws of '\(plugin)': say why '\(law.rawValue)' does not hold: \(law.rawValue) = \"…\"")
      }
      exceptions[law] = reason
    }
    tolerance = try Self.tolerance(of: given, "laws of '\(plugin)'")
  }

  /// The tolerance that `given` states together with its reason; 0 where there is none.
  ///
  /// - Throws: `MoonreelError` (`script`) for one without a reason.
  static func tolerance(of given: JSONValue, _ owner: String) throws -> Int {
    guard let tolerance = given.member("tolerance")?.double else { return 0 }
    guard case .string(let reason)? = given.member("because"), !reason.isEmpty else {
      throw MoonreelError(
        .script, "\(owner): say why pictures may be off: because = \"…\"")
    }
    return Int(limiting: tolerance)
  }
}

extension JSONValue {
  /// The members of the object `key`; none where it is no object.
  func members(_ key: String) -> [Member] {
    guard case .object(let members)? = member(key) else { return [] }
    return members
  }
}
