// SPDX-License-Identifier: MIT
// Everything that is about as blue as the sky is cut out of the picture.
// Covers: discard, discard under a condition, alpha 0, discard inside a function, computations after it

vec4 kept(vec4 c) {
  float blue = c.b - max(c.r, c.g);
  if (blue > 0.12) discard;
  return vec4(c.rgb, c.a * smoothstep(0.12, 0.06, blue));
}

void mainImage(out vec4 fragColor, in vec2 fragCoord) {
  vec2 uv = fragCoord / iResolution.xy;
  if (uv.x > 0.96) discard;
  vec4 c = kept(texture(iChannel0, uv));
  fragColor = vec4(pow(c.rgb, vec3(0.9)), c.a);
}
