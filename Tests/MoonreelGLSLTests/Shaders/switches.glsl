uniform bool flip; // = true
uniform ivec2 pair; // = ivec2(1, 2)

float level(int n) {
  switch (n) {
    case 0: return 0.1;
    case 1:
    case 2: { float x = 0.2; return x * float(n); }
    default: break;
  }
  return 0.9;
}

vec4 transition(vec2 uv) {
  int n = int(uv.x * 5.0);
  float through = 0.0;
  switch (n) {
    case 3: through += 0.5;
    case 4: through += 0.25; break;
    case 0: through = 0.125;
  }
  for (int i = 0; i < 3; i++) {
    switch (i) { case 1: continue; default: through += 0.01; break; }
    through += 0.001;
  }
  return vec4(level(n), through, flip ? level(pair.y) : level(9), 1.0);
}
