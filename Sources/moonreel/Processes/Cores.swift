// SPDX-License-Identifier: MIT

import Glibc

/// The cores of this machine.
enum Cores {
  static var count: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// How many films or parts of a film are rendered at once unless told otherwise: each uses more than one core by itself.
  static var half: Int { max(1, count / 2) }
}
