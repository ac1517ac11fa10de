// SPDX-License-Identifier: MIT
#include "bench/workplace.h"

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <sys/prctl.h>
#include <thread>
#include <unistd.h>

namespace lockcore::bench {

namespace {

sigset_t interruptions()
{
    sigset_t set;
    sigemptyset(&set);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
        sigaddset(&set, signal);
    return set;
}

} // namespace

Workplace::Workplace()
{
    auto pattern = (std::filesystem::temp_directory_path() / "lockscope-bench-XXXXXX").string();
    if (!mkdtemp(pattern.data()))
        std::abort();
    m_directory = pattern;
    setenv("TMPDIR", m_directory.c_str(), 1);
    // The signals are blocked in every later thread, so that only this thread receives them and no handler interrupts another one.
    const auto set = interruptions();
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
    std::thread([set, directory = m_directory] {
        int signal = 0;
        sigwait(&set, &signal);
        std::error_code ignored;
        std::filesystem::remove_all(directory, ignored);
        _exit(128 + signal);
    }).detach();
}

Workplace::~Workplace()
{
    std::error_code ignored;
    std::filesystem::remove_all(m_directory, ignored);
}

void endWithParent()
{
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    const auto set = interruptions();
    sigprocmask(SIG_UNBLOCK, &set, nullptr); // the child would inherit the signals that this process blocks
}

} // namespace lockcore::bench
