// Amplifies the smallest errors of sines and positions.
float rand(vec2 co) { return fract(sin(dot(co.xy, vec2(12.9898, 78.233))) * 43758.5453); }
vec4 transition(vec2 uv) { return vec4(vec3(rand(uv)), 1.0); }
