// SPDX-License-Identifier: MIT
// The wall clock of a private server, as one number that we write (clock_page.c reads it there). It must outlive the server.
#pragma once

#include "lockcore/base/clock.h"
#include "lockcore/base/result.h"
#include "lockcore/process/file_descriptor.h"

#include <string>
#include <vector>

namespace lockcore {

class ClockPage final
{
public:
    /// Error: Refused; not on this system, or the preload is not where it belongs.
    /// `program`: Lockscope's own; empty: the running one.
    static Result<ClockPage> make(const std::string &program = {});

    ClockPage(ClockPage &&other) noexcept;
    ClockPage &operator=(ClockPage &&) = delete;
    ~ClockPage();

    void set(std::int64_t milliseconds); ///< since 1970

    /// For PrivateServerOptions.
    std::vector<std::string> environment() const;

private:
    ClockPage(FileDescriptor file, std::int64_t *page, std::string preload);

    FileDescriptor m_file;
    std::int64_t *m_page;
    std::string m_preload;
};

} // namespace lockcore
