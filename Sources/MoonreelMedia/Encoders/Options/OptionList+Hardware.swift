// SPDX-License-Identifier: MIT

extension OptionList {
  /// What encoders of one kind of hardware take.
  static func hardware(_ kind: HardwareKind) -> OptionList {
    switch kind {
    case .vaapi: vaapi
    case .qsv: qsv
    case .cuda: nvenc
    case .vdpau, .vulkan, .v4l2m2m: none
    }
  }

  private static let vaapi = OptionList(
    """
    low_power: flag
    async_depth: 1..64
    rc_mode: word auto CQP CBR VBR ICQ QVBR AVBR
    qp: 0..52
    global_quality: 1..255
    bf: 0..4
    """, and: rates)

  private static let qsv = OptionList(
    """
    low_power: flag
    async_depth: 1..64
    preset: word veryfast faster fast medium slow slower veryslow
    global_quality: 1..51
    bf: 0..4
    """, and: rates)

  private static let nvenc = OptionList(
    """
    preset: word p1 p2 p3 p4 p5 p6 p7
    tune: word hq ll ull lossless
    rc: word constqp vbr cbr
    cq: 0..51
    qp: 0..51
    bf: 0..4
    """, and: rates)
}
