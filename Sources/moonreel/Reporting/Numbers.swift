// SPDX-License-Identifier: MIT

/// Numbers as people read them.
enum Numbers {
  /// `value` to three decimals, for machines.
  static func rounded(_ value: Double) -> Double {
    value.isFinite ? (value * 1000).rounded() / 1000 : 0
  }

  /// One decimal: `"58.3"`.
  static func tenths(_ value: Double) -> String { fixed(value, decimals: 1) }

  /// A fixed count of decimals, rounded to nearest.
  static func fixed(_ value: Double, decimals: Int) -> String {
    guard value.isFinite, abs(value) < 1e12 else { return "?" }
    let step = (0..<decimals).reduce(Int64(1)) { product, _ in product * 10 }
    let scaled = Int64((value * Double(step)).rounded())
    let whole = "\(scaled < 0 ? "-" : "")\(scaled.magnitude / UInt64(step))"
    guard decimals > 0 else { return whole }
    let fraction = String(scaled.magnitude % UInt64(step))
    return whole + "." + String(repeating: "0", count: decimals - fraction.count) + fraction
  }

  /// All digits, without a point where it is whole: `"-70"`, `"0.5"`.
  static func exact(_ value: Double) -> String {
    Int64(exactly: value).map { String($0) } ?? "\(value)"
  }

  /// Minutes and seconds, or hours too: `"1:05"`, `"2:00:07"`.
  static func clock(_ seconds: Double) -> String {
    guard seconds.isFinite, seconds < 1e9 else { return "?" }
    let total = Int64(max(0, seconds).rounded(.up))
    let (minutes, rest) = (total / 60, total % 60)
    let tail = (rest < 10 ? ":0" : ":") + String(rest)
    guard minutes >= 60 else { return "\(minutes)" + tail }
    return "\(minutes / 60):" + (minutes % 60 < 10 ? "0" : "") + "\(minutes % 60)" + tail
  }

  /// A file's size: `"2.1 MB"`.
  static func bytes(_ count: Int64) -> String {
    var (value, unit) = (Double(count), 0)
    let units = ["bytes", "kB", "MB", "GB", "TB"]
    while value >= 1000, unit < units.count - 1 { (value, unit) = (value / 1000, unit + 1) }
    return (unit == 0 ? String(count) : tenths(value)) + " " + units[unit]
  }
}
