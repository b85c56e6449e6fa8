// SPDX-License-Identifier: MIT

import CFFmpeg
import CMediaHost
import MoonreelCore

/// The packets of an MXF file as the heads of its triplets and its index table tell them: where each element of
/// essence lies, and when it is shown. The heads are read one after the other, some 25 bytes each.
struct MxfTables {
  private let format: FormatContext
  private let source: any ByteSource
  /// The elements of essence by their tracks' numbers, in the file's order.
  private var elements: [UInt64: [MxfTriplet]] = [:]
  private var segments: [MxfIndexSegment] = []

  private static let mostTriplets = 50_000_000

  /// The triplets of the file that `format` has open; `nil` where they do not follow each other to its end, or are
  /// encrypted.
  ///
  /// - Throws: `MoonreelError` where reading was stopped.
  init?(_ format: FormatContext) throws {
    guard format.streamCount > 0, let source = format.bytes else { return nil }
    (self.format, self.source) = (format, source)
    var (place, count) = (Int64(0), 0)
    while place < source.count {
      if count & 0xfff == 0 { try format.requireUninterrupted() }
      count += 1
      guard count <= Self.mostTriplets, let triplet = MxfTriplet(source, at: place) else {
        return nil
      }
      place = triplet.payload.upperBound
      switch triplet.kind {
      case .essence:
        if triplet.isRepacked { return nil }
        elements[triplet.trackNumber, default: []].append(triplet)
      case .encrypted: return nil
      case .indexSegment:
        guard let segment = MxfIndexSegment(triplet, in: source) else { return nil }
        segments.append(segment)
      case .other: break
      }
    }
  }

  /// The packets by stream, having been compared with the first ones that libav reads from `format`, which is then
  /// at an unknown place; `nil` where they do not agree to the last number.
  ///
  /// - Throws: `MoonreelError` where reading was stopped.
  func proven() throws -> [Int: PacketScan.Gathering]? {
    // Sound or pictures alone in one long element (OP-Atom): the index table cuts it.
    if elements.count == 1, elements.values.allSatisfy({ $0.count == 1 }) {
      let isEven = !segments.isEmpty && segments.allSatisfy { $0.unitSize > 0 }
      return isEven ? try EvenPackets(format).proven() : nil
    }
    let counts = Dictionary(uniqueKeysWithValues: (0..<format.streamCount).map { ($0, Int.max) })
    guard let order = MxfIndexSegment.order(segments),
      let read = try TableProof.read(format, counts: counts)
    else { return nil }
    var left = elements
    var gatherings: [Int: PacketScan.Gathering] = [:]
    for (index, found) in read {
      // A stream has the elements of the track that its first packet belongs to.
      guard
        let track = left.first(where: { $0.value.first?.start == found.entries.first?.position }),
        let result = try gathering(index, track.value, order, found)
      else { return nil }
      left[track.key] = nil
      gatherings[index] = result
    }
    // Where there is one stream only, libav gives it whatever it finds.
    return left.isEmpty || format.streamCount > 1 ? gatherings : nil
  }

  private func gathering(
    _ index: Int, _ elements: [MxfTriplet], _ order: MxfIndexSegment.Order,
    _ read: PacketScan.Gathering
  ) throws -> PacketScan.Gathering? {
    let stream = format.stream(index)
    let result = PacketScan.Gathering(stream)
    let kind = stream.pointee.codecpar.pointee.codec_type
    guard read.trims.isEmpty, read.pendingSkip == 0 else { return nil }
    let lead = read.entries.first.map { $0.presentation &- $0.decoding } ?? 0
    let usual = read.entries.first { $0.duration > 0 }?.duration ?? 0
    let pictures = PictureKinds(stream)
    result.reserve(elements.count)
    var samples: Int64 = 0
    for (number, element) in elements.enumerated() {
      if number & 0xfff == 0 { try format.requireUninterrupted() }
      guard let size = Int32(exactly: element.payload.count) else { return nil }
      var entry = PacketEntry(
        presentation: samples, decoding: samples, duration: usual, position: element.start,
        size: size, isKeyFrame: true, isDiscarded: false)
      if kind == AVMEDIA_TYPE_VIDEO {
        guard
          let kind = pictures.kind(
            source, at: element.payload.lowerBound, size: size, isMarked: false),
          let shown = order.presentation(of: number)
        else { return nil }
        // Where nothing is reordered libav may still count with a delay, but not of pictures in between.
        let lead = order.lead > 0 ? order.lead : lead
        if kind.isBidirectional, order.lead == 0, lead != 0 { return nil }
        (entry.presentation, entry.decoding) = (shown, Int64(number) - lead)
        entry.isKeyFrame = kind.isKeyFrame
      } else if let meter = result.meter {
        entry.duration = meter.duration(ofSize: size)
        samples += entry.duration
      } else {
        samples += 1
      }
      let start = element.payload.lowerBound
      guard result.note(entry, in: source, at: start, provenBy: read, number) else { return nil }
    }
    return result
  }
}
