// SPDX-License-Identifier: MIT
// A pattern that only comes out right if every function of matrices is.
// Covers: transpose, inverse, determinant, outerProduct, mat2x3, mat3x2, mat4 inverse, matrix minus matrix, matrix times number, ++ of a vector

void mainImage(out vec4 fragColor, in vec2 fragCoord) {
  vec2 p = (2.0 * fragCoord - iResolution.xy) / iResolution.y;
  mat2 m = mat2(2.0, 1.0, 0.5, 1.5);
  vec2 back = inverse(m) * (m * p);
  mat3 lean = mat3(1.0, 0.2, 0.0, -0.3, 1.0, 0.1, 0.4, 0.0, 1.0);
  vec3 same = transpose(transpose(lean)) * inverse(lean) * vec3(p, 1.0);
  mat4 big = mat4(lean) * 2.0 - mat4(0.5);
  vec4 whole = inverse(big) * big * vec4(p, 0.5, 1.0);
  mat2x3 tall = outerProduct(vec3(1.0, 2.0, 3.0), p);
  mat3x2 wide = transpose(tall);
  vec3 sums = tall * vec2(0.3, 0.1) + vec3(wide * vec3(0.1, 0.2, 0.1), determinant(m));
  vec3 rings = sin(vec3(length(back), length(same.xy), length(whole.xy)) * 14.0 - iTime);
  sums++;
  fragColor = vec4(0.5 + 0.5 * rings * cos(sums), 1.0);
}
