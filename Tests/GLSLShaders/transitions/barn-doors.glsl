// SPDX-License-Identifier: MIT
// Two doors swing open, and behind them the second picture comes nearer.
// Covers: struct as local value, float function of bool, min, vec2 division, any, greaterThan
// Ends: exact

uniform float swing; // = 0.6

struct Door {
  float open;
  float slant;
};

vec4 black() { return vec4(0.0, 0.0, 0.0, 1.0); }

vec4 transition(vec2 uv) {
  Door door;
  door.open = progress;
  door.slant = 1.0 + swing * progress;
  float side = uv.x < 0.5 ? -1.0 : 1.0;
  float from_middle = abs(uv.x - 0.5) - 0.5 * door.open;
  if (from_middle >= 0.0) {
    float x = from_middle / max(1.0 - door.open, 1e-4);
    float tall = mix(door.slant, 1.0, min(x * 2.0, 1.0));
    vec2 p = vec2(0.5 + side * x, (uv.y - 0.5) * tall + 0.5);
    if (any(greaterThan(abs(p - 0.5), vec2(0.5)))) return black();
    return getFromColor(p);
  }
  vec2 q = (uv - 0.5) / vec2(0.5 + 0.5 * progress) + 0.5;
  if (any(greaterThan(abs(q - 0.5), vec2(0.5)))) return black();
  vec4 color = getToColor(q);
  return vec4(color.rgb * mix(0.3, 1.0, progress), color.a);
}
