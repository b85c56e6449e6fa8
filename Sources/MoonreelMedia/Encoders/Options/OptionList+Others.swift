// SPDX-License-Identifier: MIT

extension OptionList {
  /// What encoders of pictures share: the rate, the distance of key frames and the threads.
  static let rates = """
    b: 1..2000000000
    bt: 1..2000000000
    maxrate: 0..2000000000
    minrate: 0..2000000000
    bufsize: 0..2000000000
    rc_init_occupancy: 0..2000000000
    g: 0..100000
    threads: 1..64
    field_order: 0..0 progressive
    """

  static let openH264 = OptionList(
    """
    profile: word constrained_baseline main high
    coder: 0..1 cavlc cabac vlc ac
    allow_skip_frames: flag
    loopfilter: flag
    qmin: 0..51
    qmax: 0..51
    slices: 0..35
    """, and: rates)

  static let vp9 = OptionList(
    """
    lag-in-frames: 0..25
    arnr-maxframes: 0..15
    arnr-strength: 0..6
    tune: 0..1 psnr ssim
    deadline: word best good realtime
    quality: word best good realtime
    max-intra-rate: 0..10000
    crf: 0..63
    static-thresh: 0..100000
    noise-sensitivity: 0..4
    undershoot-pct: 0..100
    overshoot-pct: 0..100
    auto-alt-ref: 0..6
    cpu-used: -8..8
    speed: -8..8
    lossless: 0..1
    tile-columns: 0..6
    tile-rows: 0..2
    frame-parallel: flag
    aq-mode: 0..4 none variance complexity cyclic equator360
    level: word 0 1 1.1 2 2.1 3 3.1 4 4.1 5 5.1 5.2 6 6.1 6.2
    row-mt: flag
    tune-content: 0..2 default screen film
    corpus-complexity: 0..10000
    enable-tpl: flag
    rc_lookahead: 0..25
    sharpness: 0..7
    qmin: 0..63
    qmax: 0..63
    qcomp: 0.0..1.0
    keyint_min: 0..100000
    slices: 0..8
    profile: 0..3
    """, and: rates)

  static let svtAV1 = OptionList(
    """
    hielevel: 3..4 3level 4level
    la_depth: 0..120
    tier: 0..1 main high
    preset: 0..13
    crf: 1..63
    qp: 1..63
    sc_detection: flag
    tile_columns: 0..4
    tile_rows: 0..6
    qmin: 0..63
    qmax: 0..63
    svtav1-params: keys svtAV1Parameters
    """, and: rates)

  static let svtAV1Parameters = OptionList(
    """
    preset: 0..13
    tune: 0..1
    film-grain: 0..50
    film-grain-denoise: flag
    fast-decode: 0..1
    keyint: 1..100000
    irefresh-type: 1..2
    lookahead: 0..120
    lp: 1..64
    tile-rows: 0..6
    tile-columns: 0..4
    scd: flag
    scm: 0..2
    crf: 1..63
    qp: 1..63
    min-qp: 1..62
    max-qp: 1..63
    aq-mode: 0..2
    enable-overlays: flag
    enable-tf: flag
    enable-qm: flag
    qm-min: 0..15
    qm-max: 0..15
    enable-dlf: flag
    enable-cdef: flag
    enable-restoration: flag
    hierarchical-levels: 3..5
    """)

  static let aom = OptionList(
    """
    cpu-used: 0..8
    auto-alt-ref: 0..2
    lag-in-frames: 0..48
    arnr-max-frames: 0..15
    arnr-strength: 0..6
    aq-mode: 0..3 none variance complexity cyclic
    crf: 0..63
    static-thresh: 0..100000
    denoise-noise-level: 0..50
    denoise-block-size: 4..32
    undershoot-pct: 0..100
    overshoot-pct: 0..100
    minsection-pct: 0..100
    maxsection-pct: 0..5000
    frame-parallel: flag
    tile-columns: 0..6
    tile-rows: 0..6
    row-mt: flag
    enable-cdef: flag
    enable-global-motion: flag
    enable-intrabc: flag
    enable-restoration: flag
    usage: 0..2 good realtime allintra
    tune: 0..1 psnr ssim
    still-picture: flag
    enable-rect-partitions: flag
    enable-1to4-partitions: flag
    enable-ab-partitions: flag
    enable-angle-delta: flag
    enable-cfl-intra: flag
    enable-filter-intra: flag
    enable-intra-edge-filter: flag
    enable-smooth-intra: flag
    enable-paeth-intra: flag
    enable-palette: flag
    enable-flip-idtx: flag
    enable-tx64: flag
    reduced-tx-type-set: flag
    use-intra-dct-only: flag
    use-inter-dct-only: flag
    enable-ref-frame-mvs: flag
    enable-reduced-reference-set: flag
    enable-obmc: flag
    enable-dual-filter: flag
    enable-diff-wtd-comp: flag
    enable-dist-wtd-comp: flag
    enable-onesided-comp: flag
    enable-interinter-wedge: flag
    enable-interintra-wedge: flag
    enable-masked-comp: flag
    enable-interintra-comp: flag
    enable-smooth-interintra: flag
    qmin: 0..63
    qmax: 0..63
    qcomp: 0.0..1.0
    keyint_min: 0..100000
    aom-params: keys aomParameters
    """, and: rates)

  static let aomParameters = OptionList(
    """
    cpu-used: 0..8
    sharpness: 0..7
    static-thresh: 0..100000
    auto-alt-ref: 0..1
    arnr-maxframes: 0..15
    arnr-strength: 0..6
    cq-level: 0..63
    row-mt: 0..1
    tile-columns: 0..6
    tile-rows: 0..6
    enable-tpl-model: 0..1
    enable-keyframe-filtering: 0..2
    enable-cdef: 0..1
    enable-restoration: 0..1
    enable-qm: 0..1
    qm-min: 0..15
    qm-max: 0..15
    deltaq-mode: 0..1
    aq-mode: 0..3
    tune-content: word default screen
    denoise-noise-level: 0..50
    denoise-block-size: 4..32
    film-grain-test: 0..16
    enable-overlay: 0..1
    enable-palette: 0..1
    enable-intrabc: 0..1
    disable-trellis-quant: 0..3
    """)

  static let rav1e = OptionList(
    """
    qp: 0..255
    speed: 0..10
    tiles: 0..64
    tile-rows: 0..64
    tile-columns: 0..64
    rav1e-params: keys rav1eParameters
    """, and: rates)

  static let rav1eParameters = OptionList(
    """
    speed: 0..10
    quantizer: 0..255
    tiles: 0..64
    threads: 1..64
    tune: word psnr psychovisual
    key_frame_interval: 0..100000
    min_key_frame_interval: 0..100000
    low_latency: word true false
    rdo_lookahead_frames: 1..250
    """)

  static let proRes = OptionList(
    """
    mbs_per_slice: 1..8
    profile: 0..5 auto proxy lt standard hq 4444 4444xq
    vendor: word apl0 ap10 Lavc fmpg
    bits_per_mb: 0..8192
    quant_mat: 0..6 auto proxy lt standard hq default
    alpha_bits: word 0 8 16
    threads: 1..64
    """)

  static let ffv1 = OptionList(
    """
    slicecrc: flag
    coder: -2..2 rice range_def range_tab ac
    context: 0..1
    level: word 0 1 3
    g: 1..100000
    slices: word 0 4 6 9 12 15 16 20 24 25 28 30 35 36 40 42
    threads: 1..64
    """)

  static let gif = OptionList(
    """
    gifflags: flags offsetting transdiff
    gifimage: flag
    global_palette: flag
    g: 1..100000
    """)

  static let png = OptionList(
    """
    dpi: 0..65536
    dpm: 0..65536
    pred: 0..5 none sub up avg paeth mixed
    compression_level: 0..9
    threads: 1..64
    """)

  static let motionJPEG = OptionList(
    """
    huffman: 0..1 default optimal
    global_quality: 1..3658
    qmin: 1..31
    qmax: 1..31
    b: 1..2000000000
    slices: 0..64
    threads: 1..64
    """)

  static let aac = OptionList(
    """
    aac_coder: word twoloop fast
    aac_ms: flag
    aac_is: flag
    aac_pns: flag
    aac_tns: flag
    b: 1..2000000000
    cutoff: 0..20000
    """)

  static let opus = OptionList(
    """
    application: word voip audio lowdelay
    frame_duration: word 2.5 5 10 20 40 60 80 100 120
    packet_loss: 0..100
    fec: flag
    vbr: 0..2 off on constrained
    apply_phase_inv: flag
    b: 1..2000000000
    compression_level: 0..10
    cutoff: word 0 4000 6000 8000 12000 20000
    """)

  static let mp3 = OptionList(
    """
    reservoir: flag
    joint_stereo: flag
    abr: flag
    b: 1..2000000000
    compression_level: 0..9
    cutoff: 0..24000
    """)

  static let flac = OptionList(
    """
    lpc_coeff_precision: 0..15
    lpc_type: -1..3 none fixed levinson cholesky
    lpc_passes: 1..16
    min_partition_order: -1..8
    max_partition_order: -1..8
    prediction_order_method: -1..5 estimation 2level 4level 8level search log
    ch_mode: -1..3 auto indep left_side right_side mid_side
    exact_rice_parameters: flag
    min_prediction_order: -1..32
    max_prediction_order: -1..32
    compression_level: 0..12
    """)

  /// Codecs that store samples as they are have nothing to set.
  static let none = OptionList("")
}
