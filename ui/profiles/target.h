// SPDX-License-Identifier: MIT
// A server as a user chose it: where it is, and what the user said about it. A value; any thread.
#pragma once

#include "lockcore/monitor/reading/classifier.h"
#include "lockcore/redis/endpoint.h"

#include <QString>

#include <vector>

namespace lockscope {

/// Where a password is between two runs.
enum class PasswordPlace {
    None, ///< the server needs none
    Keychain,
    Ask, ///< nowhere: Lockscope asks each time
};

struct Target
{
    lockcore::Endpoint endpoint; ///< with the password, once it is known
    QString name;                ///< its name; empty: use its address
    QString profileId;           ///< empty: it is not saved
    PasswordPlace password = PasswordPlace::None;
    std::vector<lockcore::UserPattern> patterns;
    bool deep = false;       ///< look at every string value
    bool production = false; ///< a release needs an extra confirmation
    bool readOnly = false;   ///< no lock may be released there, neither in the window nor by a command
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
