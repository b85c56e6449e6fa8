// Assignments in all forms.
void spin(inout vec2 p, in float by, out float old) { old = p.x; p = vec2(p.y, p.x + by); }
float count(inout int n) { return float(n++); }

vec4 transition(vec2 uv) {
  float a, b, c;
  a = b = c = 0.25;
  vec4 v = vec4(0.1, 0.2, 0.3, 1.0);
  v.zx = v.xz;
  v.rg += uv;
  v.b *= 2.0;
  spin(v.xy, 0.5, c);
  int i = 3;
  float d = float(i++ + ++i) + float(i--) * 0.5;
  i += 7 / 2; i -= 1; i *= 2; i /= 3; i %= 3;
  int n = 1;
  float e = uv.x > 0.5 && count(n) > 0.0 ? float(n) : 0.5;
  b += a, a -= 0.125;
  vec2 w = uv; w *= mat2(0.0, 1.0, 1.0, 0.0);
  float f = (uv.y > 0.5 ? v : v.wzyx).x;
  return vec4(v.x * 0.25 + c * 0.1, v.y * 0.25 + b * 0.1 + f * 0.01, d * 0.05 + e * 0.1 + a + w.x * 0.01 + float(i) * 0.001, 1.0);
}
