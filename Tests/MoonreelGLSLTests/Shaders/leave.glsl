// What is handed out is kept from pixels that have left the function.
void halved(float x, out float y, inout float z) {
  y = x;
  if (x > 0.5) { z += 0.25; return; }
  y = 0.125;
  z += y;
  for (int i = 0; i < 300; i++) { z -= 0.001; if (z < x) return; }
  y = 1.0;
}

vec4 transition(vec2 uv) {
  float width, height = 0.5;
  halved(uv.x, width, height);
  return vec4(width, height, 0.0, 1.0);
}
