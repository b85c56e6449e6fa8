// SPDX-License-Identifier: MIT
// Arcs on tiles that are turned at random.
// Covers: ternary with assignment, mod, step products, min of two distances, hash with fract of products only

float coin(vec2 cell) {
  float a = fract(cell.x * 0.7321 + cell.y * 0.1937);
  float b = fract(cell.y * 0.5179 - cell.x * 0.3083);
  return fract((a + 1.7) * (b + 2.3) * 19.1);
}

void mainImage(out vec4 fragColor, in vec2 fragCoord) {
  vec2 p = (fragCoord + iTime * 20.0) / 60.0 * (720.0 / iResolution.y);
  vec2 cell = floor(p), f = fract(p);
  f.x = coin(cell) < 0.5 ? f.x : 1.0 - f.x;
  float arc = min(abs(length(f) - 0.5), abs(length(f - 1.0) - 0.5));
  float line = smoothstep(0.12, 0.08, arc);
  float inner = smoothstep(0.05, 0.02, arc);
  vec3 ground = mod(cell.x + cell.y, 2.0) < 1.0 ? vec3(0.12, 0.2, 0.3) : vec3(0.14, 0.24, 0.34);
  vec3 color = mix(ground, vec3(0.95, 0.8, 0.5), line);
  fragColor = vec4(mix(color, vec3(0.7, 0.3, 0.2), inner), 1.0);
}
