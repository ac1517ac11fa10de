// SPDX-License-Identifier: MIT
#include "lockcore/lab/context/run_context.h"

#include "lockcore/lab/scenario/by_hand.h"

#include <QUuid>

#include <algorithm>

namespace lockcore {

namespace {

RunOptions withSeed(RunOptions options)
{
    options.seed = std::max<std::uint64_t>(options.seed, 1);
    return options;
}

std::string prefixFor(const RunOptions &options)
{
    return options.foreign ? "lockscope-lab:" + QUuid::createUuid().toString(QUuid::Id128).toStdString() + ':' : "";
}

std::vector<std::string> locksOf(const Scenario &scenario, const std::string &prefix)
{
    std::vector<std::string> locks;
    for (const auto &lock : scenario.locks)
        locks.push_back(prefix + lock);
    return locks;
}

} // namespace

RunContext::RunContext(Scenario scenario, RunOptions options, EventLoop &loop, Clock &clock)
    : scenario(options.byHand ? lockcore::byHand(std::move(scenario)) : std::move(scenario))
    , options(withSeed(std::move(options)))
    , loop(loop)
    , clock(clock)
    , prefix(prefixFor(this->options))
    , locks(locksOf(this->scenario, prefix))
    , log(clock)
    , happenings(this->scenario, prefix)
    , resource({this->scenario.fenced, this->scenario.stock})
    , players(loop)
{ }

const ScenarioSection *RunContext::sectionOf(const std::string &worker, const std::string &lock) const
{
    const auto *const plan = findWorker(scenario, worker);
    return plan && lock.starts_with(prefix) ? findSection(scenario, *plan, std::string_view(lock).substr(prefix.size())) : nullptr;
}

// On a cluster in braces, because a protocol may use several keys.
std::string RunContext::warmUpLock(const std::string &worker) const
{
    return scenario.cluster ? "{warm-up-" + worker + '}' : prefix + "warm-up-" + worker;
}

void RunContext::stop(const Error &error)
{
    if (!m_error)
        m_error = Error{error.kind, cleaned(error.text), error.detail};
    players.cancel();
}

void RunContext::hide(const std::string &secret)
{
    if (!secret.empty())
        m_secrets.push_back(secret);
}

std::string RunContext::cleaned(std::string text) const
{
    for (const auto &secret : m_secrets) {
        for (auto at = text.find(secret); at != text.npos; at = text.find(secret))
            text.replace(at, secret.size(), "(password)");
    }
    return text;
}

} // namespace lockcore
