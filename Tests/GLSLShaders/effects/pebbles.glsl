// SPDX-License-Identifier: MIT
// Pebbles: the two nearest of points that wander in their cells.
// Covers: nested loops, int counters from negative bounds, ivec2, inout vector, vec2 from two ints, continue

vec2 wandering(ivec2 cell) {
  vec2 p = vec2(cell);
  vec2 phase = fract(sin(vec2(dot(p, vec2(17.3, 41.9)), dot(p, vec2(29.7, 13.1)))) * 541.73);
  return 0.5 + 0.35 * cos(iTime * 0.6 + 6.2831853 * phase);
}

void keep(inout vec3 nearest, float far, float id) {
  if (far < nearest.x) nearest = vec3(far, nearest.x, id);
  else if (far < nearest.y) nearest.y = far;
}

void mainImage(out vec4 fragColor, in vec2 fragCoord) {
  vec2 p = fragCoord / iResolution.y * 6.0;
  ivec2 home = ivec2(floor(p));
  vec3 nearest = vec3(9.0, 9.0, 0.0);
  for (int y = -2; y <= 2; y++) {
    for (int x = -2; x <= 2; x++) {
      if (x * x + y * y > 7) continue;
      ivec2 cell = home + ivec2(x, y);
      float far = distance(p, vec2(cell) + wandering(cell));
      keep(nearest, far, float(cell.x) * 7.0 + float(cell.y) * 13.0);
    }
  }
  float border = nearest.y - nearest.x;
  vec3 stone = 0.55 + 0.2 * cos(nearest.z + vec3(0.0, 0.4, 0.9));
  fragColor = vec4(stone * smoothstep(0.03, 0.2, border) * (1.1 - 0.6 * nearest.x), 1.0);
}
