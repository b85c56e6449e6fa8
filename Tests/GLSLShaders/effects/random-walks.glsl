// SPDX-License-Identifier: MIT
// Every pixel averages sixteen walks that start at random.
// Covers: mutable globals shared by functions, global array, global initialised by an expression of uniforms, side effects in arguments, nested loops with a global counter

float state = 0.0;
vec2 ways[4];
float clock = iTime * 0.1;

float next() {
  state = fract(state * 9.1373 + 0.2718);
  return state;
}

vec2 stepped(vec2 p) {
  int way = int(next() * 3.999);
  return p + ways[way] * next();
}

void mainImage(out vec4 fragColor, in vec2 fragCoord) {
  ways[0] = vec2(0.02, 0.0), ways[1] = vec2(-0.02, 0.0);
  ways[2] = vec2(0.0, 0.02), ways[3] = vec2(0.0, -0.02);
  vec2 cell = floor(fragCoord / 8.0);
  state = fract(cell.x * 0.754877 + cell.y * 0.569840 + clock);
  vec3 sum = vec3(0.0);
  for (int walk = 0; walk < 16; walk++) {
    vec2 p = (cell + 0.5) * 8.0 / iResolution.xy;
    for (int i = 0; i < 6; i++) p = stepped(p);
    sum += texture(iChannel0, p).rgb;
  }
  fragColor = vec4(sum / 16.0, 1.0);
}
