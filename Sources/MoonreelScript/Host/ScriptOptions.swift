// SPDX-License-Identifier: MIT

@preconcurrency import Glibc
import MoonreelCapture
import MoonreelCore
import MoonreelMedia
import MoonreelModel

/// What a script gets and what it may use.
public struct ScriptOptions: Sendable {
  /// What the script is run for.
  public enum Mode: Hashable, Sendable {
    /// To be rendered: required parameters must be given.
    case render
    /// To be looked over: missing files are replaced by samples, callbacks are tried out of order.
    case check
    /// To learn its parameters: none need be given. See ``ScriptHost/declaredParameters()``.
    case parameters
  }

  /// The script's file.
  public var path: String
  /// The script's text instead of the file's; `path` then only names it.
  public var text: String?
  /// Parameters as typed, `--set name=value`; a repeated name makes a list.
  public var sets: [(String, String)]
  /// A JSON file with parameters, or `nil`.
  public var paramsFile: String?
  /// Values of parameters from a program, such as those of a form; they go before all others, and those that the
  /// script does not declare are left alone.
  public var values: [JSONValue.Member] = []
  /// Where the files that the script asks for are noted; `nil`: in a record of the host's own.
  public var record: OpenedFiles?
  /// Folders to read from besides the script's own and the working folder.
  public var allowedFolders: [String]
  /// Hosts to read from over the network.
  public var allowedHosts: [String]
  /// Where what is found out about media files is kept for the next run; `nil`, the default: nowhere.
  public var mediaCache: MediaCache?
  /// The files of servers that the script and its film read.
  public var remote = RemoteFiles()
  /// How long servers may take.
  public var patience = NetworkPatience()
  /// The proxies that players of the film may use; `nil`, the default: none.
  public var proxies: MediaProxies?
  /// Bytes that Lua and the objects it holds may take.
  public var memoryLimit: Int
  /// Lua instructions in one call into the script.
  public var instructionLimit: Int
  /// The most pixels of a picture that is opened, and of one that is drawn.
  public var pixelLimit = PictureLimit.usual
  /// Whether damaged or missing frames end the run instead of being concealed, where the script does not say.
  public var isStrictAboutMedia = false
  /// Whether the script may use LV2 plugins of the machine (`mr.audio.lv2`). They are native code that Moonreel cannot
  /// hold back: not for scripts of strangers.
  public var allowsPlugins = false
  /// The kinds of devices that the script may use (`mr.capture`), where the film is captured; those that are made here it may use
  /// always. `nil`, the default: it is not captured, so nothing is opened, and live pictures cannot be drawn.
  public var capturedKinds: Set<CaptureDevice.Kind>?
  /// Whether live pictures are looked at while the script is written: there is a test card until a device gives one.
  public var previewsDevices = false
  /// Whether pictures keep the line of the script that made them, for those who explain a frame.
  public var notesPlaces = false
  /// Seconds that one call into the script may last.
  public var wallClockLimit: Double
  /// A folder that replaces the embedded standard library, or `nil`.
  public var stdlibOverride: String?
  /// Functions of the program that embeds Lua, by the name that scripts give to `require`; they go before modules of
  /// the same name.
  public var modules: [String: [HostFunction]] = [:]
  /// Pictures of the program that embeds Lua, by the name under which the table of `require "pictures"` has them.
  public var pictures: [String: Image] = [:]
  /// Stops the script, and what it opens, within a fifth of a second when it is thrown; the error is then
  /// `cancelled`.
  public var cancellation = CancellationFlag()
  /// What the script is run for.
  public var mode: Mode
  /// Whether the script's time is taken down by line, which slows it; see ``ScriptHost/profile``.
  public var measuresTime = false
  /// The seed of everything random.
  public var seed: UInt64
  /// Gets each line that the script prints, the script's name before it; by default written to
  /// standard error, with hidden characters other than tabs written out.
  public var print: @Sendable (String) -> Void
  /// Called when a call into Lua does not come back after the time limit: it must remove what is
  /// temporary and end the process. By default it ends it with ``timeoutExitCode``.
  public var onTimeout: @Sendable (_ sentence: String) -> Void
  /// Called in ``onTimeout``'s place where the process is to go on: the call that does not come back, also two seconds after
  /// ``cancellation``, is left behind with its thread and all that the script holds. Whoever waits for it, and whoever
  /// calls a function of the script later, gets an error. At most ``mostLeftCalls`` of a process may hang: then scripts
  /// with this option are refused. `nil`: nothing is left behind. It must wait for nothing.
  public var onLeftCall: (@Sendable (_ sentence: String) -> Void)?

  /// How many calls of a process may have been left behind and not come back.
  public static let mostLeftCalls = 4

  /// Where modules and packages are looked for after the script's own folder.
  public var packagePlaces = PackagePlace.usual()

  /// The folders that the script, its modules and its files may be read from. Those of the packages that it requires come
  /// to these.
  public var readableFolders: [String] {
    let path = packagePlaces.filter { $0.kind == .path }.map(\.folder)
    return [FilePath.folder(of: self.path)] + path + ["."] + allowedFolders
  }

  /// What the process that runs the script has to be able to read: also the packages that it may require.
  public var sandboxFolders: [String] {
    readableFolders + PackageFinder.readableFolders(packagePlaces)
  }

  /// The exit code of a process whose script could not be stopped in time.
  public static let timeoutExitCode: Int32 = 124

  /// The script at `path` with the default limits: 256 MiB, 200 million instructions, 30 seconds.
  public init(path: String, text: String? = nil, mode: Mode = .render) {
    (self.path, self.text, self.mode) = (path, text, mode)
    (sets, paramsFile) = ([], nil)
    (allowedFolders, allowedHosts) = ([], [])
    (memoryLimit, instructionLimit, wallClockLimit) = (256 << 20, 200_000_000, 30)
    (stdlibOverride, seed) = (nil, 0)
    print = { line in fputs(line.visible(keeping: ["\t"]) + "\n", stderr) }
    onTimeout = { sentence in
      fputs(sentence.visible() + "\n", stderr)
      _exit(Self.timeoutExitCode)
    }
  }
}
