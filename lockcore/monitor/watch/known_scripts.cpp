// SPDX-License-Identifier: MIT
#include "lockcore/monitor/watch/known_scripts.h"

#include "lockcore/monitor/reading/refusal.h"

namespace lockcore {

namespace {

constexpr auto betweenQuestions = std::chrono::seconds(2);

} // namespace

KnownScripts::Question KnownScripts::question() { return m_asks ? Question(m_connection.command(questionForScripts())) : std::nullopt; }

Task<Result<bool>> KnownScripts::answer(Question question)
{
    if (!question)
        co_return false;
    auto libraries = librariesIn(co_await *std::move(question));
    if (!libraries)
        co_return libraries.error();
    auto &table = m_parts.store.table();
    const SharedNames now(*std::move(libraries));
    const auto &before = table.surroundings().fingerprints;
    if (now == before)
        co_return false;
    const bool more = !std::ranges::includes(before, now);
    table.setFingerprints(now);
    co_return more;
}

Task<Result<void>> KnownScripts::ask()
{
    const auto answered = co_await answer(question());
    if (!answered)
        co_return answered.error();
    co_return Result<void>();
}

Task<Result<void>> KnownScripts::run()
{
    for (;;) {
        co_await m_parts.clock.after(betweenQuestions);
        const auto asked = co_await ask();
        if (!asked && !isBusy(asked.error()))
            co_return asked.error();
    }
}

} // namespace lockcore
