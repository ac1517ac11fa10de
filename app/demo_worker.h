// SPDX-License-Identifier: MIT
#pragma once

namespace lockscope {

/// main() of `lockscope demo-worker NAME`: plays one role of the demo until end-of-file on its input. The first line of the input contains
/// the scene's speed and the server's URL. DemoScene starts it; users do not. Returns the exit code.
int demoWorkerMain(int argc, char **argv);

} // namespace lockscope
