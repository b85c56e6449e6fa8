// SPDX-License-Identifier: MIT
// The first picture is drawn in pencil, and the second one coloured in.
// Covers: vec3[9] parameter, local array, 20 fetches, array filled at a computed index, several reads under one branch
// Ends: exact

uniform float paper; // = 1
uniform float pressure; // = 2.5

float contrast(vec3[9] c) {
  vec3 least = c[8], most = c[8];
  for (int i = 0; i < 8; ++i) {
    least = min(least, c[i]);
    most = max(most, c[i]);
  }
  return dot(most - least, vec3(pressure / 3.0));
}

vec4 drawn(vec2 uv, bool second) {
  vec3 around[9];
  around[8] = second ? getToColor(uv).rgb : getFromColor(uv).rgb;
  for (int i = 0; i < 8; i += 2) {
    float a = 0.78539816 * float(i);
    vec2 off = vec2(cos(a), sin(a) * ratio) * 0.0012;
    around[i] = second ? getToColor(uv + off).rgb : getFromColor(uv + off).rgb;
    around[i + 1] = second ? getToColor(uv - off.yx).rgb : getFromColor(uv - off.yx).rgb;
  }
  return vec4(vec3(paper - contrast(around)), 1.0);
}

vec4 transition(vec2 uv) {
  float t = progress * 2.0;
  if (t < 1.0) return mix(getFromColor(uv), drawn(uv, false), t);
  vec4 sketch = mix(drawn(uv, false), drawn(uv, true), t - 1.0);
  return mix(sketch, getToColor(uv), t - 1.0);
}
