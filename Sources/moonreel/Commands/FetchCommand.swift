// SPDX-License-Identifier: MIT

import ArgumentParser
import Dispatch
import Glibc
import MoonreelCore
import MoonreelMedia

/// `moonreel fetch https://media.example/clip.mp4`: files of servers, before they are needed.
struct FetchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fetch",
    abstract: "Get files from servers, so that films can be made of them offline.",
    discussion: """
      What comes is kept in ~/.cache/moonreel/network, from where 'render', 'play' and the others \
      read it. What is there already does not come again, so a fetch that was interrupted goes on \
      where it stopped. The hosts of the addresses are allowed; where they redirect to others, \
      these need --allow-net.

      Examples:
        moonreel fetch https://media.example/clip.mp4
        moonreel fetch https://media.example/clip.mp4 -o media
        moonreel fetch https://media.example/live.m3u8 --for 30 -o recorded
        moonreel render film.lua -o film.mp4 --offline --allow-net media.example
      """)

  @Argument(help: ArgumentHelp("The addresses.", valueName: "address"))
  var addresses: [String]

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Write the files into this folder, too.", valueName: "folder"),
    completion: .directory)
  var output: String?

  @Option(
    name: .customLong("for"), parsing: .unconditional,
    help: ArgumentHelp(
      "Record so much of a live stream into the folder, or what comes until it ends.",
      valueName: "seconds"))
  var duration: SecondsArgument?

  @Option(
    help: ArgumentHelp(
      "Which size of a stream: highest (default), lowest, or the best of at most so many lines.",
      valueName: "variant"))
  var variant: VariantArgument?

  @OptionGroup var replacing: ReplacingArguments

  @OptionGroup var silence: QuietArguments

  @OptionGroup(title: "What may be reached")
  var access: AccessArguments

  @OptionGroup(title: "What protects the machine")
  var safety: SafetyArguments

  func validate() throws {
    guard output == nil, duration != nil || access.noCache else { return }
    throw ValidationError(
      duration != nil
        ? "A recording is written into a folder: say -o FOLDER."
        : "With --no-cache nothing would stay: say -o FOLDER, or leave it out.")
  }

  func run() throws {
    defer { Report.warnings(access.remote.log.warnings) }
    let hosts = try UsageError.blamed { try addresses.map(RemoteFetch.host) }
    try access.checkFolders()
    if let output { try makeFolder(output) }
    try safety.close(
      drawsFiles: false, reading: ["."], writing: output.map { [FilePath.join($0, "file")] } ?? [],
      cache: access.cache, network: access.network(besides: hosts))
    var gate = FileGate(
      folders: ["."] + [output].compactMap { $0 }, hosts: hosts + access.allowNet,
      cancellation: Interruption.flag)
    access.apply(to: &gate)
    replacing.apply(to: &gate)
    if let output { gate = gate.making(below: output) }
    var written: Set<String> = []
    for address in addresses {
      if let duration, let output {
        try record(address, duration.seconds, into: output, gate)
      } else {
        try fetch(address, gate, &written)
      }
    }
  }

  private func makeFolder(_ path: String) throws {
    do {
      try Folder.make(path, permissions: 0o777)
    } catch {
      throw MoonreelError(
        .fileAccess,
        "Cannot make the folder '\(error.folder)': \(String(cString: strerror(error.code))).")
    }
  }

  private func fetch(_ address: String, _ gate: FileGate, _ written: inout Set<String>) throws {
    let progress = FetchProgress(isShown: !silence.quiet && Terminal.isInteractive)
    defer { progress.finish() }
    let before = gate.remote.log.counts.bytes
    let fetch = try RemoteFetch(address, variant: variant?.choice ?? .highest, gate: gate)
    let items = try fetch.items { progress.update(address, $0, of: $1, unit: "pieces") }
    let paths = items.map { item in output.map { FilePath.join($0, item.name) } }
    for path in paths.compactMap({ $0 }) where !written.insert(path).inserted {
      throw MoonreelError(
        .fileAccess,
        "Two of the files would be called '\(path)': get them one by one, into folders of their own."
      )
    }
    try replacing.confirm(paths.compactMap { $0 }.filter(OutputPlaces.isTaken))
    for (item, path) in zip(items, paths) {
      try fetch.run(item, writingTo: path) { count in
        progress.update(item.name, Int(count >> 10), of: Int(item.count >> 10), unit: "KiB")
      }
      progress.finish()
      let came = gate.remote.log.counts.bytes - before
      try say(
        "\(path ?? item.name): \(Numbers.bytes(item.count)) (\(Numbers.bytes(came)) came now)")
    }
  }

  private func record(
    _ address: String, _ seconds: Double, into folder: String, _ gate: FileGate
  ) throws {
    let progress = FetchProgress(isShown: !silence.quiet && Terminal.isInteractive)
    defer { progress.finish() }
    let recording = try LiveRecording(address, variant: variant?.choice ?? .highest, gate: gate)
    var path = ""
    let recorded = try recording.run(seconds: seconds) { ending in
      path = FilePath.join(folder, "\(LiveRecording.stem(of: address)).\(ending)")
      try replacing.confirm([path].filter(OutputPlaces.isTaken))
      return try AtomicOutputFile(path: path, gate: gate)
    } progress: { done in
      progress.update(address, Int(done), of: Int(seconds), unit: "s")
    }
    progress.finish()
    try say("\(path): \(Numbers.tenths(recorded)) s")
  }

  private func say(_ line: String) throws {
    if !silence.quiet { try Terminal.print(line) }
  }
}

/// How far a fetch is, on one line of a terminal.
private final class FetchProgress: Sendable {
  private let isShown: Bool
  private let last = Locked<UInt64>(0)

  init(isShown: Bool) { self.isShown = isShown }

  /// Tells how many of how many `unit`s are there; ten times a second at most.
  func update(_ name: String, _ count: Int, of total: Int, unit: String) {
    guard isShown else { return }
    let now = DispatchTime.now().uptimeNanoseconds
    last.withLock { last in
      guard now - last > 100_000_000 else { return }
      last = now
      let line = "\(name)  \(count) of \(total) \(unit)"
      Terminal.show(line)
    }
  }

  /// Takes the line away.
  func finish() {
    last.withLock { last in
      if last > 0 { Terminal.clearLine() }
      last = 0
    }
  }
}

/// A size of a stream as typed: `highest`, `lowest`, `720` or `720p`.
struct VariantArgument: Equatable, ExpressibleByArgument {
  var choice: VariantChoice

  init?(argument: String) {
    let lines = Int(argument.hasSuffix("p") ? argument.dropLast() : argument[...])
    switch (argument, lines) {
    case ("highest", _): choice = .highest
    case ("lowest", _): choice = .lowest
    case (_, let lines?) where (1...100_000).contains(lines): choice = .height(lines)
    default: return nil
    }
  }
}
