// SPDX-License-Identifier: MIT
#include "lockcore/process/state_directory.h"

#include <array>
#include <cstdlib>

#include <pwd.h>
#include <unistd.h>

namespace lockcore {

namespace {

// The specification says: ignore relative paths.
std::string directoryIn(const char *name)
{
    const auto *const value = std::getenv(name);
    return value && *value == '/' ? value : std::string();
}

std::string homeDirectory()
{
    if (auto home = directoryIn("HOME"); !home.empty())
        return home;
    std::array<char, 4096> buffer{};
    passwd entry{};
    passwd *found = nullptr;
    return ::getpwuid_r(::getuid(), &entry, buffer.data(), buffer.size(), &found) == 0 && found ? found->pw_dir : std::string();
}

} // namespace

std::string stateDirectory()
{
    const auto state = directoryIn("XDG_STATE_HOME");
    return (state.empty() ? homeDirectory() + "/.local/state" : state) + "/lockscope";
}

} // namespace lockcore
