// SPDX-License-Identifier: MIT
#include "lockcore/monitor/watch/owner_index.h"

#include "lockcore/monitor/formats/owner_facts.h"

namespace lockcore {

namespace {

std::size_t keyOf(const LockId &id, const Bytes &owner)
{
    const std::hash<std::string_view> hash;
    const std::string_view key = id.key;
    const auto colon = key.find(':');
    return hash(key.substr(0, colon == key.npos ? 0 : colon)) * 31 + hash(owner);
}

// The key under which an owner is indexed, if its text can belong to a single owner.
std::optional<std::size_t> keyOf(const LockId &id, const Recognition &lock, OwnerScope scope)
{
    if (lock.holders.empty() || scope == OwnerScope::Nobody)
        return std::nullopt;
    const auto &owner = lock.holders.front().owner;
    return grammar::isOneOwners(owner) ? std::optional(keyOf(id, owner)) : std::nullopt;
}

std::optional<std::size_t> keyOf(const LockEntry &entry)
{
    return entry.last ? keyOf(entry.info.id, entry.info, entry.last->traits.ownerScope) : std::nullopt;
}

} // namespace

LockEntry *OwnerIndex::add(LockEntry &entry)
{
    const auto key = keyOf(entry);
    if (!key)
        return nullptr;
    auto &locks = m_locks[*key];
    if (++locks.count > 1)
        return std::exchange(locks.only, nullptr);
    locks.only = &entry;
    return nullptr;
}

void OwnerIndex::remove(const LockEntry &entry)
{
    const auto key = keyOf(entry);
    const auto found = key ? m_locks.find(*key) : m_locks.end();
    if (found != m_locks.end() && --found->second.count <= 0)
        m_locks.erase(found);
}

bool OwnerIndex::hasAnother(const LockId &id, const LockMatch &match) const
{
    const auto key = keyOf(id, match, match.ownerScope);
    return key && m_locks.contains(*key);
}

bool OwnerIndex::hasAnother(const LockEntry &entry) const
{
    const auto key = keyOf(entry);
    const auto found = key ? m_locks.find(*key) : m_locks.end();
    return found != m_locks.end() && found->second.count > 1;
}

} // namespace lockcore
