// SPDX-License-Identifier: MIT
// A benchmark takes minutes and is often interrupted: everything temporary lies in one directory that goes with the
// process, also at Ctrl+C, and what it has started ends with it. Make one first of all in main().
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
