// SPDX-License-Identifier: MIT

import CSandboxHost
import Glibc
import MoonreelCore

/// What this process may still do once the sandbox is closed around it: read some places, write others,
/// and almost nothing else.
///
/// The kernel enforces it: Landlock decides about files and TCP, seccomp about system calls. It binds all code in the
/// process: Moonreel, a library with a hole, or code that an attacker smuggled in. It cannot be opened again. Files
/// that are open already stay open.
///
/// For example, for a host that renders one film in a process of its own:
///
///     var sandbox = ProcessSandbox()
///     sandbox.readable = ["/srv/jobs/17"]
///     sandbox.writable = ["/srv/jobs/17/out"]
///     try sandbox.close(.required)
///
/// Close it early, **before the process makes a thread**: Landlock up to version 7 binds the calling thread
/// and those that it makes, no others.
public struct ProcessSandbox: Sendable {
  /// What happens where the kernel cannot enforce all of the sandbox.
  public enum Mode: String, Sendable, CaseIterable {
    /// An error is thrown.
    case required
    /// It goes on with what the kernel can do.
    case auto
    /// No sandbox is made.
    case off
  }

  /// Which connections may be made. Which hosts are allowed is decided by ``MoonreelMedia/FileGate``, as
  /// the kernel knows no names.
  public enum Network: Hashable, Sendable {
    case none
    /// Connections to these ports, and asking for the addresses of names.
    case ports(Set<UInt16>)
    case all
  }

  /// Files that may be read, and folders with all below; what does not exist allows nothing. The places that
  /// libraries need (``systemPlaces``) are always added.
  public var readable: [String] = []
  /// Files that may be written, and folders below which files and folders may be made, written, renamed and
  /// removed. They may be read, too.
  public var writable: [String] = []
  /// None at first.
  public var network = Network.none
  /// Whether connections may be accepted at a socket that is bound already; no other can be bound afterwards.
  public var isServing = false

  /// Whether the cameras that are plugged in now (`/dev/video0` …) may be used, and looked for.
  public var usesCameras = false
  /// Whether terminals that are open may be told how they give keys.
  public var setsTerminal = false

  /// Files of programs, and of the libraries and loaders that these need, which may be started; none at first. What is
  /// started is in this sandbox, too, and can close a narrower one: so everything that it needs has to be allowed here.
  public var startable: [String] = []
  /// Folders below which empty folders may be removed: where temporary folders lie that were made before.
  public var clearable: [String] = []

  /// Whether it is the process that only draws.
  var onlyDraws = false

  /// Nothing but what libraries need.
  public init() {}

  /// Closes the sandbox around this process, for good.
  ///
  /// - Returns: what of it the kernel cannot keep, a sentence each; empty where all holds.
  /// - Throws: `MoonreelError`: `invalidArgument` where `mode` is ``Mode/required`` and something cannot be kept,
  ///   `fileAccess` where files cannot be opened for it.
  @discardableResult
  public func close(_ mode: Mode) throws -> [String] {
    guard mode != .off else { return [] }
    let gaps = SandboxSupport.current.gaps
    if mode == .required, let gap = gaps.first {
      throw MoonreelError(
        .invalidArgument,
        "Cannot close the sandbox, which --sandbox required demands: \(gap)")
    }
    guard !mr_is_sanitized() else { return gaps }
    if SandboxSupport.current.keepsFiles { try closeFiles() }
    if SandboxSupport.current.hasSeccomp { try closeCalls() }
    return gaps
  }

  private func closeFiles() throws {
    let places =
      Self.systemPlaces + (network == .none ? [] : Self.networkPlaces) + readable
      + (usesCameras ? Self.cameraPlaces : []) + (startable.isEmpty ? [] : Self.startingPlaces)
    var rules = places.map { ($0, MR_PLACE_READ) }
    rules += startable.map { ($0, MR_PLACE_RUN) }
    rules += clearable.map { ($0, MR_PLACE_CLEAR) }
    if usesCameras {
      rules += [(Self.devices, MR_PLACE_LIST)] + Self.cameras.map { ($0, MR_PLACE_DEVICE) }
    }
    rules += (writable + ["/dev/null"]).map { ($0, MR_PLACE_WRITE) }
    let texts = rules.map { strdup($0.0) }
    defer { texts.forEach { free($0) } }
    let list = zip(texts, rules).map { mr_place(path: $0, use: $1.1) }
    let error = ports.withUnsafeBufferPointer { ports in
      mr_landlock_restrict(
        list, list.count,
        mr_ports(all: network == .all, list: ports.baseAddress, count: ports.count),
        !startable.isEmpty)
    }
    guard error == 0 else { throw Self.failure(error) }
  }

  /// Those that connections may be made to, in order, where not all are; long answers to questions for names
  /// come over TCP, too.
  private var ports: [UInt16] {
    switch network {
    case .none, .all: []
    case .ports(let ports): ports.union([Self.namePort]).sorted()
    }
  }

  private static let namePort: UInt16 = 53

  private func closeCalls() throws {
    let policy = mr_call_policy(
      allows_network: network != .none, allows_serving: isServing, uses_cameras: usesCameras,
      sets_terminal: setsTerminal, starts_programs: !startable.isEmpty, only_draws: onlyDraws,
      child: WorkerProcess.current?.process ?? 0)
    let error = mr_seccomp_restrict(policy)
    guard error == 0 else { throw Self.failure(error) }
  }

  private static func failure(_ number: Int32) -> MoonreelError {
    let reason =
      number == EMFILE || number == ENFILE
      ? "too many open files" : String(cString: strerror(number)).lowercased()
    return MoonreelError(
      .fileAccess,
      "Cannot close the sandbox: \(reason). Where this machine cannot have one, say --sandbox off.")
  }
}
