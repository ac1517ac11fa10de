// SPDX-License-Identifier: MIT
#include "lockcore/monitor/reading/fingerprints.h"

#include "lockcore/monitor/reading/classifier.h"

namespace lockcore {

Task<Result<Libraries>> loadedLibraries(Connection &connection)
{
    const auto scripts = Classifier::fingerprintScripts();
    Args command = {"SCRIPT", "EXISTS"};
    for (const auto &[sha1, library] : scripts)
        command.push_back(sha1);
    const auto reply = co_await connection.command(command);
    if (!reply)
        co_return reply.error();
    if (reply->isError())
        co_return reply->toError();
    Libraries libraries;
    for (std::size_t i = 0; i < std::min(scripts.size(), reply->elements.size()); ++i) {
        if (reply->elements[i].integer == 1)
            libraries.insert(scripts[i].second);
    }
    co_return libraries;
}

} // namespace lockcore
