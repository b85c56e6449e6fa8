// SPDX-License-Identifier: MIT
// A cube of wire turns; its corners go through a chain of matrices.
// Covers: mat3 products, mat4 perspective, mat4 times vec4, division by w, array of vec3 by constructor, int bit arithmetic by division, loop over edges

mat3 about_x(float a) { return mat3(1, 0, 0, 0, cos(a), sin(a), 0, -sin(a), cos(a)); }
mat3 about_y(float a) { return mat3(cos(a), 0, -sin(a), 0, 1, 0, sin(a), 0, cos(a)); }

const mat4 lens = mat4(
  1.6, 0.0, 0.0, 0.0,
  0.0, 1.6, 0.0, 0.0,
  0.0, 0.0, -1.2, -1.0,
  0.0, 0.0, -2.2, 0.0);

vec2 corner(int i, mat3 turn) {
  vec3 p = vec3(i / 4, (i / 2) - (i / 4) * 2, i - (i / 2) * 2) * 2.0 - 1.0;
  vec4 seen = lens * vec4(turn * p + vec3(0.0, 0.0, -4.5), 1.0);
  return seen.xy / seen.w;
}

float segment(vec2 p, vec2 a, vec2 b) {
  vec2 along = b - a;
  float t = clamp(dot(p - a, along) / dot(along, along), 0.0, 1.0);
  return length(p - a - along * t);
}

void mainImage(out vec4 fragColor, in vec2 fragCoord) {
  vec2 p = (2.0 * fragCoord - iResolution.xy) / iResolution.y;
  mat3 turn = about_x(iTime * 0.7 + 0.5) * about_y(iTime);
  float least = 1e3;
  for (int i = 0; i < 8; i++) {
    for (int axis = 1; axis <= 4; axis *= 2) {
      if ((i / axis) - (i / axis / 2) * 2 == 1) continue;
      least = min(least, segment(p, corner(i, turn), corner(i + axis, turn)));
    }
  }
  vec3 color = vec3(0.03, 0.05, 0.08) + vec3(0.3, 0.9, 0.7) * (0.006 / (least + 0.003));
  fragColor = vec4(color, 1.0);
}
