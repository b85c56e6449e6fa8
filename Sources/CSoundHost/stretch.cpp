// SPDX-License-Identifier: MIT
//
// SoundTouch behind a C interface. The library wants channels interleaved, Moonreel keeps planes.

#include "moonreel_stretch.h"

#include <SoundTouch.h>

#include <cfenv>
#include <exception>
#include <type_traits>
#include <vector>

static_assert(std::is_same<soundtouch::SAMPLETYPE, float>::value,
              "SoundTouch must be built for float samples, which is what distributions do.");

// Distributions build the library with GCC's -ffast-math, which makes the thread that loads it, and so all of the
// program's, take denormals for zero. The libraries' constructors run before the program's: this takes it back.
__attribute__((constructor)) static void restore_floats() { std::fesetenv(FE_DFL_ENV); }

struct mr_stretcher {
  soundtouch::SoundTouch engine;
  /// Samples on their way in or out, kept so that memory is asked for once.
  std::vector<float> interleaved;
};

mr_stretcher *mr_make_stretcher(int32_t sample_rate, int32_t channel_count, double tempo,
                                mr_stretcher_pieces pieces) {
  mr_stretcher *stretcher = nullptr;
  try {
    stretcher = new mr_stretcher;
    auto &engine = stretcher->engine;
    engine.setSampleRate(static_cast<uint>(sample_rate));
    engine.setChannels(static_cast<uint>(channel_count));
    // The rate stays, so its filter has nothing to do but to delay.
    engine.setSetting(SETTING_USE_AA_FILTER, 0);
    engine.setSetting(SETTING_USE_QUICKSEEK, 0);
    engine.setSetting(SETTING_SEQUENCE_MS, pieces.length_ms);
    engine.setSetting(SETTING_SEEKWINDOW_MS, pieces.seek_ms);
    engine.setSetting(SETTING_OVERLAP_MS, pieces.overlap_ms);
    engine.setTempo(tempo);
    return stretcher;
  } catch (const std::exception &) {
    delete stretcher;
    return nullptr;
  }
}

void mr_free_stretcher(mr_stretcher *stretcher) { delete stretcher; }

bool mr_feed_stretcher(mr_stretcher *stretcher, const float *const *planes, int32_t frame_count) {
  const uint channel_count = stretcher->engine.numChannels();
  const size_t frames = static_cast<size_t>(frame_count);
  try {
    auto &interleaved = stretcher->interleaved;
    interleaved.resize(frames * channel_count);
    for (uint channel = 0; channel < channel_count; channel++)
      for (size_t frame = 0; frame < frames; frame++)
        interleaved[frame * channel_count + channel] = planes[channel][frame];
    stretcher->engine.putSamples(interleaved.data(), static_cast<uint>(frame_count));
    return true;
  } catch (const std::exception &) {
    return false;
  }
}

int32_t mr_count_stretched(const mr_stretcher *stretcher) {
  return static_cast<int32_t>(stretcher->engine.numSamples());
}

int32_t mr_take_stretched(mr_stretcher *stretcher, float *const *planes, int32_t frame_count) {
  const uint channel_count = stretcher->engine.numChannels();
  try {
    auto &interleaved = stretcher->interleaved;
    interleaved.resize(static_cast<size_t>(frame_count) * channel_count);
    const uint taken =
        stretcher->engine.receiveSamples(interleaved.data(), static_cast<uint>(frame_count));
    for (uint channel = 0; channel < channel_count; channel++)
      for (size_t frame = 0; frame < taken; frame++)
        planes[channel][frame] = interleaved[frame * channel_count + channel];
    return static_cast<int32_t>(taken);
  } catch (const std::exception &) {
    return -1;
  }
}

const char *mr_stretch_version(void) { return soundtouch::SoundTouch::getVersionString(); }
