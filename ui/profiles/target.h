// SPDX-License-Identifier: MIT
// A server as a person chose it: where it is, and what they have said about it. A value; any thread.
#pragma once

#include "monitor/classifier.h"
#include "redis/endpoint.h"

#include <QString>

#include <vector>

namespace lockscope {

/// Where a password is, between two runs.
enum class PasswordPlace {
    None,     ///< the server wants none
    Keychain,
    Ask,      ///< nowhere: it is asked for each time
};

struct Target
{
    lockcore::Endpoint endpoint; ///< with the password, once it is known
    QString name;                ///< what people call it; empty: its address
    QString profileId;           ///< empty: not a saved one
    PasswordPlace password = PasswordPlace::None;
    std::vector<lockcore::UserPattern> patterns;
    bool deep = false;           ///< look at every string value
    bool production = false;     ///< freeing a lock takes one step more
    bool readOnly = false;       ///< nothing may be freed there, neither in the window nor by a command
    bool own = false;            ///< Lockscope started it
};

/// Of which nothing is known but where it is.
inline Target targetAt(lockcore::Endpoint endpoint)
{
    Target target;
    target.endpoint = std::move(endpoint);
    return target;
}

} // namespace lockscope
