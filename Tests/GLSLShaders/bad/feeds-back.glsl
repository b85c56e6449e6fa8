// SPDX-License-Identifier: MIT
// Bad: with `buffers = { A = this file, image = … }` buffer A reads itself (iChannel0 = "A"); frames are drawn in any
// order, so a buffer cannot see its own last frame. By itself the file is well formed.
// Mesa: accepts

void mainImage(out vec4 fragColor, in vec2 fragCoord) {
  vec4 last = texture(iChannel0, fragCoord / iResolution.xy);
  fragColor = last * 0.99 + 0.01 * vec4(fract(iTime), 0.0, 0.0, 1.0);
}
