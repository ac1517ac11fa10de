// SPDX-License-Identifier: MIT
// A benchmark takes minutes and is often interrupted. So everything temporary is in one directory that is removed with the process, also
// after Ctrl+C, and the programs that it has started end with it. Create it first in main().
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
