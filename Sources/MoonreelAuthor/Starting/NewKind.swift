// SPDX-License-Identifier: MIT

/// What ``NewFolder`` begins.
public enum NewKind: String, CaseIterable, Sendable {
  case effect, transition, title, template, film

  /// Whether it is a package, which films require.
  public var isPackage: Bool {
    switch self {
    case .effect, .transition, .title, .template: true
    case .film: false
    }
  }
}
