// SPDX-License-Identifier: MIT
// `lockscope [URL] [--demo] [--profile NAME] [--password-file FILE]`: the window.
#pragma once

#include <string_view>

namespace lockscope {

/// Returns whether this command line opens the window. Its first word is then a URL, one of the window's options, or missing.
bool isForWindow(std::string_view firstWord);

/// Creates the application, the window and, for the demo, a private server; returns the exit code. Without a usable display it prints the
/// reason in one sentence and runs `watch` in the terminal instead.
int runWindow(int argc, char **argv);

} // namespace lockscope
