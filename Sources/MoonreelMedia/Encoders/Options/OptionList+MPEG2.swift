// SPDX-License-Identifier: MIT

extension OptionList {
  static let mpeg2 = OptionList(
    """
    drop_frame_timecode: flag
    timecode_frame_start: 0..2000000
    b_strategy: 0..2
    b_sensitivity: 1..1000
    intra_vlc: flag
    non_linear_quant: flag
    alternate_scan: flag
    video_format: 0..5 component pal ntsc secam mac unspecified
    mpv_flags: flags qp_rd cbp_rd naq mv0
    luma_elim_threshold: -64..64
    chroma_elim_threshold: -64..64
    quantizer_noise_shaping: 0..3
    sc_threshold: -1000000..1000000
    noise_reduction: 0..100000
    motion_est: 0..1 zero epzs
    global_quality: 1..3658
    bf: 0..8
    keyint_min: 0..600
    qmin: 1..31
    qmax: 2..31
    qdiff: 1..31
    qcomp: 0.0..1.0
    qblur: 0.0..1.0
    i_qfactor: 0.1..10.0
    b_qfactor: 0.1..10.0
    trellis: 0..2
    mbd: 0..2 simple bits rd
    dc: 0..2
    flags: flags cgop
    g: 0..600
    """, and: rates)

  static let dnx = OptionList(
    """
    nitris_compat: flag
    ibias: -64..64
    mbd: 0..2 simple bits rd
    threads: 1..64
    """)

  static let vp8 = OptionList(
    """
    lag-in-frames: 0..25
    arnr-maxframes: 0..15
    arnr-strength: 0..6
    arnr-type: 1..3 backward centered
    tune: 0..1 psnr ssim
    deadline: word best good realtime
    quality: word best good realtime
    error-resilient: flags default partitions
    max-intra-rate: 0..10000
    crf: 4..63
    static-thresh: 0..100000
    drop-threshold: 0..100
    noise-sensitivity: 0..4
    undershoot-pct: 0..100
    overshoot-pct: 0..1000
    auto-alt-ref: 0..1
    cpu-used: -16..16
    speed: -16..16
    rc_lookahead: 0..25
    sharpness: 0..7
    qmin: 0..63
    qmax: 0..63
    qcomp: 0.0..1.0
    keyint_min: 0..100000
    slices: 1..8
    """, and: rates)

  static let ac3 = OptionList(
    """
    per_frame_metadata: flag
    dialnorm: -31..-1
    dsur_mode: 0..2 notindicated on off
    dheadphone_mode: 0..2 notindicated on off
    dsurex_mode: 0..3 notindicated on off dpliiz
    dmix_mode: 0..3 notindicated ltrt loro dplii
    original: flag
    copyright: flag
    stereo_rematrixing: flag
    channel_coupling: 0..1 auto
    b: 1..2000000000
    cutoff: 0..24000
    """)
}
