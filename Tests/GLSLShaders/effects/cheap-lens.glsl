// SPDX-License-Identifier: MIT
// Colours part towards the corners as in a cheap lens.
// Covers: for over int with accumulated vec3 weights, 10 fetches, smoothstep of a counter, vec3 from three calls

void mainImage(out vec4 fragColor, in vec2 fragCoord) {
  vec2 uv = fragCoord / iResolution.xy, off = uv - 0.5;
  vec3 sum = vec3(0.0), whole = vec3(0.0);
  float force = 0.06 * dot(off, off) * (1.0 + 0.5 * sin(iTime));
  for (int i = 0; i < 10; i++) {
    float t = float(i) / 9.0;
    vec3 weight = vec3(
      smoothstep(0.5, 0.0, t), 1.0 - abs(2.0 * t - 1.0), smoothstep(0.5, 1.0, t)) + 0.001;
    sum += weight * texture(iChannel0, uv + off * force * (t - 0.5) * 4.0).rgb;
    whole += weight;
  }
  fragColor = vec4(sum / whole, 1.0);
}
