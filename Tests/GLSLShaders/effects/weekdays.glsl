// SPDX-License-Identifier: MIT
// Seven panels, each drawn by a case of a switch.
// Covers: switch with fall through and default, return inside a case, loop inside a case, nested ternary, float modulo by floor, isnan, isinf

vec3 panel(int n, vec2 p) {
  vec3 c = vec3(0.1);
  switch (n) {
    case 0: return vec3(step(0.5, fract(p.x * 4.0)));
    case 1: c.r = fract(p.y * 3.0); break;
    case 2: c.g = 0.5;
    case 3: c.b += length(p - 0.5); break;
    case 4: {
      for (int i = 0; i < 4; i++) {
        if (p.y * 4.0 < float(i)) break;
        c += 0.2;
      }
      break;
    }
    case 5: {
      float odd = log(p.y - 0.5);
      c = isnan(odd) ? vec3(0.7, 0.2, 0.2) : isinf(odd) ? vec3(1.0) : vec3(0.2, 0.7, 0.3) * exp(odd) * 2.0;
      break;
    }
    default: c = p.x > p.y ? p.x + p.y > 1.0 ? vec3(0.9, 0.7, 0.1) : vec3(0.1, 0.4, 0.8) : vec3(0.3);
  }
  return c;
}

void mainImage(out vec4 fragColor, in vec2 fragCoord) {
  vec2 p = fragCoord / iResolution.xy * vec2(7.0, 1.0);
  fragColor = vec4(panel(int(p.x), vec2(fract(p.x), p.y)), 1.0);
}
