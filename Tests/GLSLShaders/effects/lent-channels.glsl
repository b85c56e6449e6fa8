// SPDX-License-Identifier: MIT
// Two channels, woven; each is read by functions that are handed it.
// Covers: sampler2D as a parameter, bias as third argument, textureGrad, textureOffset, textureProj, textureLod, the same function with two samplers, select of a sampler by branches

vec4 thread(sampler2D map, vec2 p, float shade) {
  return vec4(texture(map, p, 0.0).rgb * shade, 1.0);
}

vec4 blurred(in sampler2D map, vec2 p) {
  vec4 sum = textureGrad(map, p, vec2(0.0), vec2(0.0));
  sum += textureOffset(map, p, ivec2(1, -1));
  sum += textureProj(map, vec3(p * 2.0, 2.0));
  return (sum + textureLod(map, p, 0.0)) * 0.25;
}

void mainImage(out vec4 fragColor, in vec2 fragCoord) {
  vec2 uv = fragCoord / iResolution.xy;
  vec2 cell = floor(uv * vec2(32.0, 18.0)), f = fract(uv * vec2(32.0, 18.0));
  bool over = mod(cell.x + cell.y, 2.0) < 0.5;
  float shade = 0.6 + 0.4 * sin((over ? f.x : f.y) * 3.14159265);
  if (uv.y < 0.15) fragColor = blurred(iChannel0, uv);
  else if (over) fragColor = thread(iChannel0, uv, shade);
  else fragColor = thread(iChannel1, uv, shade);
}
