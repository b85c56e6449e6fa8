// SPDX-License-Identifier: MIT
// Pixels change over in the order of their brightness, dark ones first.
// Covers: dot, smoothstep, uniform initialiser, bool default 1, bool in an expression, loads at uv only
// Ends: exact

uniform bool darkFirst; // = 1
uniform float blur; //=0.15

float head_start = progress * (1.0 + blur) - blur;
const vec3 weights = vec3(0.2126, 0.7152, 0.0722);

vec4 transition(vec2 uv) {
  vec4 a = getFromColor(uv);
  float y = dot(a.rgb, weights);
  if (!darkFirst) y = 1.0 - y;
  float gone = 1.0 - smoothstep(head_start, head_start + blur, y);
  gone = progress >= 1.0 ? 1.0 : progress <= 0.0 ? 0.0 : gone;
  return mix(a, getToColor(uv), gone);
}
