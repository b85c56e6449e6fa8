// SPDX-License-Identifier: MIT
// Blades of a lens close over the first picture and open on the second.
// Covers: loop over edges with min, dot with unit vectors in a loop, radians, bool function, 2 loads under a branch
// Ends: exact

uniform int blades; // = 7

float opening(vec2 p, float turn) {
  float least = -1.0;
  for (int i = 0; i < 12; i++) {
    if (i >= blades) break;
    float a = radians(360.0) * float(i) / float(blades) + turn;
    least = max(least, dot(p, vec2(cos(a), sin(a))));
  }
  return least;
}

vec4 transition(vec2 uv) {
  vec2 p = (uv - 0.5) * vec2(ratio, 1.0);
  float t = abs(2.0 * progress - 1.0);
  float wide = t * length(vec2(ratio, 1.0)) * 0.56;
  float off = opening(p, (1.0 - t) * 2.0) - wide;
  vec4 color = progress < 0.5 ? getFromColor(uv) : getToColor(uv);
  vec4 steel = vec4(vec3(0.12 + 0.2 * clamp(off * 2.0, 0.0, 1.0)), 1.0);
  return t >= 1.0 ? color : mix(color, steel, smoothstep(-0.002, 0.002, off));
}
