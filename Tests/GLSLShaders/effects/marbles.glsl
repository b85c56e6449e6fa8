// SPDX-License-Identifier: MIT
// Three marbles, hit by rays exactly, with mirrors in them.
// Covers: structs with structs inside, inout struct, out struct, function that changes a copy, bool return with out parameters, loop of reflections
// Chaotic: edges of what is mirrored in mirrors

struct Ray {
  vec3 from;
  vec3 way;
};
struct Paint {
  vec3 color;
  float mirror;
};
struct Hit {
  float far;
  vec3 normal;
  Paint paint;
};

bool meets(Ray ray, vec3 middle, float radius, out float far) {
  vec3 off = ray.from - middle;
  float b = dot(off, ray.way), c = dot(off, off) - radius * radius;
  float inside = b * b - c;
  far = -b - sqrt(max(inside, 0.0));
  return inside > 0.0 && far > 0.001;
}

void marble(Ray ray, vec3 middle, float radius, Paint paint, inout Hit hit) {
  float far;
  if (!meets(ray, middle, radius, far) || far >= hit.far) return;
  hit.far = far;
  hit.normal = (ray.from + ray.way * far - middle) / radius;
  hit.paint = paint;
}

Hit first_hit(Ray ray) {
  Hit hit = Hit(1e4, vec3(0.0), Paint(vec3(0.0), 0.0));
  if (ray.way.y < 0.0) {
    hit.far = -(ray.from.y + 0.6) / ray.way.y;
    vec2 at = (ray.from + ray.way * hit.far).xz;
    float check = mod(floor(at.x) + floor(at.y), 2.0);
    hit.normal = vec3(0.0, 1.0, 0.0);
    hit.paint = Paint(vec3(0.3 + 0.5 * check), 0.1);
  }
  marble(ray, vec3(-1.3, 0.0, 0.0), 0.6, Paint(vec3(0.8, 0.3, 0.2), 0.2), hit);
  marble(ray, vec3(0.0, 0.1 + 0.3 * abs(sin(iTime * 2.0)), 0.6), 0.6, Paint(vec3(0.9), 0.7), hit);
  marble(ray, vec3(1.3, 0.0, 0.0), 0.6, Paint(vec3(0.2, 0.4, 0.8), 0.3), hit);
  return hit;
}

void mainImage(out vec4 fragColor, in vec2 fragCoord) {
  vec2 p = (2.0 * fragCoord - iResolution.xy) / iResolution.y;
  Ray ray = Ray(vec3(0.0, 0.6, -3.6), normalize(vec3(p, 1.7)));
  vec3 sum = vec3(0.0);
  float share = 1.0;
  for (int bounce = 0; bounce < 3; bounce++) {
    Hit hit = first_hit(ray);
    if (hit.far > 9e3) {
      sum += share * mix(vec3(0.8, 0.9, 1.0), vec3(0.3, 0.5, 0.8), clamp(ray.way.y, 0.0, 1.0));
      break;
    }
    float light = 0.3 + 0.7 * max(dot(hit.normal, normalize(vec3(0.5, 1.0, -0.6))), 0.0);
    sum += share * (1.0 - hit.paint.mirror) * hit.paint.color * light;
    share *= hit.paint.mirror;
    ray = Ray(ray.from + ray.way * hit.far, reflect(ray.way, hit.normal));
  }
  fragColor = vec4(sqrt(sum), 1.0);
}
