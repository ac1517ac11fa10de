// SPDX-License-Identifier: MIT
#pragma once

namespace lockscope {

/// `lockscope lock …`, with main()'s arguments and before any Qt. Returns the exit code, or ends by the signal that ended the
/// command.
int lockMain(int argc, char **argv);

} // namespace lockscope
