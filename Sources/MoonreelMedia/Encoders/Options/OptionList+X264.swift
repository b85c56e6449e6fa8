// SPDX-License-Identifier: MIT

extension OptionList {
  /// libx264: what its wrapper takes, and what `x264-params` and `x264opts` take.
  static let x264 = OptionList(
    """
    preset: word ultrafast superfast veryfast faster fast medium slow slower veryslow placebo
    tune: list film animation grain stillimage psnr ssim fastdecode zerolatency
    profile: word baseline main high high10 high422 high444
    level: word 1 1.0 1b 1.1 1.2 1.3 2 2.0 2.1 2.2 3 3.0 3.1 3.2 4 4.0 4.1 4.2 5 5.0 5.1 5.2 6 6.0 6.1 6.2
    wpredp: 0..2
    a53cc: flag
    crf: 0.0..63.0
    crf_max: 0.0..63.0
    qp: 0..81
    aq-mode: 0..3 none variance autovariance autovariance-biased
    aq-strength: 0.0..3.0
    psy: flag
    psy-rd: pair 0.0..10.0
    rc-lookahead: 0..250
    weightb: flag
    weightp: 0..2 none simple smart
    ssim: flag
    intra-refresh: flag
    bluray-compat: flag
    b-bias: -100..100
    b-pyramid: 0..2 none strict normal
    mixed-refs: flag
    8x8dct: flag
    fast-pskip: flag
    aud: flag
    mbtree: flag
    deblock: pair -6..6
    cplxblur: 0.0..999.0
    partitions: list none all p8x8 p4x4 b8x8 i8x8 i4x4
    direct-pred: 0..3 none spatial temporal auto
    slice-max-size: 0..1000000
    nal-hrd: 0..2 none vbr cbr
    me_method: 0..4 dia hex umh esa tesa
    motion-est: 0..4 dia hex umh esa tesa
    forced-idr: flag
    coder: 0..1 cavlc cabac vlc ac
    b_strategy: 0..2
    chromaoffset: -12..12
    sc_threshold: 0..400
    noise_reduction: 0..100000
    bf: 0..16
    refs: 0..16
    subq: 0..11
    me_range: 4..1024
    trellis: 0..2
    keyint_min: 0..100000
    qmin: 0..69
    qmax: 0..69
    qdiff: 0..69
    qcomp: 0.0..1.0
    qblur: 0.0..99.0
    i_qfactor: 0.1..10.0
    b_qfactor: 0.1..10.0
    slices: 0..64
    flags: flags cgop loop ildct ilme low_delay
    x264-params: keys x264Parameters
    x264opts: keys x264Parameters
    """, and: rates)

  static let x264Parameters = OptionList(
    """
    threads: 1..64
    sliced-threads: flag
    sync-lookahead: 0..250
    deterministic: flag
    level|level-idc: word 1 1b 1.1 1.2 1.3 2 2.1 2.2 3 3.1 3.2 4 4.1 4.2 5 5.1 5.2 6 6.1 6.2 10 11 12 13 20 21 22 30 31 32 40 41 42 50 51 52 60 61 62
    bluray-compat: flag
    ref|frameref: 1..16
    keyint: 1..100000
    min-keyint|keyint-min: 1..100000
    scenecut: 0..400
    intra-refresh: flag
    bframes: 0..16
    b-adapt: 0..2
    b-bias: -100..100
    b-pyramid: 0..2 none strict normal
    open-gop: flag
    deblock|filter: pair -6..6
    slice-max-size: 0..1000000
    slice-max-mbs: 0..100000
    slice-min-mbs: 0..100000
    slices: 0..64
    slices-max: 0..64
    cabac: flag
    cabac-idc: 0..2
    constrained-intra: flag
    cqm: word flat
    analyse|partitions: list none all p8x8 p4x4 b8x8 i8x8 i4x4
    8x8dct: flag
    weightb: flag
    weightp: 0..2
    direct|direct-pred: word none spatial temporal auto
    chroma-qp-offset: -12..12
    me: word dia hex umh esa tesa
    merange|me-range: 4..1024
    mvrange: 32..512
    subme|subq: 0..11
    psy: flag
    psy-rd: pair 0.0..10.0
    chroma-me: flag
    mixed-refs: flag
    trellis: 0..2
    fast-pskip: flag
    dct-decimate: flag
    deadzone-inter: 0..32
    deadzone-intra: 0..32
    nr: 0..100000
    bitrate: 1..2000000
    qp: 0..81
    rc-lookahead: 0..250
    crf: 0.0..63.0
    crf-max: 0.0..63.0
    qpmin|qp-min: 0..69
    qpmax|qp-max: 0..69
    qpstep|qp-step: 1..69
    ratetol: 0.01..100.0
    vbv-maxrate: 0..2000000
    vbv-bufsize: 0..2000000
    vbv-init: 0.0..1.0
    ipratio|ip-factor: 0.1..10.0
    pbratio|pb-factor: 0.1..10.0
    aq-mode: 0..3
    aq-strength: 0.0..3.0
    qcomp: 0.0..1.0
    mbtree: flag
    qblur: 0.0..99.0
    cplxblur: 0.0..999.0
    aud: flag
    filler: flag
    pic-struct: flag
    nal-hrd: word none vbr cbr
    repeat-headers: flag
    sps-id: 0..31
    """)
}
