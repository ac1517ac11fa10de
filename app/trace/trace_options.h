// SPDX-License-Identifier: MIT
// The options of `lockscope trace`, from the command line and the environment.
#pragma once

#include "app/command/options.h"
#include "lockcore/monitor/trace/tracer.h"

namespace lockscope {

struct TraceCommandOptions
{
    lockcore::Endpoint endpoint;
    std::vector<lockcore::Bytes> keys; ///< none: all locks that a sweep finds, and those that are taken meanwhile
    std::vector<lockcore::UserPattern> patterns;
    lockcore::Filter filter;
    lockcore::Milliseconds time = lockcore::TraceOptions::usualTime;
    lockcore::Milliseconds timeout = usualTimeout;
    std::optional<double> maxLoad; ///< share of a core
    QString profile;               ///< its name; empty: a URL is used
    bool noTraces = false;         ///< the profile forbids traces
    bool production = false;       ///< the profile is marked production: asked twice
    bool json = false;
    bool yes = false;
    bool failIfAny = false;
    bool help = false;    ///< if true, the other fields are not filled in
    bool version = false; ///< as for `help`
};

/// `arguments` follow the word `trace`. Error: Refused, with a sentence for the user that never contains a password.
lockcore::Result<TraceCommandOptions> parseTraceOptions(const QStringList &arguments);

} // namespace lockscope
