// SPDX-License-Identifier: MIT

import Glibc
import MoonreelCore
import MoonreelMedia

extension CutFile {
  /// The folder beside which the media of the cut at `path` lie: its own, or for a bundle with media `folder`, into which
  /// they are unpacked.
  ///
  /// - Parameter path: the cut, which has passed `gate`; messages call it `name`.
  /// - Throws: `MoonreelError`: `fileAccess` where they cannot be written, or where another file has such a name;
  ///   `unsupportedFormat` where the bundle is damaged.
  public static func mediaFolder(
    of path: String, named name: String, unpackingInto folder: String, gate: FileGate
  ) throws -> String {
    guard let bundle = try bundle(at: path, named: name) else { return FilePath.folder(of: path) }
    let place = FilePath.folder(of: folder)
    try MadePlace.makeFolder(folder, below: place)
    try bundle.unpackMedia(into: folder, isOwn: false, gate: gate.making(below: place))
    return folder
  }

  /// The same for a cut that only is read: a bundle's media go into the gate's cache, from which `gate` then lets them be
  /// read. What was not read for a day goes when all bundles take more than 20 GiB.
  ///
  /// - Throws: as above; `MoonreelError` (`fileAccess`) where there is no cache.
  public static func cachedMediaFolder(of path: String, named name: String, gate: FileGate) throws
    -> String
  {
    guard let bundle = try bundle(at: path, named: name) else { return FilePath.folder(of: path) }
    guard let cache = gate.cache, let file = try FileBytes(path, named: name) else {
      throw MoonreelError(
        .fileAccess,
        "Cannot read the media in '\(name)': they are unpacked into the cache, and there is none. Leave --no-cache "
          + "out, or make a script of it: moonreel import.")
    }
    let identity = FileIdentity(file.status)
    let digest = DigestWriter(
      "bundle", path, identity.size, identity.modified, identity.changed
    ).digest
    let all = FilePath.join(cache.folder, "bundles")
    let folder = FilePath.join(all, digest.description)
    try make(folder, for: name)
    UnpackedBundles(folder: all).makeRoom(sparing: digest.description)
    let own = FileGate(folders: [folder], cancellation: gate.cancellation)
    try bundle.unpackMedia(into: folder, isOwn: true, gate: own)
    gate.grant(folder: folder)
    return folder
  }

  /// The bundle at `path`; `nil` where it is a cut without media of its own.
  private static func bundle(at path: String, named name: String) throws -> CutBundle? {
    guard try CutFormat(path: name, among: CutFormat.readable) == .otioz else { return nil }
    let bundle = try CutBundle(at: path, named: name)
    return bundle.mediaNames.isEmpty ? nil : bundle
  }

  private static func make(_ folder: String, for name: String) throws {
    do { try Folder.make(folder, permissions: 0o777) } catch {
      throw MoonreelError(
        .fileAccess,
        "Cannot unpack '\(name)' into '\(folder)': \(String(cString: strerror(error.code))).")
    }
  }
}

/// The media of bundles in a folder of the user's caches, each bundle's in a folder of its own.
struct UnpackedBundles {
  let folder: String
  /// Bytes that all may take.
  var limit = 20 << 30
  /// Seconds after which a bundle may go.
  var age = 86_400

  /// Removes the bundles that were not read for the longest time and not for a day, until the others fit; notes that
  /// `name` is read.
  func makeRoom(sparing name: String) {
    note(name)
    var bundles = Folder.folders(in: folder, atMost: 10_000).map { name in
      (
        name: name, files: files(of: name),
        used: status(FilePath.join(folder, name))?.st_mtim.tv_sec ?? 0
      )
    }
    bundles.sort { $0.used < $1.used }
    var total = bundles.reduce(0) { $0 + $1.files.reduce(0) { $0 + $1.size } }
    for bundle in bundles where total > limit && bundle.name != name {
      guard time(nil) - bundle.used > age else { continue }
      for file in bundle.files {
        unlink(file.path)
        total -= file.size
      }
      rmdir(FilePath.join(folder, bundle.name))
    }
  }

  private func note(_ name: String) {
    let descriptor = open(FilePath.join(folder, name), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    futimens(descriptor, nil)
    close(descriptor)
  }

  private func files(of name: String) -> [(path: String, size: Int)] {
    let place = FilePath.join(folder, name)
    return Folder.names(in: place).compactMap { file in
      let path = FilePath.join(place, file)
      return status(path).map { (path, Int($0.st_size)) }
    }
  }

  private func status(_ path: String) -> stat? {
    var status = stat()
    return lstat(path, &status) == 0 ? status : nil
  }
}
