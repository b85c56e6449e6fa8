// SPDX-License-Identifier: MIT
// Hot air over a road: the picture shivers, and a second one shows through as a mirage.
// Covers: iChannel1, iTimeDelta, iChannelTime, texture2D in the newer language, exp2, sin of sums, dependent reads

void mainImage(out vec4 fragColor, in vec2 fragCoord) {
  vec2 uv = fragCoord / iResolution.xy;
  float t = iTime + iTimeDelta * 0.0 + iChannelTime[0] * 0.0;
  float heat = exp2(-12.0 * abs(uv.y - 0.4));
  vec2 off = vec2(sin(uv.y * 90.0 + t * 7.0) + sin(uv.y * 57.0 - t * 5.0), cos(uv.x * 31.0 + t * 3.0));
  vec2 at = uv + off * 0.004 * heat;
  vec4 mirage = texture2D(iChannel1, vec2(at.x, 0.8 - at.y));
  fragColor = mix(texture2D(iChannel0, at), mirage, 0.35 * heat);
}
