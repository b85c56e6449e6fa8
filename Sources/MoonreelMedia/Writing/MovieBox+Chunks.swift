// SPDX-License-Identifier: MIT

/// Where the media of each track lies in the file: the tables of chunk offsets (ISO/IEC 14496-12, 8.7.5).
extension MovieBox {
  private static let longTable = "co64"
  private static let shortTable = "stco"

  private mutating func updateTables(_ body: (inout MovieBox) -> Void) {
    for index in children.indices where children[index].type == "trak" {
      for name in [Self.longTable, Self.shortTable] {
        guard var table = children[index]["mdia", "minf", "stbl", name] else { continue }
        body(&table)
        children[index]["mdia", "minf", "stbl", name] = table
      }
    }
  }

  /// Notes in this movie that all media lie `shift` bytes later.
  mutating func shiftChunks(by shift: Int64) {
    updateTables { table in
      let width = table.type == Self.longTable ? 8 : 4
      for place in stride(from: 8, to: table.payload.count, by: width) {
        let moved = table.number(at: place, byteCount: width) + UInt64(shift)
        table.setNumber(moved, at: place, byteCount: width)
      }
    }
  }

  /// Makes room in this movie for offsets beyond 4 GiB.
  mutating func lengthenOffsets() {
    updateTables { table in
      guard table.type == Self.shortTable else { return }
      var payload = Array(table.payload.prefix(8))
      for place in stride(from: 8, to: table.payload.count, by: 4) {
        payload.appendBigEndian(table.number(at: place, byteCount: 4), byteCount: 8)
      }
      table = MovieBox(type: Self.longTable, payload: payload)
    }
  }
}
