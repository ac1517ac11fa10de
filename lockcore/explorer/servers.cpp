// SPDX-License-Identifier: MIT
#include "lockcore/explorer/servers.h"

#include <algorithm>

namespace lockcore::explorer {

Servers::Servers(Oracle &oracle, Vocabulary &vocabulary, const Bounds &bounds)
    : m_oracle(oracle)
    , m_vocabulary(vocabulary)
    , m_readsWallClock(bounds.readsWallClock)
    , m_mutant(bounds.mutant)
{
    (void)number({}); // empty
}

int Servers::number(Keyspace keys)
{
    Bytes text;
    Known known;
    for (const auto &key : keys) {
        for (const auto *part : {&key.name, &key.dump})
            text += std::to_string(part->size()) + ':' + *part;
        text += std::to_string(key.left) + ';';
        known.tokens |= tokensIn(key.dump);
        if (key.name == lockKey) {
            known.lock = m_locks(key.dump) + 1;
            known.lockHasDeadline = key.left != StoredKey::noDeadline;
        }
        if (key.left != StoredKey::noDeadline)
            known.next = std::min(known.next, key.left + 1);
    }
    const auto [number, isNew] = m_keys.intern(text);
    if (isNew) {
        known.keys = std::move(keys);
        m_known.push_back(std::move(known));
    }
    return number;
}

std::optional<int> Servers::timeOf(int now) const { return m_readsWallClock ? std::optional(now) : std::nullopt; }

bool Servers::touchesLock(int server, int request, int now)
{
    const auto question = asked(server, request, now);
    if (const auto known = m_touches.find(question); known != m_touches.end())
        return known->second;
    const auto touches = m_oracle.touches(lockKey, keys(server), m_vocabulary.request(request).words, timeOf(now));
    if (!touches)
        throw OracleFailed{touches.error()};
    return m_touches[question] = *touches;
}

const Servers::Effect &Servers::execute(int server, int request, int now)
{
    const auto [question, isNew] = m_asked.intern(asked(server, request, now));
    if (!isNew)
        return m_effects[static_cast<std::size_t>(question)];
    auto judged = m_oracle.judge(keys(server), m_vocabulary.request(request).words, timeOf(now));
    if (!judged)
        throw OracleFailed{judged.error()};
    return remember(*std::move(judged));
}

const Servers::Effect &Servers::remember(Judgement judged)
{
    Effect effect;
    effect.reply = m_vocabulary.reply(judged.reply);
    for (const auto &message : judged.published)
        effect.published.push_back(m_vocabulary.message(message));
    effect.after = number(std::move(judged.after));
    return m_effects.emplace_back(std::move(effect));
}

bool Servers::askAhead(std::span<const Pending> pending)
{
    std::vector<Question> questions;
    for (const auto &[server, request, now] : pending) {
        if (m_asked.intern(asked(server, request, now)).isNew)
            questions.push_back({&keys(server), &m_vocabulary.request(request).words, timeOf(now)});
    }
    if (questions.empty())
        return false;
    auto judged = m_oracle.judge(questions);
    if (!judged)
        throw OracleFailed{judged.error()};
    for (auto &judgement : *judged)
        remember(std::move(judgement));
    return true;
}

int Servers::afterTime(int server, int milliseconds)
{
    if (nextExpiry(server) == never)
        return server;
    Keyspace later;
    for (auto key : keys(server)) {
        if (key.left != StoredKey::noDeadline) {
            const int left = key.left + (m_mutant == Mutant::ExpiresLate ? 1 : 0);
            if (milliseconds > left)
                continue;
            key.left = std::max(0, key.left - (m_mutant == Mutant::KeepsDeadlines ? 0 : milliseconds));
        }
        later.push_back(std::move(key));
    }
    return number(std::move(later));
}

int Servers::without(int server, const Bytes &key)
{
    auto rest = keys(server);
    std::erase_if(rest, [&](const StoredKey &stored) { return stored.name == key; });
    return number(std::move(rest));
}

} // namespace lockcore::explorer
