// SPDX-License-Identifier: MIT
// Hues turn round once while the pictures change over.
// Covers: mat3 from nine floats by columns, mat3 times vec3, product of matrices, mat3 of a diagonal, loads at uv only
// Ends: exact within rounding

mat3 about_grey(float a) {
  float c = cos(a), s = sin(a);
  float third = 0.333333333, root = 0.577350269;
  mat3 still = mat3(third, third, third, third, third, third, third, third, third);
  mat3 turning = mat3(0.0, root, -root, -root, 0.0, root, root, -root, 0.0);
  return mat3(c) + still * (1.0 - c) + turning * s;
}

vec4 transition(vec2 uv) {
  mat3 m = about_grey(progress * 3.14159265) * about_grey(progress * 3.14159265);
  vec4 color = mix(getFromColor(uv), getToColor(uv), progress);
  return vec4(m * color.rgb, color.a);
}
