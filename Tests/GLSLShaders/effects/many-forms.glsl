// SPDX-License-Identifier: MIT
// Stripes made by one name with seven meanings.
// Covers: overloads by count and by type, float int vec2 vec3 mat2 bool arguments, prototype before the definition, in and const in parameters

float tone(float x);
float tone(vec2 p) { return tone(p.x + p.y * 0.5); }
float tone(const in vec3 p) { return tone(p.xy) * 0.5 + tone(p.z) * 0.5; }
float tone(int n) { return float(n) * 0.125; }
float tone(bool on) { return on ? 1.0 : 0.25; }
float tone(mat2 m) { return tone(m[0]) - tone(m[1]); }
float tone(float x, float y) { return tone(vec2(x, y) * mat2(2.0, 1.0, -1.0, 2.0)); }
float tone(float x) { return 0.5 + 0.5 * sin(x * 12.0 + iTime); }

void mainImage(out vec4 fragColor, in vec2 fragCoord) {
  vec2 p = fragCoord / iResolution.y;
  int stripe = int(p.x * 5.0);
  float a = tone(stripe) * tone(p) + tone(mat2(p, p.yx));
  float b = tone(vec3(p, 0.3)) * tone(p.y > 0.5);
  float c = tone(p.x, p.y);
  fragColor = vec4(a, b, c, 1.0);
}
