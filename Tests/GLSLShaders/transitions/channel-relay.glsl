// SPDX-License-Identifier: MIT
// Red, green, blue and alpha change over one after the other.
// Covers: vec4 defaults, smoothstep of vectors, alpha below 1 in between, loads at uv only
// Ends: exact

uniform vec4 leaves; // = vec4(0.0, 0.15, 0.3, 0.0)
uniform vec4 lasts; // = vec4(0.6, 0.65, 0.7, 0.5), each from when it leaves on

vec4 transition(vec2 uv) {
  vec4 a = getFromColor(uv), b = getToColor(uv);
  vec4 part = smoothstep(leaves, leaves + lasts, vec4(progress));
  float veil = 1.0 - 0.4 * progress * (1.0 - progress);
  return (a + (b - a) * part) * vec4(1.0, 1.0, 1.0, veil);
}
