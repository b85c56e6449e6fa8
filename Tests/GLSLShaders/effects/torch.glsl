// SPDX-License-Identifier: MIT
// A torch shines where the mouse is, or goes round where there is none.
// Covers: iMouse, iMouse.z above 0, any, notEqual, ternary of vectors, iChannel1 beside iChannel0

void mainImage(out vec4 fragColor, in vec2 fragCoord) {
  vec2 spot = iResolution.xy * (0.5 + 0.3 * vec2(cos(iTime), sin(iTime)));
  bool is_pressed = any(notEqual(iMouse.xy, vec2(0.0))) && iMouse.z > 0.0;
  spot = is_pressed ? iMouse.xy : spot;
  float far = distance(fragCoord, spot) / iResolution.y;
  float light = smoothstep(0.35, 0.1, far);
  vec2 uv = fragCoord / iResolution.xy;
  vec4 dark = texture(iChannel0, uv) * vec4(0.15, 0.18, 0.3, 1.0);
  fragColor = mix(dark, texture(iChannel1, uv), light);
}
