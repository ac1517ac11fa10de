// SPDX-License-Identifier: MIT
// The options of list and watch, from the command line and the environment.
#pragma once

#include "lockcore/monitor/filter/filter.h"
#include "lockcore/monitor/reading/user_pattern.h"
#include "lockcore/redis/endpoint.h"
#include "ui/words/error_sentence.h"

#include <QStringList>

#include <optional>
#include <vector>

namespace lockscope {

enum class Command { List, Watch };

struct Options
{
    lockcore::Endpoint endpoint;
    lockcore::Filter filter;
    std::vector<lockcore::UserPattern> patterns;
    lockcore::Milliseconds timeout = usualTimeout;
    lockcore::Milliseconds attentionAfter = lockcore::usualAttentionAfter; ///< watch only
    std::optional<lockcore::Milliseconds> byPrefix; ///< watch only: print statistics at this interval instead of events
    bool deep = false;
    bool json = false;
    bool csv = false;       ///< list only
    bool failIfAny = false; ///< list only
    bool possible = false;  ///< list only
    lockcore::Bytes key;    ///< list only: the key to look up; empty: none
    bool help = false;      ///< if true, the other fields are not filled in
    bool version = false;   ///< as for `help`
};

/// `arguments` follow the command's name. Error: Refused, with a sentence for the user that never contains a password. Reads LOCKSCOPE_URL,
/// LOCKSCOPE_PASSWORD and, for --profile, the profile file.
lockcore::Result<Options> parseOptions(Command command, const QStringList &arguments);

} // namespace lockscope
