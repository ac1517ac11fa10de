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

const Servers::Effect &Servers::execute(int server, int request, int now)
{
    const auto time = m_readsWallClock ? std::optional(now) : std::nullopt;
    const auto key = std::to_string(server) + ' ' + std::to_string(request) + ' ' + std::to_string(time.value_or(0));
    if (const auto known = m_effects.find(key); known != m_effects.end())
        return known->second;
    auto judged = m_oracle.judge(keys(server), m_vocabulary.request(request).words, time);
    if (!judged)
        throw OracleFailed{judged.error()};
    Effect effect;
    effect.reply = m_vocabulary.reply(judged->reply);
    for (const auto &message : judged->published)
        effect.published.push_back(m_vocabulary.message(message));
    effect.after = number(std::move(judged->after));
    return m_effects.emplace(key, std::move(effect)).first->second;
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
