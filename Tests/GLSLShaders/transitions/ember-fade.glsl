// SPDX-License-Identifier: MIT
// The first picture cools down to one colour, from which the second glows up.
// Covers: vec3 default with // =, text after a default, loads at uv only, smoothstep, const global
// Ends: exact

uniform vec3 ember; // = vec3(0.45, 0.12, 0.04), the colour in between
uniform float share; // = 0.7 of the time goes by without the colour alone

const float half_way = 0.5;

vec4 transition(vec2 uv) {
  float away = smoothstep(0.0, half_way * (2.0 - share), progress);
  float back = smoothstep(half_way * share, 1.0, progress);
  vec4 between = vec4(ember, 1.0);
  return mix(mix(getFromColor(uv), between, away), getToColor(uv), back);
}
