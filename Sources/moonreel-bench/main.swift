// SPDX-License-Identifier: MIT
//
// Times single pictures on one core: `moonreel-bench [--runs N] [WORDS …]` draws the rows whose
// names hold one of the words (all without words) and prints the median and the minimum of the CPU
// time of N runs. See scripts/bench.

var runs = 15
var words: [String] = []
var arguments = CommandLine.arguments.dropFirst().makeIterator()
while let argument = arguments.next() {
  if argument == "--runs" {
    runs = arguments.next().flatMap { Int($0) } ?? runs
  } else {
    words.append(argument)
  }
}

/// `value` with three decimals, in twelve columns.
func column(_ value: Double) -> String {
  let thousandths = Int((value * 1000).rounded())
  let rest = String(thousandths % 1000)
  let text = "\(thousandths / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
  return String(repeating: " ", count: max(0, 12 - text.count)) + text
}

print("CPU ms, one core" + String(repeating: " ", count: 22) + "median     minimum")
for row in Pictures().rows where words.isEmpty || words.contains(where: row.name.contains) {
  let figures = try row.measured(count: runs)
  let padding = String(repeating: " ", count: max(1, 36 - row.name.count))
  print(row.name + padding + column(figures.median) + column(figures.minimum))
}
