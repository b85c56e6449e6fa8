// Names that mean several things.
uniform float size; // = 0.25
uniform vec2 texture_size; // = vec2(2.0, 4.0)

vec4 texture(vec2 p) { return getFromColor(p); }
float area(float side) { return side * side; }
float area(vec2 sides) { return sides.x * sides.y; }
float area(float a, float b);
float area(float a, float b) { return area(vec2(a, b)); }
int twice(int n) { return n * 2; }
float twice(float n) { return n * 3.0; }

vec4 transition(vec2 uv) {
  float size = size + 0.25, area2 = area(0.5);
  vec4 texture = texture(uv);
  float area = area(texture_size) * 0.05 + area(size, 0.1) + area2;
  { float size = 0.0625; area += size; }
  return vec4(area, texture.g, float(twice(1)) * 0.1 + twice(0.1), 1.0);
}
