// SPDX-License-Identifier: MIT

import ArgumentParser
import Glibc
import MoonreelCore
import MoonreelExport
import MoonreelMedia
import MoonreelText

/// Whether a film is exported by spans, and where these are kept.
struct SpanArguments: ParsableArguments {
  @Flag(
    help: """
      Render only what no earlier export has: the film is cut into spans of a few seconds, which are kept in a cache. \
      Where the settings do not allow it (two passes, a bit rate), the film is rendered as a whole.
      """)
  var incremental = false

  @Flag(
    inversion: .prefixedNo,
    help: """
      Copy the packets of stretches in which the film shows one clip as it is, and encode the rest: nothing is lost in \
      what is copied. The clips' codec, size and colours have to be the film's. The default for clips that are cut, \
      unless a quality, a bit rate or other settings of the encoder are given.
      """)
  var smart: Bool?

  @Option(
    help: ArgumentHelp(
      "Keep the spans in this folder (default ~/.cache/moonreel/spans).", valueName: "folder"),
    completion: .directory)
  var spanCache: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Bytes that all spans may take; what was not used for longest goes first (default 20G).",
      valueName: "bytes"))
  var spanCacheSize: ByteCountArgument?

  /// Where spans are kept; `nil`: nowhere, because `access` keeps nothing or there is no usual folder that can be used. The
  /// folder is made where it is missing: before the sandbox is closed.
  ///
  /// - Throws: `MoonreelError` (`fileAccess`) where the folder that was named cannot be used.
  func cache(_ access: AccessArguments) throws -> SpanCache? {
    let limit = spanCacheSize?.bytes ?? SpanCache.usualLimit
    if let spanCache {
      let folder = Self.absolute(spanCache)
      if let cache = SpanCache(folder: folder, limit: limit) { return cache }
      throw MoonreelError(
        .fileAccess,
        "Cannot keep spans in '\(spanCache)': it is no folder of yours that others cannot write to. Name another with "
          + "--span-cache.")
    }
    guard access.cache != nil else { return nil }
    return SpanCache.usualFolder.flatMap { SpanCache(folder: $0, limit: limit) }
  }

  private static func absolute(_ path: String) -> String {
    guard !FilePath.isAbsolute(path), let working = getcwd(nil, 0) else { return path }
    defer { free(working) }
    return FilePath.join(String(cString: working), path)
  }

  /// Has `request` exported by spans that are kept in `cache`, and packets copied, where the film or the command line asks
  /// for it.
  ///
  /// - Parameter fills: whether spans are rendered for others, so that they have to be kept.
  func apply(to request: inout ExportRequest, _ cache: SpanCache?, fills: Bool) {
    if let smart { request.copiesUntouched = smart ? .asked : .never }
    if incremental || fills { request.spans = request.spans ?? SpanOptions(cache: nil) }
    request.spans?.cache = cache
    request.spans?.environment = FontConfiguration.digest
  }
}

/// One of several parts of a film, such as `2/8`.
struct PartArgument: Equatable, ExpressibleByArgument {
  var part: SpanPart

  init?(argument: String) {
    let numbers = argument.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let number = numbers[0], let count = numbers[1],
      let part = SpanPart(number, of: count)
    else { return nil }
    self.part = part
  }
}
