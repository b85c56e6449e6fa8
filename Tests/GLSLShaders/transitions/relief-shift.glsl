// SPDX-License-Identifier: MIT
// A third picture is a relief, down whose slopes the first picture slides off and the second comes up.
// Covers: extra sampler2D, texture2D, three reads of a sampler, dependent read, uniform without default
// Ends: exact

uniform sampler2D relief;
uniform float force; // = 2.0

vec2 downhill(vec2 p) {
  const float near = 0.01;
  float here = texture2D(relief, p).g;
  float right = texture2D(relief, p + vec2(near, 0.0)).g;
  float above = texture2D(relief, p + vec2(0.0, near)).g;
  return vec2(here - right, here - above) * force;
}

vec4 transition(vec2 uv) {
  vec2 slope = downhill(uv);
  float steep = clamp(length(slope) * 3.0, 0.0, 1.0);
  float early = smoothstep(0.0, 0.5 + 0.5 * steep, progress);
  vec4 sliding = getFromColor(uv - slope * early);
  return sliding + (getToColor(uv + slope * (1.0 - progress)) - sliding) * early;
}
