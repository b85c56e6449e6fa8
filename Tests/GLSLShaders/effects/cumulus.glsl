// SPDX-License-Identifier: MIT
// Clouds: six octaves of value noise, bent by two more.
// Covers: fbm, nested calls, sine hash, for with halving amplitude, mat2 global constant, overload by type
// Chaotic: fract(sin(x) * 43758.5) magnifies what two sines differ by

const mat2 tilt = mat2(1.75, 0.95, -0.95, 1.75);

float dice(vec2 p) { return fract(sin(dot(p, vec2(19.19, 73.73))) * 43758.5453); }
float dice(float x) { return dice(vec2(x, x * 1.7)); }

float value(vec2 p) {
  vec2 i = floor(p);
  vec2 f = smoothstep(0.0, 1.0, fract(p));
  vec4 corners = vec4(dice(i), dice(i + vec2(1, 0)), dice(i + vec2(0, 1)), dice(i + vec2(1, 1)));
  vec2 rows = mix(corners.xz, corners.yw, f.x);
  return mix(rows.x, rows.y, f.y);
}

float layers(vec2 p, int count) {
  float sum = 0.0, height = 0.5;
  for (int i = 0; i < count; i++) {
    sum += height * value(p);
    p = tilt * p;
    height *= 0.5;
  }
  return sum;
}

void mainImage(out vec4 fragColor, in vec2 fragCoord) {
  vec2 p = fragCoord / iResolution.y * 3.0 + vec2(iTime * 0.2 + dice(1.0), 0.0);
  vec2 bend = vec2(layers(p + 2.7, 2), layers(p.yx, 2));
  float cloud = smoothstep(0.35, 0.75, layers(p + bend, 6));
  vec3 sky = mix(vec3(0.25, 0.5, 0.85), vec3(0.6, 0.8, 0.95), fragCoord.y / iResolution.y);
  fragColor = vec4(mix(sky, vec3(1.0, 0.98, 0.95), cloud), 1.0);
}
