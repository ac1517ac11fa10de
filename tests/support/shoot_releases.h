// SPDX-License-Identifier: MIT
// Takes screenshots of the release dialog over the real window: before, refused, watched, several locks, a very long name.
#pragma once

class QDir;

void shootReleases(const QDir &folder);
