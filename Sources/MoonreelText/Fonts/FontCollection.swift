// SPDX-License-Identifier: MIT

import CPango
import CTextHost
import MoonreelCore

/// The fonts of the machine and some font files. Texts that name the same files share one.
///
/// Pango's objects are not safe on several threads at once: whatever is made from a collection is used
/// within ``exclusively(_:)`` only.
///
/// `@unchecked Sendable`: the pointers are used under the lock, the rest is constant.
final class FontCollection: @unchecked Sendable {
  private let fonts: OpaquePointer
  /// The names under which the files' faces are found.
  private let families: [String: String]
  private let lock = Locked(())
  /// Objects that nobody uses any more, released by the next who has the lock.
  private let discarded = Locked<[UInt]>([])

  private static let known = Locked<[[String]: FontCollection]>([:])
  /// More sets of files than this at once are rare; then all are forgotten.
  private static let mostKnown = 16

  /// The collection with the font files at these real paths.
  ///
  /// - Throws: `MoonreelError`: `unsupportedFormat` for a file that is no font, `internalError` where
  ///   Fontconfig cannot start.
  static func with(files: Set<String>) throws -> FontCollection {
    let key = files.sorted()
    return try known.withLock { known in
      if let collection = known[key] { return collection }
      let collection = try FontCollection(files: key)
      if known.count >= mostKnown { known.removeAll() }
      known[key] = collection
      return collection
    }
  }

  private init(files: [String]) throws {
    guard let fonts = mr_fonts_make(FontConfiguration.text) else {
      throw MoonreelError(.internalError, "Cannot write text: Fontconfig does not start.")
    }
    self.fonts = fonts
    var families: [String: String] = [:]
    for (index, file) in files.enumerated() {
      let family = "moonreel file \(index)"
      guard mr_fonts_add_file(fonts, file, family) else {
        mr_fonts_free(fonts)
        throw MoonreelError(
          .unsupportedFormat,
          "Cannot use '\(file)' as a font: it is no font file that FreeType reads.")
      }
      families[file] = family
    }
    self.families = families
  }

  deinit {
    discarded.withLock { Self.release($0) }
    mr_fonts_free(fonts)
  }

  /// Runs `body` while nobody else uses the collection; not to be entered again from inside.
  func exclusively<Result>(_ body: () throws -> Result) rethrows -> Result {
    try lock.withLock { _ in
      discarded.withLock { objects in
        Self.release(objects)
        objects.removeAll()
      }
      return try body()
    }
  }

  /// Lets go of a Pango object made from the collection; from any thread.
  func discard(_ object: OpaquePointer) {
    discarded.withLock { $0.append(UInt(bitPattern: object)) }
  }

  private static func release(_ objects: [UInt]) {
    for object in objects { g_object_unref(UnsafeMutableRawPointer(bitPattern: object)) }
  }

  /// A new context for a layout.
  func makeContext() -> OpaquePointer {
    guard let context = mr_fonts_context(fonts) else { preconditionFailure("Pango aborts itself") }
    return context
  }

  /// The name under which the faces of `file` are found.
  func family(ofFile file: String) -> String { families[file] ?? "sans-serif" }

  /// Whether a face of `family` is there, or it is a name that always stands for one.
  func has(family: String) -> Bool {
    FontConfiguration.genericFamilies.contains(family.lowercased())
      || mr_fonts_has_family(fonts, family)
  }
}
