// SPDX-License-Identifier: MIT
// `lockscope [URL] [--demo] [--profile NAME] [--password-file FILE]`: the window.
#pragma once

#include <string_view>

namespace lockscope {

/// Is a command line that begins so meant for the window? Its first word is a URL, one of the window's options, or missing.
bool isForWindow(std::string_view firstWord);

/// Makes the application, the window and, for the demo, a server of its own; returns the exit code. Without a usable
/// display it says so in one sentence and shows `watch` in the terminal instead.
int runWindow(int argc, char **argv);

} // namespace lockscope
