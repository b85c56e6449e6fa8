// SPDX-License-Identifier: MIT

import MoonreelCore

/// What is wrong with a shader, and in which line. ``GLSLShader`` adds the name of the file.
struct ShaderFailure: Error {
  /// The line, from 1.
  let line: Int
  /// One sentence.
  let sentence: String
  /// What kind of thing it is.
  let code: MoonreelError.Code

  /// A mistake in the source.
  init(_ line: Int, _ sentence: String) {
    (self.line, self.sentence, code) = (line, sentence, .invalidArgument)
  }

  /// Something that is larger than a shader may be.
  init(tooMuch sentence: String, _ line: Int) {
    (self.line, self.sentence, code) = (line, sentence, .limitExceeded)
  }
}

/// How large a shader may be: a file of a stranger costs no more than these allow.
enum ShaderLimits {
  /// Bytes of the file.
  static let bytes = 1 << 20
  /// Tokens, before and after macros.
  static let tokens = 100_000
  /// Tokens that all macros together may put in.
  static let expansion = 200_000
  /// Macros that use one another.
  static let macros = 256
  /// Parentheses, operators, statements and macro arguments inside one another.
  static let nesting = 96
  /// Calls inside one another.
  static let calls = 48
  /// Components of one variable.
  static let components = 4096
  /// Elements of an array whose index is not known beforehand.
  static let indexed = 64
  /// Rounds of a loop that nothing limits.
  static let openRounds = 1024
  /// Rounds of a loop whose counter is known beforehand.
  static let countedRounds = 65_536
  /// Operations up to which a loop is written out.
  static let unrolled = 256
  /// The same where its counter is the index of an array, or where it reads pictures and no pixel leaves it sooner than
  /// another: what is read at places that change evenly then costs a fraction, and sums of pictures are drawn plane by plane.
  static let unrolledFurther = 16_384
  /// Expressions and statements that may be gone through while the kernel is made.
  static let work = 1_000_000
}
