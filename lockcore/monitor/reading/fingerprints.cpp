// SPDX-License-Identifier: MIT
#include "lockcore/monitor/reading/fingerprints.h"

#include "lockcore/monitor/reading/classifier.h"

namespace lockcore {

namespace {

// Built once, because it is used with each reading of new names.
const auto &scripts()
{
    static const auto all = Classifier::fingerprintScripts();
    return all;
}

Args question()
{
    Args command = {"SCRIPT", "EXISTS"};
    for (const auto &[sha1, library] : scripts())
        command.push_back(sha1);
    return command;
}

} // namespace

const Args &questionForScripts()
{
    static const auto all = question();
    return all;
}

Result<Libraries> librariesIn(const Result<Reply> &answer)
{
    if (!answer)
        return answer.error();
    if (answer->isError())
        return answer->toError();
    Libraries libraries;
    for (std::size_t i = 0; i < std::min(scripts().size(), answer->elements.size()); ++i) {
        if (answer->elements[i].integer == 1)
            libraries.insert(scripts()[i].second);
    }
    return libraries;
}

Task<Result<Libraries>> loadedLibraries(Connection &connection)
{
    co_return librariesIn(co_await connection.command(questionForScripts()));
}

} // namespace lockcore
