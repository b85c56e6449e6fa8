// SPDX-License-Identifier: MIT
// Programs for sound, step by step over a chunk of samples.
#include "moonreel_sound.h"
#include <string.h>

#pragma clang fp contract(off)

#define MR_NAME(name) sound_##name
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wunused-function"
#include "levels/functions.inc"
#pragma clang diagnostic pop

// What a recursion keeps: nothing that is not a number, nothing beyond all measure, and nothing so small that
// processors take a detour for it.
static inline double kept(double x) {
  const double size = x < 0 ? -x : x;
  return size < 1e15 && size > 1e-30 ? x : 0;
}

// A number in -1…1 from a place (SplitMix64's finalizer).
static inline double random_at(uint64_t place, uint64_t seed) {
  uint64_t z = place * 0x9e3779b97f4a7c15u + seed * 0xd1342543de82ef95u + 0x632be59bd9b4e019u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  z ^= z >> 31;
  return (double)(int64_t)(z >> 11) * 0x1p-52 - 1;
}

// What a line held `delay` samples before `position`, where `last` is the newest that it holds. `delay` is at least 0.
static inline double line_at(
    const double *line, ptrdiff_t mask, ptrdiff_t channels, ptrdiff_t channel, int64_t position,
    int64_t last, double delay) {
  // What was meant to be a whole number of samples is one.
  const double nearest = (double)(int64_t)(delay + 0.5), off = delay - nearest;
  if (off < 1e-6 && off > -1e-6) delay = nearest;
  const int64_t whole = (int64_t)delay;
  // Between the sample `whole` ago and the one before it.
  const double t = delay - (double)whole;
  const int64_t at = position - whole;
#define MR_AT(n) line[(ptrdiff_t)((uint64_t)((n) > last ? last : (n)) & (uint64_t)mask) * channels + channel]
  const double now = MR_AT(at);
  if (t == 0) return now;
  const double next = MR_AT(at + 1), before = MR_AT(at - 1), earlier = MR_AT(at - 2);
#undef MR_AT
  // The cubic through four samples (Lagrange).
  const double u = t + 1, v = t - 1, w = t - 2;
  return next * (-t * v * w / 6) + now * (u * v * w / 2) + before * (-u * t * w / 2)
      + earlier * (u * t * v / 6);
}

// Fills `out` with what a line held `seconds` before each sample from `position` on, where `lag` is how many samples its
// newest is behind: 0 or 1.
static void read_line(
    const mr_sound_run *run, const mr_sound_step *step, double *out, const double *seconds,
    ptrdiff_t count, int64_t position, int64_t lag) {
  const ptrdiff_t channels = run->channels, all = count * channels, mask = step->length - 1;
  const double *line = run->state + step->state;
  // Behind the oldest sample that a chunk leaves there are two more for the cubic.
  const double least = (double)lag, most = (double)(step->length - MR_SOUND_CHUNK - 4);
  int is_steady = 1;
  for (ptrdiff_t i = 1; i < all; i++) is_steady &= seconds[i] == seconds[0];
  double delay = seconds[0] * run->rate;
  delay = delay > least ? (delay < most ? delay : most) : least;
  const int64_t whole = (int64_t)(delay + 0.5);
  const double off = delay - (double)whole;
  if (is_steady && off < 1e-6 && off > -1e-6) {
    for (ptrdiff_t done = 0; done < count;) {
      const ptrdiff_t from = (ptrdiff_t)((uint64_t)(position + done - whole) & (uint64_t)mask);
      const ptrdiff_t left = mask + 1 - from, part = left < count - done ? left : count - done;
      memcpy(out + done * channels, line + from * channels, (size_t)(part * channels) * sizeof *out);
      done += part;
    }
    return;
  }
  for (ptrdiff_t i = 0; i < count; i++)
    for (ptrdiff_t channel = 0; channel < channels; channel++) {
      delay = seconds[i * channels + channel] * run->rate;
      delay = delay > least ? (delay < most ? delay : most) : least;
      out[i * channels + channel] =
          line_at(line, mask, channels, channel, position + i, lag ? position - 1 : position + i, delay);
    }
}

// Puts the samples of a chunk into a line.
static void write_line(
    const mr_sound_run *run, const mr_sound_step *step, const double *a, ptrdiff_t count,
    int64_t position) {
  const ptrdiff_t channels = run->channels, mask = step->length - 1;
  double *line = run->state + step->state;
  for (ptrdiff_t done = 0; done < count;) {
    const ptrdiff_t to = (ptrdiff_t)((uint64_t)(position + done) & (uint64_t)mask);
    const ptrdiff_t left = mask + 1 - to, part = left < count - done ? left : count - done;
    double *slots = line + to * channels;
    const double *samples = a + done * channels;
    if (step->op == MR_SOUND_KEEP)
      for (ptrdiff_t i = 0; i < part * channels; i++) slots[i] = kept(samples[i]);
    else
      memcpy(slots, samples, (size_t)(part * channels) * sizeof *slots);
    done += part;
  }
}

// Two channels side by side, because each sample waits for the one before it.
typedef double pair __attribute__((vector_size(16)));
typedef int64_t pair_mask __attribute__((vector_size(16)));

// Two neighbours, or one twice: what is alone takes the place of both.
static inline pair pair_at(const double *from, ptrdiff_t other) { return (pair){from[0], from[other]}; }
static inline void put_pair(double *to, ptrdiff_t other, pair x) {
  to[other] = x[1];
  to[0] = x[0];
}
static inline pair chosen(pair_mask is, pair a, pair b) {
  return (pair)((is & (pair_mask)a) | (~is & (pair_mask)b));
}
static inline pair kept_pair(pair x) {
  const pair size = (pair)((pair_mask)x & INT64_MAX);
  return (pair)((pair_mask)x & (size < 1e15) & (size > 1e-30));
}

// A filter of second order (transposed direct form II).
static void biquad(
    const double *registers, const mr_sound_step *step, double *state, double *out,
    ptrdiff_t channels, ptrdiff_t count) {
  const ptrdiff_t size = (ptrdiff_t)MR_SOUND_CHUNK * channels;
  const double *in[6];
  for (int index = 0; index < 6; index++) in[index] = registers + step->in[index] * size;
  for (ptrdiff_t channel = 0; channel < channels; channel += 2) {
    const ptrdiff_t other = channel + 1 < channels;
    pair s = pair_at(state + channel, other), z = pair_at(state + channels + channel, other);
    for (ptrdiff_t i = channel; i < count * channels; i += channels) {
      const pair x = pair_at(in[0] + i, other), y = pair_at(in[1] + i, other) * x + s;
      const pair a1 = pair_at(in[4] + i, other), a2 = pair_at(in[5] + i, other);
      s = kept_pair((pair_at(in[2] + i, other) * x - a1 * y) + z);
      z = kept_pair(pair_at(in[3] + i, other) * x - a2 * y);
      put_pair(out + i, other, y);
    }
    put_pair(state + channel, other, s);
    put_pair(state + channels + channel, other, z);
  }
}

// What comes closer to `a`: by the share `rise` on the way up, `fall` on the way down.
static void follow(
    double *state, double *out, const double *a, const double *rise, const double *fall,
    ptrdiff_t channels, ptrdiff_t count) {
  for (ptrdiff_t channel = 0; channel < channels; channel += 2) {
    const ptrdiff_t other = channel + 1 < channels;
    pair y = pair_at(state + channel, other);
    for (ptrdiff_t i = channel; i < count * channels; i += channels) {
      const pair x = pair_at(a + i, other);
      const pair share = chosen(x > y, pair_at(rise + i, other), pair_at(fall + i, other));
      y = kept_pair(y + share * (x - y));
      put_pair(out + i, other, y);
    }
    put_pair(state + channel, other, y);
  }
}

ptrdiff_t mr_sound_state(int op, ptrdiff_t length, ptrdiff_t channels) {
  switch (op) {
    case MR_SOUND_DELAY:
    case MR_SOUND_BACK: return length * channels;
    case MR_SOUND_BIQUAD: return 2 * channels;
    case MR_SOUND_FOLLOW:
    case MR_SOUND_PHASE: return channels;
    // Values and their positions, and where the queue begins and ends.
    case MR_SOUND_PEAK: return (2 * length + 2) * channels;
    case MR_SOUND_MEAN: return (length + 1) * channels;
    default: return 0;
  }
}

double mr_sound_number(int op, double a, double b, double c, double d) {
  switch (op) {
#define MR_CASE(name, swift, method, operands, cost, expression) \
  case MR_##name: return expression;
    MR_OPERATIONS(MR_CASE)
#undef MR_CASE
    default: return 0;
  }
}

// The greatest of the last `length` values: a queue of those that no later one exceeds, oldest first.
static void peak(
    const mr_sound_step *step, double *state, double *out, const double *a, ptrdiff_t channels,
    ptrdiff_t count, int64_t position) {
  const ptrdiff_t length = step->length;
  for (ptrdiff_t channel = 0; channel < channels; channel++) {
    double *values = state + channel * (2 * length + 2), *places = values + length;
    ptrdiff_t head = (ptrdiff_t)places[length], held = (ptrdiff_t)places[length + 1];
    for (ptrdiff_t i = 0; i < count; i++) {
      const double x = a[i * channels + channel];
      while (held > 0) {
        ptrdiff_t last = head + held - 1;
        last = last >= length ? last - length : last;
        if (values[last] > x) break;
        held--;
      }
      if (held > 0 && places[head] <= (double)(position + i - length)) {
        head = head + 1 == length ? 0 : head + 1;
        held--;
      }
      ptrdiff_t next = head + held;
      next = next >= length ? next - length : next;
      values[next] = x;
      places[next] = (double)(position + i);
      held++;
      out[i * channels + channel] = values[head];
    }
    places[length] = (double)head;
    places[length + 1] = (double)held;
  }
}

static void mean(
    const mr_sound_step *step, double *state, double *out, const double *a, ptrdiff_t channels,
    ptrdiff_t count, int64_t position) {
  const ptrdiff_t length = step->length;
  double *sums = state + length * channels;
  ptrdiff_t slot = (ptrdiff_t)(position % length);
  for (ptrdiff_t i = 0; i < count; i++) {
    double *old = state + slot * channels;
    for (ptrdiff_t channel = 0; channel < channels; channel++) {
      const double x = kept(a[i * channels + channel]);
      sums[channel] += x - old[channel];
      old[channel] = x;
      out[i * channels + channel] = sums[channel] / (double)length;
    }
    slot = slot + 1 == length ? 0 : slot + 1;
  }
}

void mr_sound_process(
    const mr_sound_run *run, const mr_sound_step *steps, ptrdiff_t step_count, ptrdiff_t first,
    ptrdiff_t count, int64_t position, ptrdiff_t place) {
  const ptrdiff_t channels = run->channels, all = count * channels;
  const ptrdiff_t size = (ptrdiff_t)MR_SOUND_CHUNK * channels;
  double *registers = run->registers + place * channels;
  for (const mr_sound_step *step = steps; step < steps + step_count; step++) {
    double *out = registers + step->out * size;
    const double *pa = registers + step->in[0] * size, *pb = registers + step->in[1] * size;
    const double *pc = registers + step->in[2] * size, *pd = registers + step->in[3] * size;
    double *state = run->state + step->state;
    switch (step->op) {
// A register is another one or the same, never a part of it.
#define MR_CASE(name, swift, method, operands, cost, expression) \
  case MR_##name: \
    _Pragma("clang loop vectorize(assume_safety)") for (ptrdiff_t i = 0; i < all; i++) { \
      const double a = pa[i], b = pb[i], c = pc[i], d = pd[i]; \
      (void)b, (void)c, (void)d; \
      out[i] = expression; \
    } \
    break;
      MR_OPERATIONS(MR_CASE)
#undef MR_CASE
      case MR_SOUND_INPUT:
        for (ptrdiff_t channel = 0; channel < channels; channel++) {
          const float *plane = run->inputs[step->index * channels + channel];
          for (ptrdiff_t i = 0; i < count; i++)
            out[i * channels + channel] = plane ? (double)plane[first + i] : 0;
        }
        break;
      case MR_SOUND_CONTROL: {
        const double from = run->controls[step->index];
        const double rise = (run->next_controls[step->index] - from) / MR_SOUND_CHUNK;
        if (rise == 0) {
          for (ptrdiff_t i = 0; i < all; i++) out[i] = from;
          break;
        }
        for (ptrdiff_t i = 0; i < count; i++)
          for (ptrdiff_t channel = 0; channel < channels; channel++)
            out[i * channels + channel] = from + rise * (double)(place + i);
        break;
      }
      case MR_SOUND_TIME:
        for (ptrdiff_t i = 0; i < count; i++)
          for (ptrdiff_t channel = 0; channel < channels; channel++)
            out[i * channels + channel] = (double)(position + i) / run->rate;
        break;
      case MR_SOUND_CHANNEL:
        for (ptrdiff_t i = 0; i < count; i++)
          for (ptrdiff_t channel = 0; channel < channels; channel++)
            out[i * channels + channel] = (double)channel;
        break;
      case MR_SOUND_NOISE:
        for (ptrdiff_t i = 0; i < count; i++)
          for (ptrdiff_t channel = 0; channel < channels; channel++)
            out[i * channels + channel] = random_at(
                (uint64_t)(position + i), (uint64_t)step->index * 64 + (uint64_t)channel);
        break;
      case MR_SOUND_SUM:
      case MR_SOUND_HIGHEST:
        for (ptrdiff_t i = 0; i < count; i++) {
          double found = pa[i * channels];
          for (ptrdiff_t channel = 1; channel < channels; channel++) {
            const double x = pa[i * channels + channel];
            found = step->op == MR_SOUND_SUM ? found + x : x > found ? x : found;
          }
          for (ptrdiff_t channel = 0; channel < channels; channel++)
            out[i * channels + channel] = found;
        }
        break;
      case MR_SOUND_OF:
        for (ptrdiff_t i = 0; i < count; i++) {
          const double x = step->index < channels ? pa[i * channels + step->index] : 0;
          for (ptrdiff_t channel = 0; channel < channels; channel++) out[i * channels + channel] = x;
        }
        break;
      case MR_SOUND_DELAY:
        write_line(run, step, pa, count, position);
        read_line(run, step, out, pb, count, position, 0);
        break;
      case MR_SOUND_BACK: read_line(run, step, out, pa, count, position, 1); break;
      case MR_SOUND_KEEP: write_line(run, step, pa, count, position); break;
      case MR_SOUND_BIQUAD: biquad(registers, step, state, out, channels, count); break;
      case MR_SOUND_FOLLOW: follow(state, out, pa, pb, pc, channels, count); break;
      case MR_SOUND_PHASE:
        for (ptrdiff_t channel = 0; channel < channels; channel++) {
          double phase = state[channel];
          for (ptrdiff_t i = channel; i < all; i += channels) {
            // The result may stand where the hertz stood.
            const double step_of_phase = pa[i] / run->rate;
            out[i] = phase;
            phase = kept(phase + step_of_phase);
            phase -= __builtin_floor(phase);
          }
          state[channel] = phase;
        }
        break;
      case MR_SOUND_PEAK: peak(step, state, out, pa, channels, count, position); break;
      case MR_SOUND_MEAN: mean(step, state, out, pa, channels, count, position); break;
      default: break;
    }
  }
}

void mr_sound_finish(const mr_sound_run *run, ptrdiff_t first, ptrdiff_t count) {
  const ptrdiff_t channels = run->channels;
  const double *result = run->registers + run->result * MR_SOUND_CHUNK * channels;
  for (ptrdiff_t channel = 0; channel < channels; channel++) {
    float *plane = run->outputs[channel];
    for (ptrdiff_t i = 0; i < count; i++) {
      const double x = result[i * channels + channel];
      plane[first + i] = x < 1e15 && x > -1e15 ? (float)x : 0;
    }
  }
}

void mr_fourier(
    double *re, double *im, ptrdiff_t size, const double *cosines, const double *sines,
    double sign) {
  for (ptrdiff_t i = 1, j = 0; i < size; i++) {
    ptrdiff_t bit = size >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) {
      const double a = re[i], b = im[i];
      re[i] = re[j];
      im[i] = im[j];
      re[j] = a;
      im[j] = b;
    }
  }
  for (ptrdiff_t half = 1; half < size; half *= 2) {
    const ptrdiff_t stride = size / (2 * half);
    for (ptrdiff_t begin = 0; begin < size; begin += 2 * half)
      for (ptrdiff_t k = 0; k < half; k++) {
        const double c = cosines[k * stride], s = sign * sines[k * stride];
        const ptrdiff_t one = begin + k, two = one + half;
        const double x = re[two] * c - im[two] * s, y = re[two] * s + im[two] * c;
        re[two] = re[one] - x;
        im[two] = im[one] - y;
        re[one] += x;
        im[one] += y;
      }
  }
}

void mr_add_products(
    double *re, double *im, const double *ar, const double *ai, const double *br,
    const double *bi, ptrdiff_t count) {
  for (ptrdiff_t i = 0; i < count; i++) {
    re[i] += ar[i] * br[i] - ai[i] * bi[i];
    im[i] += ar[i] * bi[i] + ai[i] * br[i];
  }
}
