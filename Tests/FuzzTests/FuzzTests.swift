// SPDX-License-Identifier: MIT

import MoonreelCore
import Testing

/// A short run through every door that ``FuzzTarget`` names: its well-formed inputs, and mutations of them
/// that are the same every time. `scripts/fuzz` runs the same targets for minutes or hours.
@Suite struct FuzzTests {
  @Test(arguments: FuzzTargets.names) func shortRun(name: String) throws {
    let target = try #require(FuzzTargets.named(name))
    let seeds = try target.seeds()
    #expect(!seeds.isEmpty)
    for seed in seeds { try FuzzTargets.attempt(target, seed) }
    var mutator = Mutator(seeds: seeds, number: 1)
    for index in 0..<target.shortRunCount {
      let input = mutator.next()
      do { try FuzzTargets.attempt(target, input) } catch {
        Issue.record("\(name), input \(index): \(error): \(Array(input.prefix(400)))")
        return
      }
    }
  }

  /// The well-formed inputs are taken, or the mutations would never come past the door.
  @Test(arguments: FuzzTargets.names) func seedsAreTaken(name: String) throws {
    let target = try #require(FuzzTargets.named(name))
    for (index, seed) in try target.seeds().enumerated() {
      #expect(throws: Never.self, "seed \(index) of \(name)") { try target.take(seed) }
    }
  }

  /// The generated scripts make objects of many types, or they would only try how calls fail.
  @Test func scriptsMakeThings() throws {
    let made = Locked<[String: Int]>([:])
    for seed in ScriptTarget.seeds() {
      try ScriptTarget.run(seed) { line in made.withLock { $0[line, default: 0] += 1 } }
    }
    let counts = made.withLock { $0 }
    #expect(counts.count > 15 && counts.values.reduce(0, +) > 150, "\(counts)")
  }

  /// Many of the generated bodies are kernels, or they would only try how bodies fail.
  @Test func kernelsAreMade() throws {
    let refusals = try KernelTarget.seeds().compactMap { try KernelTarget.refusal(of: $0) }
    #expect(refusals.count <= KernelTarget.seeds().count - 4, "\(refusals)")
  }

  @Test func mutationsRepeat() {
    var (first, second) = (
      Mutator(seeds: [Array(0..<40)], number: 7), Mutator(seeds: [Array(0..<40)], number: 7)
    )
    let inputs = (0..<100).map { _ in first.next() }
    #expect(inputs == (0..<100).map { _ in second.next() })
    #expect(Set(inputs).count > 90)
  }
}
