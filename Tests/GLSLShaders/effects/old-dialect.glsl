// SPDX-License-Identifier: MIT
// Written for the older language: tiles that nod.
// Covers: GLSL ES 1.00 style image (texture2D, constant loop bounds, no array constructors), precision statement, reversed smoothstep, tan, asin, faceforward

precision mediump float;

float nod(float x) { return asin(sin(x)) / 1.5707963; }

void mainImage(out vec4 fragColor, in vec2 fragCoord) {
  vec2 uv = fragCoord / iResolution.xy;
  vec2 cell = floor(uv * vec2(16.0, 9.0));
  float lean = nod(iTime + cell.x * 0.4 + cell.y * 0.7);
  vec2 inside = fract(uv * vec2(16.0, 9.0)) - 0.5;
  inside.x += inside.y * tan(lean * 0.6);
  vec4 color = texture2D(iChannel0, (cell + 0.5 + inside * 0.9) / vec2(16.0, 9.0));
  float seen = smoothstep(0.5, 0.44, max(abs(inside.x), abs(inside.y)));
  vec3 n = faceforward(vec3(lean, 0.0, 1.0), vec3(0.0, 0.0, -1.0), vec3(0.0, 0.0, 1.0));
  fragColor = vec4(color.rgb * seen * (0.8 + 0.2 * normalize(n).z), 1.0);
}
