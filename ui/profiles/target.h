// SPDX-License-Identifier: MIT
// A server as the user chose it: its address, and the user's settings for it. A value; any thread.
#pragma once

#include "lockcore/monitor/reading/classifier.h"
#include "lockcore/redis/endpoint.h"

#include <QString>

#include <vector>

namespace lockscope {

/// Where the password is between two runs.
enum class PasswordPlace {
    None, ///< the server needs no password
    Keychain,
    Ask, ///< nowhere: Lockscope asks each time
};

struct Target
{
    lockcore::Endpoint endpoint; ///< includes the password once it is known
    QString name;                ///< the name of its profile; empty: use its address
    QString profileId;           ///< empty: it is not saved
    PasswordPlace password = PasswordPlace::None;
    std::vector<lockcore::UserPattern> patterns;
    bool deep = false;       ///< read every string value, too
    bool production = false; ///< a release needs an extra confirmation
    bool readOnly = false;   ///< no lock may be released there, neither in the window nor by a command
    bool noTraces = false;   ///< no trace may be made there, neither in the window nor by a command
    bool own = false;        ///< Lockscope started it
};

/// A target with only an address.
inline Target targetAt(lockcore::Endpoint endpoint)
{
    Target target;
    target.endpoint = std::move(endpoint);
    return target;
}

} // namespace lockscope
