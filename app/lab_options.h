// SPDX-License-Identifier: MIT
// The words of `lockscope lab`.
#pragma once

#include "lockcore/redis/endpoint.h"

#include <QStringList>

#include <optional>
#include <string>
#include <vector>

namespace lockscope {

struct LabOptions
{
    enum class What { Play, List, Judge, Suite };

    What what = What::Play;
    QStringList scenarios;            ///< names or files
    QString history;                  ///< to be judged
    std::vector<std::string> command; ///< of the workers; empty: built-in ones
    QString server = QStringLiteral("redis-server");
    std::optional<lockcore::Endpoint> foreign; ///< --url, with its password: a server that is not the Lab's own
    std::optional<std::uint64_t> seed;
    QString runs;         ///< the directory of run folders; empty: the usual one
    bool help = false;    ///< then the rest is not filled in
    bool version = false; ///< likewise
};

/// `arguments` follow the word `lab`. Reads the password of --url. Error: Refused, with a sentence for the person.
lockcore::Result<LabOptions> parseLabOptions(const QStringList &arguments);

} // namespace lockscope
