// Globals that begin with more than constants, and one that changes.
uniform vec2 center; // = vec2(0.5, 0.25)
uniform int count; // = 3
const float PI = 3.141592653589793, HALF = PI / 2.0;
const int N = 2 + 1;
vec2 origin = center * 2.0;
float calls = 0.0;
float weights[N] = float[N](0.1, 0.2, 0.4);

float call(float x) { calls += 0.125; return x * origin.x; }

vec4 transition(vec2 uv) {
  float a = call(uv.x) + call(0.25);
  if (uv.y > 0.5) call(0.0);
  weights[count - 2] = 0.05;
  return vec4(a, calls, weights[0] + weights[1] + weights[2] + sin(HALF) * 0.0625, 1.0);
}
