// SPDX-License-Identifier: MIT

import MoonreelCore
import MoonreelModel
import Testing

@testable import MoonreelRender

/// A graph may hold tens of thousands of leaves that differ in nothing but their place: finding each
/// among the others must not mean to compare it with all of them.
struct PayloadIndexTests {
  /// Payloads of one kind at a place.
  struct Kind: Sendable, CustomTestStringConvertible {
    var name: String
    var payload: @Sendable (_ x: Double, _ y: Double) -> Payload
    var testDescription: String { name }

    static let all = [
      Kind(name: "ramp") { x, y in .ramp(Ramp(base: x + 4096 * y, stepX: 1, stepY: 0)) },
      Kind(name: "box") { x, y in .box([ramp(-x), ramp(x), ramp(-y), ramp(y)]) },
      Kind(name: "checker") { x, y in .checker(u: ramp(x), v: ramp(y), width: 1, height: 1) },
      Kind(name: "noise") { x, y in .noise(x: Int(x), y: Int(y), seed: 1) },
      Kind(name: "card") { x, y in
        .card(CardShape(u: ramp(x), v: ramp(y), aspect: 1, pixel: 1, phase: 0))
      },
    ]

    private static func ramp(_ base: Double) -> MoonreelRender.Ramp {
      Ramp(base: base, stepX: 0.5, stepY: 0)
    }
  }

  /// From side to side and from top to bottom.
  private static let places = (0..<2048).flatMap { [(Double($0), 1.0), (1.0, Double($0))] }

  @Test(arguments: Kind.all) func placesAreToldApartByTheirHashes(_ kind: Kind) {
    let payloads = Set(Self.places.map(kind.payload))
    let hashes = Set(payloads.map(\.quickHash))
    #expect(payloads.count == 4095, "the place (1, 1) is there twice")
    #expect(hashes.count >= 4000, "\(hashes.count) hashes of 4095")
  }

  /// A random function would fill 3223 of twice as many slots.
  @Test func hashesOfWholeNumbersAreSpread() {
    let slots = Set(
      (0..<4096).map { number in
        let ramp = Ramp(base: Double(number), stepX: 0.5, stepY: 0)
        return PayloadIndex.spread(ramp.quickHash) >> 32 & 8191
      })
    #expect(slots.count > 3000, "\(slots.count) slots of 8192")
  }

  @Test(arguments: Kind.all) func equalPayloadsHaveOnePlace(_ kind: Kind) {
    var index = PayloadIndex()
    let first = Self.places.map { index.place(of: kind.payload($0.0, $0.1)) }
    let second = Self.places.map { index.place(of: kind.payload($0.0, $0.1)) }
    #expect(first == second)
    #expect(index.payloads.count == 4095)
    #expect(index.place(of: kind.payload(0, 1)) == index.place(of: kind.payload(-0.0, 1)))
  }

  @Test("placements of a picture differ in their hash along both axes")
  func placements() {
    let image = Image(color: .white)
    let hashes = Self.places.map { x, y in
      GraphTask(image, Placement(map: AffineTransform(translationX: x, y: y), grid: 0)).hashValue
    }
    #expect(Set(hashes).count == 4095)
  }
}
