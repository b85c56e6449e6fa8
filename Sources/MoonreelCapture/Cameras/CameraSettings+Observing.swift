// SPDX-License-Identifier: MIT

import CCaptureHost
import Glibc
import MoonreelCore
import MoonreelExport

/// Something about a camera that has changed.
public enum CameraChange: Hashable, Sendable {
  /// A number, in its unit.
  case value(CameraSetting, Double)
  /// Whether something goes by itself.
  case mode(CameraAdjustment, CameraMode)
  /// Whether the lamp is lit.
  case torch(Bool)
  /// What is done against flicker.
  case powerLineFrequency(PowerLineFrequency)
}

extension CameraSettings {
  /// What changes from now on, whoever changes it: this program, another, or the camera itself where its driver tells. It ends
  /// when the camera is unplugged, and at once where the driver tells nothing.
  public func changes() -> AsyncStream<CameraChange> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: CameraChange.self, bufferingPolicy: .bufferingNewest(64))
    guard let bell = Bell(), let node = try? openAnother(), subscribe(node) else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { _ in bell.ring() }
    do {
      try FilmThread.start { [self] in
        watch(node, bell) { continuation.yield($0) }
        continuation.finish()
      }
    } catch { continuation.finish() }
    return stream
  }

  private func subscribe(_ node: CameraNode) -> Bool {
    var count = 0
    for code in controls.all.keys where mr_camera_subscribe(node.handle, code) == 0 { count += 1 }
    return count > 0
  }

  private func watch(_ node: CameraNode, _ bell: Bell, _ tell: (CameraChange) -> Void) {
    while true {
      let happening = node.wait(bell: bell.descriptor, forEvents: true, milliseconds: -1)
      if happening.contains(.bell) { return }
      var (code, value) = (UInt32(0), Int64(0))
      var result = mr_camera_next_change(node.handle, &code, &value)
      while result == 0 {
        for change in changes(code, value) { tell(change) }
        result = mr_camera_next_change(node.handle, &code, &value)
      }
      if happening.contains(.fault) || CameraFailure(result).isLasting { return }
    }
  }

  private func changes(_ code: UInt32, _ value: Int64) -> [CameraChange] {
    switch Int(code) {
    case MR_CAMERA_LIGHT_MODE: return [.torch(value == Self.torchMode)]
    case MR_CAMERA_POWER_LINE_FREQUENCY:
      return PowerLineFrequency(rawValue: Int(value)).map { [.powerLineFrequency($0)] } ?? []
    default: break
    }
    let setting = CameraSetting.allCases.first { $0.control == code }
    if let setting { return [.value(setting, controls.value(of: setting, raw: value))] }
    return CameraAdjustment.allCases.filter { adjustment in
      code == adjustment.control || code == UInt32(MR_CAMERA_LOCK) && controls.canHold(adjustment)
    }.compactMap { adjustment in (try? mode(of: adjustment)).map { .mode(adjustment, $0) } }
  }
}

extension CameraFailure {
  /// Whether there will be no more events.
  fileprivate var isLasting: Bool { code != ENOENT }
}
