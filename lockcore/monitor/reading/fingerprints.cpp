// SPDX-License-Identifier: MIT
#include "lockcore/monitor/reading/fingerprints.h"

#include "lockcore/monitor/reading/classifier.h"

namespace lockcore {

Args questionForScripts()
{
    Args command = {"SCRIPT", "EXISTS"};
    for (const auto &[sha1, library] : Classifier::fingerprintScripts())
        command.push_back(sha1);
    return command;
}

Result<Libraries> librariesIn(const Result<Reply> &answer)
{
    if (!answer)
        return answer.error();
    if (answer->isError())
        return answer->toError();
    const auto scripts = Classifier::fingerprintScripts();
    Libraries libraries;
    for (std::size_t i = 0; i < std::min(scripts.size(), answer->elements.size()); ++i) {
        if (answer->elements[i].integer == 1)
            libraries.insert(scripts[i].second);
    }
    return libraries;
}

Task<Result<Libraries>> loadedLibraries(Connection &connection)
{
    const auto question = questionForScripts();
    co_return librariesIn(co_await connection.command(question));
}

} // namespace lockcore
