// SPDX-License-Identifier: MIT
// The picture on a tube: bent glass, lines, a grille, dark corners.
// Covers: early return outside the glass, mod of fragCoord, several reads, macro constants, const vec3, clamp of a product

#define BEND 0.12
#define LINES 240.0

const vec3 phosphor = vec3(1.0, 1.04, 0.96);

vec2 glass(vec2 uv) {
  vec2 p = uv * 2.0 - 1.0;
  p *= 1.0 + BEND * dot(p, p) * 0.5;
  return p * 0.5 + 0.5;
}

void mainImage(out vec4 fragColor, in vec2 fragCoord) {
  vec2 uv = glass(fragCoord / iResolution.xy);
  if (uv.x < 0.0 || uv.y < 0.0 || uv.x > 1.0 || uv.y > 1.0) {
    fragColor = vec4(0.0, 0.0, 0.0, 1.0);
    return;
  }
  float wobble = 0.0008 * sin(uv.y * 40.0 + iTime * 9.0);
  vec3 color;
  color.r = texture(iChannel0, uv + vec2(wobble + 0.001, 0.0)).r;
  color.g = texture(iChannel0, uv + vec2(wobble, 0.0)).g;
  color.b = texture(iChannel0, uv + vec2(wobble - 0.001, 0.0)).b;
  float line = 0.75 + 0.25 * cos(uv.y * LINES * 6.2831853);
  vec3 grille = vec3(1.0);
  float third = mod(fragCoord.x, 3.0);
  if (third < 1.0) grille = vec3(1.15, 0.9, 0.9);
  else if (third < 2.0) grille = vec3(0.9, 1.15, 0.9);
  else grille = vec3(0.9, 0.9, 1.15);
  float corner = clamp(40.0 * uv.x * (1.0 - uv.x) * uv.y * (1.0 - uv.y) * 2.0, 0.0, 1.0);
  fragColor = vec4(color * phosphor * line * grille * pow(corner, 0.3) * 1.2, 1.0);
}
