// SPDX-License-Identifier: MIT
// Looks at the windows of an X server from outside, as a user would: the measured program takes no part. Keeps Xlib's macros out of other
// files. One thread.
#pragma once

#include <memory>
#include <string>

namespace lockcore::bench {

class XDisplay final
{
public:
    explicit XDisplay(const std::string &name); ///< ":99"; ends the benchmark if it cannot be opened
    ~XDisplay();
    XDisplay(const XDisplay &) = delete;
    XDisplay &operator=(const XDisplay &) = delete;

    /// Waits until a client maps a top-level window that is more than a helper window; false after 30 s.
    bool waitMapped();

    /// Waits until this window shows more than an empty background; false after 30 s.
    bool waitPainted();

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace lockcore::bench
