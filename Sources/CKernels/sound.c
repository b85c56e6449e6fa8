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

// What a line held `delay` samples before `position`, where `last` is the newest that it holds.
static inline double line_at(
    const double *line, ptrdiff_t mask, ptrdiff_t channels, ptrdiff_t channel, int64_t position,
    int64_t last, double delay) {
  // What was meant to be a whole number of samples is one.
  const double nearest = __builtin_floor(delay + 0.5), off = delay - nearest;
  if (off < 1e-6 && off > -1e-6) delay = nearest;
  const double whole = __builtin_floor(delay);
  // Between the sample `whole` ago and the one before it.
  const double t = delay - whole;
  const int64_t at = position - (int64_t)whole;
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
    const mr_sound_run *run, ptrdiff_t first, ptrdiff_t count, int64_t position, ptrdiff_t place) {
  const ptrdiff_t channels = run->channels, all = count * channels;
  const ptrdiff_t size = (ptrdiff_t)MR_SOUND_CHUNK * channels;
  for (const mr_sound_step *step = run->steps; step < run->steps + run->step_count; step++) {
    double *out = run->registers + step->out * size;
    const double *pa = run->registers + step->in[0] * size, *pb = run->registers + step->in[1] * size;
    const double *pc = run->registers + step->in[2] * size, *pd = run->registers + step->in[3] * size;
    double *state = run->state + step->state;
    switch (step->op) {
#define MR_CASE(name, swift, method, operands, cost, expression) \
  case MR_##name: \
    for (ptrdiff_t i = 0; i < all; i++) { \
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
        for (ptrdiff_t i = 0; i < count; i++)
          for (ptrdiff_t channel = 0; channel < channels; channel++)
            out[i * channels + channel] = rise == 0 ? from : from + rise * (double)(place + i);
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
      case MR_SOUND_DELAY: {
        const ptrdiff_t mask = step->length - 1;
        for (ptrdiff_t i = 0; i < count; i++) {
          double *slot = state + (ptrdiff_t)((uint64_t)(position + i) & (uint64_t)mask) * channels;
          for (ptrdiff_t channel = 0; channel < channels; channel++)
            slot[channel] = pa[i * channels + channel];
        }
        // Behind the oldest sample that a chunk leaves there are two more for the cubic.
        const double most = (double)(step->length - MR_SOUND_CHUNK - 4);
        for (ptrdiff_t i = 0; i < count; i++)
          for (ptrdiff_t channel = 0; channel < channels; channel++) {
            double delay = pb[i * channels + channel] * run->rate;
            delay = delay > 0 ? (delay < most ? delay : most) : 0;
            out[i * channels + channel] =
                line_at(state, mask, channels, channel, position + i, position + i, delay);
          }
        break;
      }
      case MR_SOUND_BACK: {
        const ptrdiff_t mask = step->length - 1;
        const double most = (double)(step->length - MR_SOUND_CHUNK - 4);
        for (ptrdiff_t i = 0; i < count; i++)
          for (ptrdiff_t channel = 0; channel < channels; channel++) {
            double delay = pa[i * channels + channel] * run->rate;
            delay = delay > 1 ? (delay < most ? delay : most) : 1;
            out[i * channels + channel] =
                line_at(state, mask, channels, channel, position + i, position - 1, delay);
          }
        break;
      }
      case MR_SOUND_KEEP:
        for (ptrdiff_t i = 0; i < count; i++) {
          const uint64_t mask = (uint64_t)step->length - 1;
          double *slot = state + (ptrdiff_t)((uint64_t)(position + i) & mask) * channels;
          for (ptrdiff_t channel = 0; channel < channels; channel++)
            slot[channel] = kept(pa[i * channels + channel]);
        }
        break;
      case MR_SOUND_BIQUAD: {
        const double *p4 = run->registers + step->in[4] * size;
        const double *p5 = run->registers + step->in[5] * size;
        for (ptrdiff_t channel = 0; channel < channels; channel++) {
          double s1 = state[channel], s2 = state[channels + channel];
          for (ptrdiff_t i = channel; i < all; i += channels) {
            const double x = pa[i], y = pb[i] * x + s1;
            s1 = kept((pc[i] * x - p4[i] * y) + s2);
            s2 = kept(pd[i] * x - p5[i] * y);
            out[i] = y;
          }
          state[channel] = s1;
          state[channels + channel] = s2;
        }
        break;
      }
      case MR_SOUND_FOLLOW:
        for (ptrdiff_t channel = 0; channel < channels; channel++) {
          double y = state[channel];
          for (ptrdiff_t i = channel; i < all; i += channels) {
            const double x = pa[i];
            y = kept(y + (x > y ? pb[i] : pc[i]) * (x - y));
            out[i] = y;
          }
          state[channel] = y;
        }
        break;
      case MR_SOUND_PHASE:
        for (ptrdiff_t channel = 0; channel < channels; channel++) {
          double phase = state[channel];
          for (ptrdiff_t i = channel; i < all; i += channels) {
            out[i] = phase;
            phase = kept(phase + pa[i] / run->rate);
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
  const double *result = run->registers + run->result * size;
  for (ptrdiff_t channel = 0; channel < channels; channel++) {
    float *plane = run->outputs[channel];
    for (ptrdiff_t i = 0; i < count; i++) {
      const double x = result[i * channels + channel];
      plane[first + i] = x < 1e15 && x > -1e15 ? (float)x : 0;
    }
  }
}
