// SPDX-License-Identifier: MIT

@preconcurrency import Glibc
import MoonreelCore
import MoonreelMedia
import Synchronization

/// Ctrl-C and its relatives. One rule for every stage of the work: the first signal asks it to stop and to
/// clean up; whatever has not ended the program ``grace`` later is not waited for: a thread of its own
/// removes the partial files and ends it, with the same sentence and code. A second signal shortens the
/// grace to nothing.
///
/// So no stage has to be able to stop (a library may be deep in a loop of its own, a pipe may have no
/// reader): that a stage looks at the flag makes its end tidier, not its end.
enum Interruption {
  /// Which signal came first.
  enum Signal: Int32 {
    case none = 0
    case hangUp = 1
    case interrupt = 2
    case terminate = 15
  }

  /// That the work was stopped, and by which signal.
  private static var error: MoonreelError {
    let sentence =
      switch received {
      case .none: CancellationFlag.error.message
      case .hangUp: "Stopped: the terminal was closed (SIGHUP)."
      case .interrupt: "Stopped by Ctrl-C (SIGINT)."
      case .terminate: "Stopped: the program was told to end (SIGTERM)."
      }
    return MoonreelError(.cancelled, sentence)
  }

  /// Thrown by the first signal; long work looks at it.
  static let flag = CancellationFlag()
  /// Nanoseconds that the work has to stop by itself.
  private static let grace = Atomic<Int>(150_000_000)
  private static let first = Atomic<Int32>(0)
  private static let hasWatcher = Atomic<Bool>(false)
  private static let hasSpoken = Atomic<Bool>(false)
  /// Raised by every signal.
  ///
  /// `nonisolated(unsafe)`: set before any thread is there, and made for use from all.
  nonisolated(unsafe) private static let bell = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  /// The signal that asked the work to stop.
  static var received: Signal { Signal(rawValue: first.load(ordering: .relaxed)) ?? .interrupt }

  /// Begins to listen. Writing to a closed pipe, and beyond the process's limit on files, becomes an ordinary error.
  static func listen() {
    _ = (flag, first.load(ordering: .relaxed))  // made now: a handler must not be the first to
    sem_init(bell, 0, 0)
    for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
    var heard = sigset_t()
    sigemptyset(&heard)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      sigaddset(&heard, number)
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { Interruption.handle($0) }
      action.sa_flags = SA_RESTART
      sigaction(number, &action, nil)
    }
    // Whoever started the program may have blocked them, and that is inherited.
    pthread_sigmask(SIG_UNBLOCK, &heard, nil)
  }

  /// Gives the work a minute to stop by itself, where stopping is its ordinary end: a recording completes its file.
  static func allowFinishing() { grace.store(60_000_000_000, ordering: .relaxed) }

  /// Stops the work as the first signal does.
  static func expire() {
    flag.cancel()
    sem_post(bell)
  }

  /// What became of the work in `error`, which is the signal's doing once there was one: stages that are
  /// interrupted may fail in ways of their own.
  static func explanation(of error: MoonreelError) -> MoonreelError {
    flag.isCancelled ? self.error : error
  }

  /// Whether the caller is the first who wants to say that the work was cancelled.
  static func takeLastWord() -> Bool { !hasSpoken.exchange(true, ordering: .relaxed) }

  private static func handle(_ number: Int32) {
    let (isFirst, _) = first.compareExchange(expected: 0, desired: number, ordering: .relaxed)
    flag.cancel()
    if !isFirst, !hasWatcher.load(ordering: .relaxed) { _exit(128 + number) }
    sem_post(bell)
  }

  /// Starts the thread that ends what does not stop by itself; until then the second signal does. It waits
  /// for the sandbox, which binds only threads that are made in it.
  static func startWatcher() {
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { _ in
        Interruption.watch()
        return nil
      }, nil)
    guard code == 0 else { return }  // then the second signal ends the program
    pthread_detach(thread)
    hasWatcher.store(true, ordering: .relaxed)
  }

  private static func watch() {
    while sem_wait(bell) != 0 {}
    var end = timespec()
    clock_gettime(CLOCK_REALTIME, &end)
    end.tv_nsec += grace.load(ordering: .relaxed)
    (end.tv_sec, end.tv_nsec) = (
      end.tv_sec + end.tv_nsec / 1_000_000_000, end.tv_nsec % 1_000_000_000
    )
    while sem_timedwait(bell, &end) != 0, errno == EINTR {}
    PartialFiles.abandon()
    PlayTerminal.restore()
    let error = RunDeadline.explain(Self.error)
    // Nothing may block here: where standard error is not read, nothing is written to it.
    var listener = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
    if takeLastWord() {
      if poll(&listener, 1, 0) == 1 { Report.error(error) }
    } else {
      // The work is saying so itself, and ends the program then.
      sleep(1)
    }
    _exit(ExitStatus(error).rawValue)
  }
}
