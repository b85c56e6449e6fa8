// SPDX-License-Identifier: MIT
// Colours are reduced to those of a short table and come back.
// Covers: return inside a loop, const array by function, int counter compared with a float, continue, loads at uv only
// Ends: exact

vec3 ink(int i) {
  if (i == 0) return vec3(0.05, 0.07, 0.18);
  if (i == 1) return vec3(0.75, 0.2, 0.2);
  if (i == 2) return vec3(0.95, 0.75, 0.3);
  if (i == 3) return vec3(0.2, 0.5, 0.55);
  return vec3(0.95, 0.93, 0.85);
}

vec3 first_near(vec3 c, float near) {
  for (int i = 0; i < 5; i++) {
    vec3 off = ink(i) - c;
    if (dot(off, off) > near) continue;
    return ink(i);
  }
  return ink(4) * dot(c, vec3(0.333));
}

vec4 transition(vec2 uv) {
  vec4 plain = mix(getFromColor(uv), getToColor(uv), smoothstep(0.3, 0.7, progress));
  float t = 1.0 - abs(2.0 * progress - 1.0);
  return vec4(mix(plain.rgb, first_near(plain.rgb, 0.28), t), plain.a);
}
