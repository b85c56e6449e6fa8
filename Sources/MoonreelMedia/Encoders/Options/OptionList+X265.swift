// SPDX-License-Identifier: MIT

extension OptionList {
  /// libx265: what its wrapper takes, and what `x265-params` takes.
  static let x265 = OptionList(
    """
    preset: word ultrafast superfast veryfast faster fast medium slow slower veryslow placebo
    tune: word psnr ssim grain fastdecode zerolatency animation
    profile: word main main10 main12 mainstillpicture main-intra main10-intra main12-intra main422-10 main422-10-intra main422-12 main422-12-intra main444-8 main444-intra main444-10 main444-10-intra main444-12 main444-12-intra
    crf: 0.0..51.0
    qp: 0..51
    forced-idr: flag
    bf: 0..16
    refs: 1..16
    keyint_min: 0..100000
    qmin: 0..51
    qmax: 0..51
    qdiff: 0..51
    qcomp: 0.5..1.0
    qblur: 0.0..20.0
    i_qfactor: 0.1..10.0
    b_qfactor: 0.1..10.0
    flags: flags cgop
    x265-params: keys x265Parameters
    """, and: rates)

  static let x265Parameters = OptionList(
    """
    pools: 1..64
    frame-threads: 0..16
    wpp: flag
    pmode: flag
    pme: flag
    level-idc: word 1 2 2.1 3 3.1 4 4.1 5 5.1 5.2 6 6.1 6.2 8.5 10 20 21 30 31 40 41 50 51 52 60 61 62
    high-tier: flag
    ref: 1..16
    limit-refs: 0..3
    limit-modes: flag
    ctu: word 16 32 64
    min-cu-size: word 8 16 32
    max-tu-size: word 4 8 16 32
    tu-intra-depth: 1..4
    tu-inter-depth: 1..4
    limit-tu: 0..4
    nr-intra: 0..2000
    nr-inter: 0..2000
    rd: 1..6
    rdoq-level: 0..2
    rd-refine: flag
    dynamic-rd: 0.0..4.0
    psy-rd: 0.0..5.0
    psy-rdoq: 0.0..50.0
    ssim-rd: flag
    rect: flag
    amp: flag
    early-skip: flag
    rskip: 0..2
    rskip-edge-threshold: 0..100
    splitrd-skip: flag
    fast-intra: flag
    b-intra: flag
    cu-lossless: flag
    lossless: flag
    tskip: flag
    tskip-fast: flag
    rdpenalty: 0..2
    signhide: flag
    me: word 0 1 2 3 4 5 dia hex umh star sea full
    subme: 0..7
    merange: 0..32768
    max-merge: 1..5
    temporal-mvp: flag
    weightp: flag
    weightb: flag
    strong-intra-smoothing: flag
    constrained-intra: flag
    open-gop: flag
    keyint: -1..100000
    min-keyint: 0..100000
    scenecut: 0..400
    scenecut-bias: 0.0..100.0
    hist-scenecut: flag
    radl: 0..16
    intra-refresh: flag
    rc-lookahead: 0..250
    gop-lookahead: 0..250
    lookahead-slices: 0..16
    b-adapt: 0..2
    bframes: 0..16
    bframe-bias: -90..100
    b-pyramid: flag
    bitrate: 1..2000000
    crf: 0.0..51.0
    crf-max: 0.0..51.0
    crf-min: 0.0..51.0
    qp: 0..51
    qpmin: 0..69
    qpmax: 0..69
    qpstep: 0..51
    ipratio: 0.1..10.0
    pbratio: 0.1..10.0
    qcomp: 0.5..1.0
    qblur: 0.0..20.0
    cplxblur: 0.0..100.0
    vbv-bufsize: 0..2000000
    vbv-maxrate: 0..2000000
    vbv-init: 0.0..1.0
    aq-mode: 0..4
    aq-strength: 0.0..3.0
    aq-motion: flag
    qg-size: word 8 16 32 64
    cutree: flag
    rc-grain: flag
    const-vbv: flag
    strict-cbr: flag
    cbqpoffs: -12..12
    crqpoffs: -12..12
    deblock: pair -6..6
    sao: flag
    sao-non-deblock: flag
    limit-sao: flag
    selective-sao: 0..4
    slices: 1..16
    lowpass-dct: flag
    hash: 0..3
    aud: flag
    hrd: flag
    info: flag
    repeat-headers: flag
    temporal-layers: flag
    opt-qp-pps: flag
    opt-ref-list-length-pps: flag
    opt-cu-delta-qp: flag
    idr-recovery-sei: flag
    single-sei: flag
    hdr10: flag
    hdr10-opt: flag
    max-cll: pair 0..65535
    log2-max-poc-lsb: 4..16
    """)
}
