// SPDX-License-Identifier: MIT
// A moth with the second picture on its wings spreads them over the first.
// Covers: acos of a dot product, exp, pow, normalize, function with many parameters, dependent read
// Ends: exact

uniform float lobes; // = 3.0
uniform float flutter; // = 0.02

float wing(vec2 p, float count, float sharp, float lift) {
  vec2 along = normalize(p + vec2(1e-6, 1e-6));
  float lean = acos(clamp(dot(along, vec2(0.0, 1.0)), -1.0, 1.0));
  float lobe = pow(abs(sin(lean * count * 0.5 + lift)), sharp);
  return 0.35 + 0.65 * lobe - 0.2 * exp(-6.0 * lean);
}

vec4 transition(vec2 uv) {
  vec2 p = (uv - 0.5) * vec2(ratio, 1.0);
  float beat = sin(progress * 18.0) * progress * (1.0 - progress) * 4.0;
  float reach = wing(p, lobes, 0.7, beat * 0.4) * progress * 4.5;
  float off = length(p) - reach;
  if (progress < 1.0 && off > 0.0) return getFromColor(uv);
  vec2 dust = vec2(cos(off * 60.0), sin(off * 60.0)) * flutter * beat;
  return getToColor(uv + dust);
}
