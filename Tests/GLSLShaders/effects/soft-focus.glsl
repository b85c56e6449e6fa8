// SPDX-License-Identifier: MIT
// A Gaussian blur with weights computed in the loop, mixed with the sharp picture.
// Covers: exp in a loop, nested loops with a radius, normalisation by the sum, 82 fetches, const int in a loop bound

const int RADIUS = 4;

void mainImage(out vec4 fragColor, in vec2 fragCoord) {
  vec2 uv = fragCoord / iResolution.xy;
  vec4 sum = vec4(0.0);
  float whole = 0.0;
  for (int y = -RADIUS; y <= RADIUS; y++) {
    for (int x = -RADIUS; x <= RADIUS; x++) {
      vec2 off = vec2(x, y);
      float weight = exp(-dot(off, off) / 10.0);
      sum += weight * texture(iChannel0, (fragCoord + off * 1.5) / iResolution.xy);
      whole += weight;
    }
  }
  vec4 soft = sum / whole, sharp = texture(iChannel0, uv);
  fragColor = mix(sharp, 1.0 - (1.0 - soft) * (1.0 - sharp * 0.5), 0.6);
}
