// SPDX-License-Identifier: MIT
// The picture printed with dots of four inks.
// Covers: function with a mat2 inside, four rotated grids, min of vec3 components, constructor of vec4 from parts, smoothstep by pixel size

vec4 inks(vec3 c) {
  float black = 1.0 - max(c.r, max(c.g, c.b));
  return vec4((1.0 - c - black) / max(1.0 - black, 1e-3), black);
}

float dot_at(vec2 p, float degrees_, float amount) {
  float a = radians(degrees_);
  mat2 turn = mat2(cos(a), -sin(a), sin(a), cos(a));
  vec2 f = fract(turn * p / 7.0) - 0.5;
  return smoothstep(-0.08, 0.08, sqrt(amount) * 0.72 - length(f));
}

void mainImage(out vec4 fragColor, in vec2 fragCoord) {
  vec4 ink = inks(texture(iChannel0, fragCoord / iResolution.xy).rgb);
  vec3 color = vec3(0.97, 0.95, 0.9);
  color *= mix(vec3(1.0), vec3(0.0, 0.65, 0.9), dot_at(fragCoord, 15.0, ink.x));
  color *= mix(vec3(1.0), vec3(0.9, 0.1, 0.5), dot_at(fragCoord, 75.0, ink.y));
  color *= mix(vec3(1.0), vec3(1.0, 0.9, 0.1), dot_at(fragCoord, 0.0, ink.z));
  color *= mix(vec3(1.0), vec3(0.12), dot_at(fragCoord, 45.0, ink.w));
  fragColor = vec4(color, 1.0);
}
