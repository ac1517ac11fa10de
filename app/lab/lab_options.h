// SPDX-License-Identifier: MIT
// The words of `lockscope lab`.
#pragma once

#include "lockcore/base/clock.h"
#include "lockcore/redis/endpoint.h"
#include "ui/runs/run_setup.h"

#include <QStringList>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace lockscope {

struct LabOptions
{
    enum class What { Play, List, Judge, Suite, Sweep, Hunt, Replay };

    What what = What::Play;
    QStringList scenarios;            ///< names or files
    QString history;                  ///< to be judged
    std::vector<std::string> command; ///< of the workers; empty: built-in ones
    std::string protocol;             ///< of a sweep or a hunt without a command
    std::map<std::string, std::string> protocolOptions;
    lockcore::Milliseconds huntTime{0};
    bool json = false; ///< of a sweep or a hunt
    QString server = QStringLiteral("redis-server");
    std::optional<lockcore::Endpoint> foreign; ///< --url, with its password: a server that is not the Lab's own
    std::optional<std::uint64_t> seed;
    QString replay;             ///< folder of the run to be played again
    QString junit;              ///< file for the results; empty: none
    QString baseline;           ///< file of a suite; empty: none
    bool writeBaseline = false; ///< write it, instead of comparing with it
    QString runs;               ///< the directory of run folders; empty: the usual one
    bool help = false;          ///< then the rest is not filled in
    bool version = false;       ///< likewise
};

RunSetup setupOf(const LabOptions &options);

/// `arguments` follow the word `lab`. Reads the password of --url. Error: Refused, with a sentence for the person.
lockcore::Result<LabOptions> parseLabOptions(const QStringList &arguments);

} // namespace lockscope
