// SPDX-License-Identifier: MIT

extension OptionList {
  static let tiff = OptionList(
    """
    dpi: 1..65536
    compression_algo: word packbits raw lzw deflate
    threads: 1..64
    """)

  static let exr = OptionList(
    """
    compression: 0..3 none rle zip1 zip16
    format: 1..2 half float
    threads: 1..64
    """)

  static let webp = OptionList(
    """
    lossless: flag
    preset: word none default picture photo drawing icon text
    quality: 0.0..100.0
    compression_level: 0..6
    """)
}
