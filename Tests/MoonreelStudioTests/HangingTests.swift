// SPDX-License-Identifier: MIT

import Foundation
import MoonreelCore
import MoonreelScript
import PageClient
import Synchronization
import Testing

@testable import MoonreelStudio

/// Calls of a script that hang in a library, where no limit of Lua's reaches. One test at a time: how many hang is counted
/// for the process.
@Suite("calls that hang", .serialized)
struct HangingTests {
  /// A door at which calls of `trap.wait()` stand until it is opened.
  private final class Trap: Sendable {
    private let door = DispatchSemaphore(value: 0)
    let waiting = Atomic<Int>(0)
    let isOpen = Atomic<Bool>(false)

    func wait() {
      if isOpen.load(ordering: .relaxed) { return }
      waiting.add(1, ordering: .relaxed)
      door.wait()
      waiting.subtract(1, ordering: .relaxed)
    }

    /// Lets all go who stand there.
    func open() async throws {
      for _ in 0..<waiting.load(ordering: .relaxed) { door.signal() }
      while waiting.load(ordering: .relaxed) > 0 { try await Task.sleep(for: .milliseconds(5)) }
    }

    /// What a script gets: the film that hangs has three seconds for each call.
    @Sendable func options(_ options: inout ScriptOptions) {
      options.modules["trap"] = [
        HostFunction("wait") { [self] _ in
          wait()
          return .null
        }
      ]
      let text = try? String(contentsOfFile: options.path, encoding: .utf8)
      if text?.contains("trap.wait") == true { options.wallClockLimit = 3 }
    }
  }

  private static let hanging = "local trap = require \"trap\"\n"
  private static let atOnce = hanging + "trap.wait()\n" + Workshop.numbers
  private static let atFrame50 =
    hanging
    + Workshop.numbers.replacingOccurrences(
      of: "opacity = function(t)",
      with: "opacity = function(t) if math.floor(t * 25 + 0.5) == 50 then trap.wait() end")

  @Test("a script that hangs is a mistake; the film before stays, and what is mended is shown")
  func whileItIsRead() async throws {
    let trap = Trap()
    let workshop = try Workshop(options: trap.options)
    defer { workshop.stop() }
    let page = try await workshop.page()
    _ = try await page.picture()
    try workshop.save(Self.atOnce)
    let problem = try await page.waitForProblem(true)
    #expect((problem["sentence"] as? String)?.contains("hangs") == true, "\(problem)")
    try page.send(#"{"type":"seek","frame":9}"#)
    #expect(try await page.picture { $0.number == 9 }.number == 9)
    try workshop.save(Workshop.numbers.replacingOccurrences(of: "t * 25", with: "t * 25 + 7"))
    #expect(try await page.picture { $0.generation > 1 }.number == 16)
    _ = try await page.waitForProblem(false)
    #expect(trap.waiting.load(ordering: .relaxed) == 1, "it still hangs")
    try await trap.open()
  }

  @Test("a frame whose function hangs is a mistake, for every page, and what is mended is shown")
  func whileItIsDrawn() async throws {
    let trap = Trap()
    trap.isOpen.store(true, ordering: .relaxed)
    let workshop = try Workshop(Self.atFrame50, options: trap.options)
    defer { workshop.stop() }
    let pages = [try await workshop.page(), try await workshop.page()]
    for page in pages { _ = try await page.picture() }
    trap.isOpen.store(false, ordering: .relaxed)
    for page in pages { try page.send(#"{"type":"seek","frame":50}"#) }
    for page in pages {
      let problem = try await page.waitForProblem(true)
      #expect((problem["sentence"] as? String)?.contains("hangs") == true, "\(problem)")
    }
    #expect(trap.waiting.load(ordering: .relaxed) == 1, "one thread hangs for all")
    let late = try await workshop.page()
    #expect(try await late.waitForProblem(true)["sentence"] as? String == pages[0].problem)
    try workshop.save(Workshop.numbers)
    for page in pages + [late] {
      let shown = try await page.picture { $0.generation > 1 }
      #expect(try shown.number.map { UInt32($0) } == shown.head.number)
      _ = try await page.waitForProblem(false)
    }
    try await trap.open()
  }

  @Test("a call that hangs does not keep what is saved after it waiting for its whole time")
  func whenItIsMended() async throws {
    let trap = Trap()
    let workshop = try Workshop(options: { options in
      trap.options(&options)
      options.wallClockLimit = 100_000
    })
    defer { workshop.stop() }
    let page = try await workshop.page()
    _ = try await page.picture()
    try workshop.save(Self.atOnce)
    while trap.waiting.load(ordering: .relaxed) == 0 {
      try await Task.sleep(for: .milliseconds(5))
    }
    try workshop.save(Workshop.numbers.replacingOccurrences(of: "t * 25", with: "t * 25 + 7"))
    #expect(try await page.picture { $0.generation > 1 }.number == 7)
    try await trap.open()
  }

  @Test("no more calls than a few are left behind; those that come back count no more")
  func bound() async throws {
    let trap = Trap()
    func options(_ text: String) -> ScriptOptions {
      var options = ScriptOptions(path: "film.lua", text: text)
      trap.options(&options)
      (options.wallClockLimit, options.onLeftCall) = (0.5, { _ in })
      return options
    }
    func message(_ text: String) -> String {
      do {
        _ = try ScriptHost(options: options(text)).run()
        return ""
      } catch { return (error as? MoonreelError)?.message ?? "\(error)" }
    }
    // On a busy machine the limit may end a call before it comes to the door: that one comes back, and another is made.
    var (left, tries) = (0, 0)
    while trap.waiting.load(ordering: .relaxed) < ScriptOptions.mostLeftCalls, tries < 50_000 {
      if message(Self.atOnce).contains("hangs, and was left behind") { left += 1 }
      tries += 1
      try await Task.sleep(for: .milliseconds(5))
    }
    #expect(left >= ScriptOptions.mostLeftCalls, "\(left) of \(tries)")
    #expect(message("return 1").contains("Start the program anew"))
    try await trap.open()
    while message("return 1").contains("Start the program anew") {
      try await Task.sleep(for: .milliseconds(5))
    }
  }
}
