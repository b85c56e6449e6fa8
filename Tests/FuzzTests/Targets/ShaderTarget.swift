// SPDX-License-Identifier: MIT

import MoonreelGLSL

/// Shaders in GLSL.
enum ShaderTarget: FuzzTarget {
  static let name = "glsl"
  static let shortRunCount = 3000

  static func seeds() -> [[UInt8]] {
    [
      """
      #define SQUARE(x) ((x) * (x))
      #if defined(GL_ES) && __VERSION__ > 99
      precision mediump float;
      #endif
      uniform float size; // = 0.25 how large
      uniform ivec2 count /* = ivec2(2, 3) */;
      struct Spot { vec2 place; float weight; };
      const int N = 3;
      float weights[N] = float[N](0.1, 0.2, 0.7);
      float level(vec2 p, inout float seen) {
        for (int i = 0; i < N; i++) { seen += weights[i]; if (p.x > seen) return seen; }
        while (seen > 0.1) { seen *= SQUARE(0.9); if (p.y < seen) continue; break; }
        return seen;
      }
      vec4 transition(vec2 uv) {
        Spot spot = Spot(uv.yx, size);
        float a = 0.0;
        float b = level(spot.place, a);
        spot.place[count.x - 1] += a;
        mat2 turn = mat2(cos(a), sin(a), -sin(a), cos(a));
        vec4 mixed = mix(getFromColor(turn * uv), getToColor(uv), smoothstep(0.0, 1.0, progress));
        return uv.x > b ? mixed : vec4(spot.place, pow(a, 2.0), 1.0);
      }
      """,
      """
      void mainImage(out vec4 fragColor, in vec2 fragCoord) {
        vec2 z = vec2(0.0), c = fragCoord / iResolution.xy * 3.0 - vec2(2.0, 1.5);
        int n = 0;
        for (int i = 0; i < 300; i++) {
          z = vec2(z.x * z.x - z.y * z.y, 2.0 * z.x * z.y) + c;
          if (dot(z, z) > 4.0) break;
          n++;
        }
        switch (n & 3) { case 0: z = z.yx; case 1: z += 0.5; break; default: discard; }
        do { z /= 2.0; n -= 7 % 4; } while (any(greaterThan(abs(z), vec2(1.0))) && n > 0);
        fragColor = vec4(0.5 + 0.5 * cos(iTime + z.xyx + vec3(0, 2, 4)), 1.0)
          * texture(iChannel0, fract(z)).rgba;
      }
      """,
    ].map { Array($0.utf8) }
  }

  static func take(_ input: [UInt8]) throws {
    _ = try GLSLShader(source: input, name: "a.glsl").kernel()
  }
}
