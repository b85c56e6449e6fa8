// SPDX-License-Identifier: MIT

import CCaptureHost
import Glibc
import MoonreelCore

/// One run of a camera, from the moment at which its driver streams until it is closed. One thread.
final class CameraStream {
  /// How pictures come, which need not be what was asked for.
  let layout: CameraLayout
  /// How long a picture lasts, as the driver says.
  let duration: Time
  let node: CameraNode
  private let buffers: CameraBuffers
  private var lastSequence: UInt32?
  private var faultCount = 0
  /// When something came last.
  private(set) var lastTime: Time
  private(set) var hasGivenPicture = false

  /// Reading a picture may fail so often, one after the other.
  private static let mostFaults = 16
  /// More pictures than that are not lost at once: the driver's numbers are wrong.
  private static let mostLost: UInt32 = 10_000

  /// Opens the camera `name` at `path`, and lets it stream.
  ///
  /// - Throws: `MoonreelError`: `fileAccess` where it is gone or in use, `accessDenied`, `unsupportedFormat` where it gives
  ///   something else than it says.
  init(
    path: String, system: CameraSystem, name: String, format: CapturePictureFormat,
    warnings: WarningLog?
  ) throws(MoonreelError) {
    node = try CameraNode(path, system, name: name)
    do throws(CameraFailure) {
      let picture = try Self.choose(format, node)
      guard let layout = CameraLayout(picture) else { throw CameraFailure.noSense }
      self.layout = layout
      duration = Self.chooseDuration(format.highestRate, node)
      buffers = try CameraBuffers(node)
      guard buffers.pieceByteCount >= layout.byteCount else { throw CameraFailure.noSense }
      try CameraFailure.check(mr_camera_stream(node.handle, true))
    } catch {
      node.close()
      throw error.startError(name)
    }
    lastTime = system.now
    tell(format, name, warnings)
  }

  deinit { close() }

  /// Ends the run; pictures that somebody still has stay whole.
  func close() {
    buffers.end()
    _ = mr_camera_stream(node.handle, false)
    node.close()
  }

  /// Waits at most so long for pictures, a fault, or the bell.
  func wait(bell: Int32, milliseconds: Int32) -> CameraHappening {
    node.wait(bell: bell, milliseconds: milliseconds)
  }

  /// Whether nothing has come for longer than a camera may take.
  var isSilent: Bool {
    let patience = Time(wholeSeconds: hasGivenPicture ? 5 : 10)
    return node.system.now - lastTime > max(patience, Time(flicks: duration.flicks * 4))
  }

  /// Takes all pictures that are there.
  ///
  /// - Returns: how many were taken.
  /// - Throws: what ends the run.
  func take(_ give: (CaptureEvent) -> Void) throws(CameraFailure) -> Int {
    var count = 0
    while true {
      var filled = mr_camera_filled()
      let code = mr_camera_dequeue(node.handle, &filled)
      if code == -EAGAIN { return count }
      if code == -EIO, faultCount < Self.mostFaults {
        faultCount += 1
        give(.dropped(1, .damaged))
        return count + 1
      }
      try CameraFailure.check(code)
      (faultCount, lastTime) = (0, node.system.now)
      count += 1
      note(filled.sequence, give)
      give(event(filled))
    }
  }

  /// Tells of the pictures that the driver lost before the one numbered `sequence`.
  private func note(_ sequence: UInt32, _ give: (CaptureEvent) -> Void) {
    defer { lastSequence = sequence }
    guard let lastSequence else { return }
    let lost = sequence &- lastSequence &- 1
    if lost > 0, lost < Self.mostLost { give(.dropped(Int(lost), .overrun)) }
  }

  private func event(_ filled: mr_camera_filled) -> CaptureEvent {
    guard !filled.is_damaged, filled.byte_count > 0 else {
      buffers.skip(filled.index)
      return .dropped(1, .damaged)
    }
    guard let loan = buffers.lend(filled.index, count: Int(filled.byte_count)) else {
      return .dropped(1, .overrun)
    }
    guard let base = loan.bytes.baseAddress,
      let content = layout.content(base, loan.bytes.count, owner: loan)
    else { return .dropped(1, .damaged) }
    hasGivenPicture = true
    return .picture(
      CapturedPicture(time: time(of: filled), size: layout.size, content: content))
  }

  /// When the picture began to be taken: drivers say that, or when it was over, or nothing; then it was just over.
  private func time(of filled: mr_camera_filled) -> Time {
    guard filled.is_monotonic, filled.nanoseconds > 0 else { return node.system.now - duration }
    let stamp = Time(nanoseconds: filled.nanoseconds)
    return filled.is_end ? stamp - duration : stamp
  }
}

extension CameraStream {
  private static func choose(_ format: CapturePictureFormat, _ node: CameraNode)
    throws(CameraFailure) -> mr_camera_picture
  {
    var picture = mr_camera_picture()
    picture.code = try code(of: format, node)
    picture.width = UInt32(clamping: format.size.width)
    picture.height = UInt32(clamping: format.size.height)
    try CameraFailure.check(mr_camera_set_picture(node.handle, &picture))
    return picture
  }

  /// The driver's own letters for the coding: several may mean the same.
  private static func code(of format: CapturePictureFormat, _ node: CameraNode)
    throws(CameraFailure) -> UInt32
  {
    for index in 0..<UInt32(256) {
      var pixels = mr_camera_pixels()
      try CameraFailure.check(mr_camera_pixels_at(node.handle, index, &pixels))
      if CaptureCoding(cameraCode: pixels.code) == format.coding { return pixels.code }
    }
    throw CameraFailure.noSense
  }

  /// How long pictures last now that `rate` was asked for.
  private static func chooseDuration(_ rate: FrameRate, _ node: CameraNode) -> Time {
    let fraction = rate.framesPerSecond
    var duration = mr_camera_fraction(
      numerator: UInt32(clamping: fraction.denominator),
      denominator: UInt32(clamping: fraction.numerator))
    guard mr_camera_set_duration(node.handle, &duration) == 0 else { return rate.frameDuration }
    return FrameRate(duration: duration)?.frameDuration ?? rate.frameDuration
  }

  /// Warns where the driver gives something else than `format`.
  private func tell(_ format: CapturePictureFormat, _ name: String, _ warnings: WarningLog?) {
    if layout.size != format.size || layout.coding != format.coding {
      warnings?.warn(
        "The camera '\(name)' gives \(layout.size) (\(layout.coding.name)) in place of \(format.size) "
          + "(\(format.coding.name)), which it lists.")
    }
    let wanted = format.highestRate.frameDuration
    if abs((duration - wanted).flicks) > wanted.flicks / 100 {
      let given = try? FrameRate(Double(Time.flicksPerSecond) / Double(max(duration.flicks, 1)))
      warnings?.warn(
        "The camera '\(name)' gives \(given?.text ?? "other") pictures a second in place of "
          + "\(format.highestRate.text).")
    }
  }
}

extension CaptureCoding {
  /// What people call it.
  var name: String {
    switch self {
    case .pixels(let format):
      format == .nv12 ? "NV12" : format == .yuv420() ? "I420" : format.family.rawValue
    case .yuyv: "YUYV"
    case .uyvy: "UYVY"
    case .mjpeg: "Motion JPEG"
    case .h264: "H.264"
    }
  }
}

extension CameraFailure {
  /// That the driver says something that makes no sense.
  static let noSense = CameraFailure(-EINVAL)

  fileprivate func startError(_ name: String) -> MoonreelError {
    guard code == EINVAL else { return error("Cannot start the camera '\(name)'") }
    return MoonreelError(
      .unsupportedFormat,
      "Cannot start the camera '\(name)': it does not give pictures in this format, though it lists it. "
        + "Choose another.")
  }
}
