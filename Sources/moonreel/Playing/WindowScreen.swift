// SPDX-License-Identifier: MIT

@preconcurrency import Glibc
import MoonreelCore
import MoonreelMedia

/// A window of ffplay's, which gets pictures through a pipe (YUV4MPEG2, 4:2:0) and shows each as soon as it is there.
final class WindowScreen: PlayScreen {
  let codec = VideoCodec.h264
  let area: PixelSize? = PixelSize(1920, 1080)
  private(set) var isClosed = false
  private(set) var leftOut = 0
  private let pipe: Int32
  /// `F_SETPIPE_SZ`, which the importer leaves out.
  private static let setPipeSize: Int32 = 1031
  private var size: PixelSize?
  private var pending: ArraySlice<UInt8> = []

  /// Opens the window. To be called while there is one thread, and before the sandbox is closed.
  ///
  /// - Throws: `MoonreelError` (`fileAccess`) where ffplay cannot be started.
  init(title: String) throws {
    var ends: [Int32] = [0, 0]
    guard Glibc.pipe(&ends) == 0 else { throw Self.failure(errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    do { try Self.start(title, reading: ends[0]) } catch {
      close(ends[1])
      throw error
    }
    pipe = ends[1]
    _ = fcntl(pipe, F_SETFL, O_NONBLOCK)
    _ = fcntl(pipe, Self.setPipeSize, 1 << 20)
  }

  deinit { close(pipe) }

  private static func start(_ title: String, reading input: Int32) throws {
    // A thousand frames a second: so each is late, and shown at once.
    let words =
      ["ffplay", "-v", "error", "-nostats", "-autoexit", "-an", "-sync", "video"]
      + [
        "-vf", "setparams=colorspace=bt709:range=tv", "-window_title", title, "-f", "yuv4mpegpipe",
        "-i", "pipe:0",
      ]
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // A group of its own: Ctrl-C is for the player, whose end closes the window.
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    var strings = words.map { strdup($0) } + [nil]
    defer { for string in strings { free(string) } }
    var child = pid_t()
    let status = posix_spawnp(&child, words[0], &actions, &attributes, &strings, environ)
    guard status == 0 else { throw failure(status) }
  }

  private static func failure(_ number: Int32) -> MoonreelError {
    let reason =
      number == ENOENT
      ? "ffplay is not installed (Debian and Ubuntu: apt install ffmpeg)"
      : "ffplay: \(String(cString: strerror(number)).lowercased())"
    return MoonreelError(
      .fileAccess,
      "Cannot open a window: \(reason). Without --window pictures are drawn in the terminal.")
  }

  func show(_ frame: FrameBuffer, size shown: PixelSize) throws {
    // A picture that is on its way goes first; who reads slowly misses some.
    guard !isClosed else { return }
    guard pending.isEmpty else {
      leftOut += 1
      return
    }
    if size == nil {
      size = shown
      pending +=
        "YUV4MPEG2 W\(shown.width) H\(shown.height) F1000:1 Ip A1:1 C420mpeg2\n"
        .utf8
    }
    guard let size else { return }
    pending += "FRAME\n".utf8
    for (index, plane) in frame.planes.prefix(3).enumerated() {
      let shift = index == 0 ? 0 : 1
      let target = PixelSize((size.width + shift) >> shift, (size.height + shift) >> shift)
      append(plane, at: target)
    }
    try proceed()
  }

  /// The samples of `plane` at `size`: nearest ones, where it was drawn smaller.
  private func append(_ plane: FrameBuffer.Plane, at size: PixelSize) {
    for y in 0..<size.height {
      let row = UnsafeRawBufferPointer(
        start: plane.base + y * plane.size.height / size.height * plane.strideBytes,
        count: plane.size.width)
      if plane.size.width == size.width {
        pending += row
      } else {
        pending += (0..<size.width).map { row[$0 * plane.size.width / size.width] }
      }
    }
  }

  func proceed() throws {
    while !pending.isEmpty {
      let count = pending.withUnsafeBytes { write(pipe, $0.baseAddress, $0.count) }
      if count > 0 {
        pending = pending.dropFirst(count)
      } else if errno == EPIPE {
        (isClosed, pending) = (true, [])
      } else if errno != EINTR {
        return
      }
    }
    pending = []
  }

  func tell(_ status: String) throws { try StatusLine.write(status) }
}
