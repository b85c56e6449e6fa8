// SPDX-License-Identifier: MIT
// The camera darts forward: the pictures are smeared from the middle outwards.
// Covers: for with a factor that grows, continue, sine hash of uv, up to 32 fetches, swizzle write
// Ends: exact within rounding

uniform float pull; // = 0.5

float offset_of(vec2 p) {
  return fract(sin(dot(p, vec2(41.3, 289.1))) * 17431.77);
}

vec4 transition(vec2 uv) {
  float force = pull * progress * (1.0 - progress) * 4.0;
  float each = exp2(-force / 16.0);
  float zoom = mix(1.0, each, offset_of(uv));
  float taken = 0.0;
  vec4 sum = vec4(0.0);
  for (int i = 0; i < 16; i++) {
    zoom *= each;
    vec2 p = (uv - 0.5) * zoom + 0.5;
    if (zoom < 0.62) continue;
    sum.rgba += i < int(progress * 17.0) ? getToColor(p) : getFromColor(p);
    taken++;
  }
  return sum / taken;
}
