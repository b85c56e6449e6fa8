// SPDX-License-Identifier: MIT
// The part of the embedded library that makes transitions.
#ifndef MOONREEL_TRANSITIONS_H
#define MOONREEL_TRANSITIONS_H

#include "standard_library.h"

extern const size_t mr_transition_file_count;

/// The file at `index`, below the count.
mr_library_file mr_transition_file_at(size_t index);

#endif
