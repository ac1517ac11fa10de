// SPDX-License-Identifier: MIT
// A benchmark takes minutes and is often interrupted. Therefore all temporary files are in one directory, which is removed when the process
// ends, also after Ctrl+C; and the programs that the benchmark has started end with it. Create the Workplace first in main().
#pragma once

#include <string>

namespace lockcore::bench {

class Workplace final
{
public:
    Workplace();
    ~Workplace();
    Workplace(const Workplace &) = delete;
    Workplace &operator=(const Workplace &) = delete;

private:
    std::string m_directory;
};

/// For QProcess::setChildProcessModifier: the child is killed when the thread that started it ends.
void endWithParent();

} // namespace lockcore::bench
