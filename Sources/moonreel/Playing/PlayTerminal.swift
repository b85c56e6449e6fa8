// SPDX-License-Identifier: MIT

@preconcurrency import Glibc
import MoonreelCore
import Synchronization

/// The terminal while a film is played: keys one by one without an echo, perhaps another screen. It is put back however the
/// program ends.
struct PlayTerminal {
  /// How large it is.
  struct Geometry: Equatable {
    var columns: Int
    var rows: Int
    /// Pixels of a cell.
    var cell: PixelSize
    /// Whether the terminal said how large a cell is.
    var isMeasured: Bool
  }

  /// Whether keys are read.
  let hasKeys: Bool
  private let usesScreen: Bool

  /// What ``restore()`` has to put back; in a place that is there when a signal comes.
  ///
  /// `nonisolated(unsafe)`: written before `isChanged` is set, and read after.
  nonisolated(unsafe) private static var former = termios()
  private static let isChanged = Atomic<Bool>(false)
  private static let hasKeyMode = Atomic<Bool>(false)
  private static let hasScreen = Atomic<Bool>(false)
  /// Whether kitty's protocol is spoken.
  static let hasKittyPictures = Atomic<Bool>(false)

  /// The terminal opened once more, so that writing to it does not wait and whoever else has it is not concerned; standard
  /// output where that cannot be.
  private static let output = Atomic<Int32>(STDOUT_FILENO)

  /// Opens the terminal for writing. To be called before the sandbox is closed.
  static func open() {
    let terminal = Glibc.open("/proc/self/fd/1", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard terminal >= 0 else { return }
    guard isatty(terminal) == 1 else {
      close(terminal)
      return
    }
    output.store(terminal, ordering: .releasing)
  }

  /// The end of whatever was cut off, colours and cursor as usual, the former screen.
  private static let goodbye: StaticString =
    "\u{1B}\\\u{1B}[?2026l\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"
  /// The same, and pictures away: sent only to terminals that know what it means.
  private static let kittyGoodbye: StaticString =
    "\u{1B}\\\u{1B}_Ga=d,d=I,i=7306001,q=2;\u{1B}\\\u{1B}_Ga=d,d=I,i=7306002,q=2;\u{1B}\\\u{1B}[?2026l\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"

  /// Whether standard output is a terminal.
  static var isThere: Bool { isatty(STDOUT_FILENO) == 1 }

  /// What kind of terminal it says it is.
  static var name: String { getenv("TERM").map { String(cString: $0) } ?? "" }

  /// Takes the terminal over.
  ///
  /// - Parameter usesScreen: whether pictures are drawn on it.
  init(usesScreen: Bool) {
    self.usesScreen = usesScreen
    hasKeys = isatty(STDIN_FILENO) == 1 && tcgetpgrp(STDIN_FILENO) == getpgrp()
    if hasKeys, tcgetattr(STDIN_FILENO, &Self.former) == 0 {
      var keys = Self.former
      keys.c_lflag &= ~tcflag_t(ICANON | ECHO)
      withUnsafeMutableBytes(of: &keys.c_cc) { codes in
        codes[Int(VMIN)] = 0
        codes[Int(VTIME)] = 0
        // The screen would be left as it is.
        codes[Int(VSUSP)] = 0
      }
      Self.hasKeyMode.store(true, ordering: .releasing)
      tcsetattr(STDIN_FILENO, TCSANOW, &keys)
    }
    if usesScreen {
      Self.hasScreen.store(true, ordering: .releasing)
      try? Self.write(Array("\u{1B}[?1049h\u{1B}[?25l\u{1B}[2J".utf8))
    }
    Self.isChanged.store(true, ordering: .releasing)
  }

  /// Puts the terminal back. May be called by any thread and more than once; does not wait for a terminal that reads nothing.
  static func restore() {
    guard isChanged.exchange(false, ordering: .acquiringAndReleasing) else { return }
    if hasScreen.load(ordering: .acquiring) {
      let output = output.load(ordering: .acquiring)
      var listener = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
      if poll(&listener, 1, 100) == 1 {
        let text = hasKittyPictures.load(ordering: .acquiring) ? kittyGoodbye : goodbye
        _ = Glibc.write(output, text.utf8Start, text.utf8CodeUnitCount)
      }
    }
    if hasKeyMode.load(ordering: .acquiring) { tcsetattr(STDIN_FILENO, TCSANOW, &former) }
  }

  /// What was typed since, after at most `milliseconds`, or when the terminal has room for more.
  func read(waiting milliseconds: Int32, orRoom waitsForRoom: Bool = false) -> [UInt8] {
    var events = [
      pollfd(fd: hasKeys ? STDIN_FILENO : -1, events: Int16(POLLIN), revents: 0),
      pollfd(
        fd: waitsForRoom ? Self.output.load(ordering: .acquiring) : -1, events: Int16(POLLOUT),
        revents: 0),
    ]
    guard poll(&events, 2, milliseconds) > 0, events[0].revents != 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = Glibc.read(STDIN_FILENO, &bytes, bytes.count)
    return count > 0 ? Array(bytes[..<count]) : []
  }

  /// How large the terminal is now; cells are taken for 10 x 20 pixels where it does not say.
  static var geometry: Geometry {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else {
      return Geometry(columns: 80, rows: 24, cell: PixelSize(10, 20), isMeasured: false)
    }
    let (columns, rows) = (Int(size.ws_col), Int(size.ws_row))
    let cell = PixelSize(Int(size.ws_xpixel) / columns, Int(size.ws_ypixel) / rows)
    let isMeasured = cell.width > 0 && cell.height > 0
    return Geometry(
      columns: columns, rows: rows, cell: isMeasured ? cell : PixelSize(10, 20),
      isMeasured: isMeasured)
  }

  /// Writes to the terminal, waiting for it.
  ///
  /// - Throws: `MoonreelError` (`fileAccess`) where it is gone, `cancelled` after a signal.
  static func write(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      try Interruption.flag.check()
      rest = rest.dropFirst(try writeSome(rest, waiting: 100))
    }
  }

  /// Writes as much of `bytes` as there is room for now.
  ///
  /// - Returns: how many bytes that were.
  /// - Throws: as ``write(_:)``.
  static func writeSome(_ bytes: ArraySlice<UInt8>) throws -> Int {
    try writeSome(bytes, waiting: 0)
  }

  private static func writeSome(_ bytes: ArraySlice<UInt8>, waiting milliseconds: Int32) throws
    -> Int
  {
    let output = output.load(ordering: .acquiring)
    var room = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
    guard poll(&room, 1, milliseconds) > 0 else { return 0 }
    // Standard output waits for what it has no room for: then little at a time.
    let most = output == STDOUT_FILENO ? 256 : 1 << 16
    let count = bytes.withUnsafeBytes { Glibc.write(output, $0.baseAddress, min($0.count, most)) }
    if count >= 0 { return count }
    guard errno == EINTR || errno == EAGAIN else {
      throw MoonreelError(
        .fileAccess, "Cannot write to the terminal: \(String(cString: strerror(errno))).")
    }
    return 0
  }
}

extension PlayTerminal {
  /// How pictures are drawn best: by what the environment says, else by what the terminal answers within 0.3 s.
  func bestPictures() -> TerminalPictures {
    let names = ["TERM", "TERM_PROGRAM", "KITTY_WINDOW_ID"].map { (name: String) in
      getenv(name).map { String(cString: $0) } ?? ""
    }
    if !names[2].isEmpty || names[0].contains("kitty") || names[0].contains("ghostty")
      || ["ghostty", "WezTerm"].contains(names[1])
    {
      return .kitty
    }
    guard hasKeys else { return .blocks }
    // A question that only kitty's protocol answers, then one that all terminals do (DA1).
    try? Self.write(Array("\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}[c".utf8))
    var answer: [UInt8] = []
    for _ in 0..<30 {
      answer += read(waiting: 10)
      if let kind = Self.pictures(in: String(decoding: answer, as: UTF8.self)) { return kind }
    }
    return .blocks
  }

  /// What an answer says; `nil` where it is not whole.
  static func pictures(in answer: String) -> TerminalPictures? {
    guard let match = answer.firstMatch(of: /\x{1B}\[\?([0-9;]*)c/) else { return nil }
    if answer.contains("_Gi=31;OK") { return .kitty }
    return match.1.split(separator: ";").dropFirst().contains("4") ? .sixel : .blocks
  }
}

/// How a terminal draws pictures.
enum TerminalPictures: String, CaseIterable {
  case kitty, sixel, blocks
}
