// SPDX-License-Identifier: MIT
// What list and watch are told on the command line and by the environment.
#pragma once

#include "monitor/classifier.h"
#include "monitor/filter.h"
#include "redis/endpoint.h"
#include "words/error_sentence.h"

#include <QStringList>

#include <vector>

namespace lockscope {

enum class Command { List, Watch };

struct Options
{
    lockcore::Endpoint endpoint;
    lockcore::Filter filter;
    std::vector<lockcore::UserPattern> patterns;
    lockcore::Milliseconds timeout = usualTimeout;
    bool deep = false;
    bool json = false;
    bool failIfAny = false; ///< list only
    bool help = false;      ///< the rest is then not filled in
    bool version = false;   ///< likewise
};

/// `arguments` follow the command's name. Refused with a sentence for the person; never one with a password in it.
/// Reads LOCKSCOPE_URL and LOCKSCOPE_PASSWORD.
lockcore::Result<Options> parseOptions(Command command, const QStringList &arguments);

/// Where a URL leads; without one LOCKSCOPE_URL, without that the usual port of this machine. With the password.
lockcore::Result<lockcore::Endpoint> endpointFor(const std::optional<QString> &url,
                                                 const std::optional<std::string> &passwordFile);

/// Of --timeout: more than nothing, at most an hour.
lockcore::Result<lockcore::Milliseconds> parseTimeout(const QString &text);

} // namespace lockscope
