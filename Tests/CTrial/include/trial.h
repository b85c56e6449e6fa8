// SPDX-License-Identifier: MIT
//
// What a sandbox forbids, done on purpose.
#pragma once

/// Does what `act` names, to or with `object`; 0, or the `errno` it failed with, or -1 for an unknown name.
int trial_act(const char *act, const char *object);
