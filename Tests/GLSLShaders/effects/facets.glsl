// SPDX-License-Identifier: MIT
// A kaleidoscope of the picture with any even number of mirrors.
// Covers: acos, polar folding with mod, abs, global constants with arithmetic, iChannelResolution

const float MIRRORS = 4.0 * 2.0;
const float WEDGE = 6.28318530718 / MIRRORS;

void mainImage(out vec4 fragColor, in vec2 fragCoord) {
  vec2 p = (fragCoord - 0.5 * iResolution.xy) / iResolution.y;
  float far = length(p);
  float angle = acos(clamp(p.x / max(far, 1e-5), -1.0, 1.0));
  angle = p.y < 0.0 ? 6.28318530718 - angle : angle;
  angle = abs(mod(angle + iTime * 0.2, WEDGE * 2.0) - WEDGE);
  vec2 q = far * vec2(cos(angle + iTime * 0.3), sin(angle + iTime * 0.3));
  q.x *= iChannelResolution[0].y / iChannelResolution[0].x;
  vec2 uv = abs(mod(q + 0.5 + 1.0, 2.0) - 1.0);
  fragColor = vec4(texture(iChannel0, uv).rgb, 1.0);
}
