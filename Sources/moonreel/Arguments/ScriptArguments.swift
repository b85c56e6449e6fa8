// SPDX-License-Identifier: MIT

import ArgumentParser
import Glibc
import MoonreelCore
import MoonreelMedia
import MoonreelSandbox

/// What every command that runs a script takes.
struct ScriptArguments: ParsableArguments {
  @Argument(
    help: "The Lua script that describes the film, or a media file.",
    completion: .file(extensions: ["lua"]))
  var script: String

  @OptionGroup var parameters: ParameterArguments

  @Flag(
    help: "Stop at damaged or missing frames and sound instead of concealing them with a warning.")
  var strictMedia = false

  @Option(
    help: ArgumentHelp(
      "Decode the media file with this decoder of libav (libdav1d) or kind of device (vaapi).",
      valueName: "name"))
  var videoDecoder: String?

  @OptionGroup var lock: LockArguments

  @OptionGroup(title: "What the script may reach")
  var access: AccessArguments

  @OptionGroup(title: "What the script may use")
  var limits: LimitArguments

  @OptionGroup(title: "What protects the machine")
  var safety: SafetyArguments
}

/// What a script gets for the parameters that it declares.
struct ParameterArguments: ParsableArguments {
  @Option(
    name: .customLong("set"), parsing: .singleValue,
    help: ArgumentHelp(
      "A parameter of the script; repeat it for lists (--set clips=a.mp4 --set clips=b.mp4).",
      valueName: "name=value"),
    completion: .custom { words, _, prefix in
      ParameterCompletion.candidates(in: words, beginning: prefix)
    })
  var settings: [SettingArgument] = []

  @Option(
    help: ArgumentHelp(
      "Parameters from a JSON object; --set wins over it.", valueName: "file.json"),
    completion: .file(extensions: ["json"]))
  var params: String?
}

/// Where files may be read from.
struct AccessArguments: ParsableArguments {
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "A further folder to read from; the script's own and the current one always may be read.",
      valueName: "folder"), completion: .directory)
  var allow: [String] = []

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "A host to read from over the network, or one port of it; none is allowed otherwise.",
      valueName: "host[:port]"))
  var allowNet: [String] = []

  @Option(
    help: ArgumentHelp(
      "The most pixels of a picture, opened or drawn (default 134217728, 16384x8192).",
      valueName: "count"))
  var maxPixels: CountArgument?

  @Flag(
    help: ArgumentHelp(
      "Read media files through anew, and keep nothing of what is found in ~/.cache/moonreel."))
  var noCache = false

  // How servers are asked. No group of its own: in a debug build the parser looks at each group four times, at groups in
  // groups in groups 64 times, which took half the time of its start.

  @Flag(help: "Ask no server: read what is kept of its files, and say what is missing.")
  var offline = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Bytes that may be kept of servers' files; what was not used for longest goes first (default 10G).",
      valueName: "bytes"))
  var netCacheSize: ByteCountArgument?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How long a server may take to accept a connection (default 10).", valueName: "seconds"))
  var netConnectTimeout: SecondsArgument?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How long a server may be silent, or slower than 1 kB a second (default 10).",
      valueName: "seconds"))
  var netReadTimeout: SecondsArgument?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How long one request may take, for at most 4 MiB (default 120).", valueName: "seconds"))
  var netTimeout: SecondsArgument?

  /// Sets what `gate` lets through beside its folders and hosts, and where what is found is kept.
  func apply(to gate: inout FileGate) {
    gate.pixelLimit = pixelLimit
    gate.cache = cache
    gate.remote = remote
    gate.patience = patience
  }

  /// Where what is found out about media files is kept; `nil`: nowhere. The folder is made where it is missing.
  var cache: MediaCache? {
    noCache ? nil : MediaCache.usualFolder.flatMap { MediaCache(folder: $0) }
  }

  /// The most pixels of a picture.
  var pixelLimit: Int { maxPixels?.count ?? PictureLimit.usual }

  /// What the sandbox lets out: the ports that are named, or all where a host is named with all of its.
  var network: ProcessSandbox.Network { network(besides: []) }

  /// The same for a command that reaches `hosts`, too.
  func network(besides hosts: [String]) -> ProcessSandbox.Network {
    let allowed = allowNet + hosts
    guard !allowed.isEmpty, !offline else { return .none }
    let ports = allowed.compactMap { try? AllowedHost($0) }.map(\.port)
    return ports.contains(nil)
      ? .all : .ports(Set(ports.compactMap { $0.map(UInt16.init(clamping:)) }))
  }

  /// - Throws: `MoonreelError` (`fileAccess`) where a folder that is named is not there.
  func checkFolders() throws {
    guard let missing = allow.first(where: { access($0, F_OK) != 0 }) else { return }
    throw MoonreelError(.fileAccess, "There is no folder '\(missing)', which --allow names.")
  }

  func validate() throws {
    for host in allowNet {
      do { _ = try AllowedHost(host) } catch let error as MoonreelError {
        throw ValidationError(error.message)
      }
    }
  }
}

/// How much of the machine a script may use.
struct LimitArguments: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Memory for Lua (default 256M).", valueName: "bytes"))
  var memory: ByteCountArgument?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Lua instructions in one call into the script (default 200M).",
      valueName: "count"))
  var instructions: CountArgument?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Seconds that one call into the script may last before the program ends (default 30).",
      valueName: "seconds"))
  var timeLimit: SecondsArgument?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Seconds that drawing one frame may take (default 60).", valueName: "seconds"))
  var frameLimit: SecondsArgument?

  @Flag(
    help: ArgumentHelp(
      "Let the script use LV2 plugins of this machine: native code, not for strangers' scripts."))
  var allowPlugins = false

  @Option(
    help: ArgumentHelp(
      "Load the standard library from this folder instead of the built-in one.",
      valueName: "folder"), completion: .directory)
  var stdlib: String?
}
