// SPDX-License-Identifier: MIT
#pragma once

namespace lockscope {

/// `lockscope lock …`. Takes main()'s arguments; call it before any use of Qt. Returns the exit code, or ends by the signal that ended the
/// command.
int lockMain(int argc, char **argv);

} // namespace lockscope
