// SPDX-License-Identifier: MIT
#include "lockcore/lab/record/key_book.h"

#include "lockcore/lab/record/server_record.h"

#include <algorithm>

namespace lockcore {

namespace {

using Event = entry::KeyEvent;
using Role = entry::Role;

std::optional<Event> endingOf(const std::string &event)
{
    if (event == "del" || event == "rename_from" || event == "move_from")
        return Event::Removed;
    if (event == "expired")
        return Event::Expired;
    if (event == "evicted")
        return Event::Evicted;
    if (event == "flushed")
        return Event::Flushed;
    return std::nullopt;
}

// These commands change a part of the value. All other commands write a whole value, even if it stays the same.
bool writesInPlace(const std::string &event)
{
    return event == "append" || event == "decrby" || event == "incrby" || event == "incrbyfloat" || event == "setbit"
           || event == "setrange";
}

bool concernsTtl(const std::string &event) { return event == "expire" || event == "persist"; }

std::optional<Milliseconds> ttlOf(const KeySnapshot &look)
{
    const auto left = timeLeft(look.deadline, look.at);
    return left ? std::optional(std::max(*left, Milliseconds(0))) : std::nullopt;
}

// Has the key more elements than a look reads? Then what was written is unknown.
bool isPartial(const KeySnapshot &look)
{
    return look.value.type != ValueType::String && look.value.type != ValueType::Other && !look.value.whole();
}

// Each element's mark, with the value that it holds. A stream is one element without a mark.
std::map<Bytes, Bytes> contentOf(const KeySnapshot &look)
{
    if (look.value.type == ValueType::String)
        return {{look.value.text, {}}};
    if (look.value.elements.empty())
        return {{Bytes(), {}}};
    return {look.value.elements.begin(), look.value.elements.end()};
}

constexpr std::int64_t mostHolds = 1000; // a greater number is no hold count, but a time or a token

std::optional<std::int64_t> countOf(const KeySnapshot &look, const Bytes &value)
{
    const auto number = look.value.type == ValueType::Hash ? parseInteger(value) : std::nullopt;
    return number && *number <= mostHolds ? number : std::nullopt;
}

} // namespace

KeyBook::KeyBook(std::set<std::string> locks, bool own)
    : m_locks(std::move(locks))
    , m_own(own)
{ }

bool KeyBook::nameKey(const Bytes &key, const std::string &lock)
{
    const auto at = key.find(lock);
    if (at == Bytes::npos) {
        if (m_locks.contains(lock))
            m_named[key] = lock;
        return false;
    }
    for (const auto &other : m_locks)
        m_named[key.substr(0, at) + other + key.substr(at + lock.size())] = other;
    return true;
}

std::string KeyBook::lockIn(const Bytes &key) const
{
    const auto named = m_named.find(key);
    return named == m_named.end() ? lockOf(key) : named->second;
}

Bytes KeyBook::keyOf(const std::string &lock) const
{
    const auto found = std::find_if(m_named.begin(), m_named.end(), [&](const auto &named) { return named.second == lock; });
    return found == m_named.end() ? lock : found->first;
}

std::vector<ElementChange> KeyBook::take(const KeyChange &change, std::int64_t author)
{
    auto &elements = m_keys[change.id];
    std::vector<ElementChange> changes;
    const Add add = [&](const Bytes &mark, const Element &element, Event event, std::optional<Milliseconds> ttl) -> ElementChange & {
        changes.push_back({change.id.key, mark, event, element.role, element.lock, ttl, element.count, element.maker, change.id.db, false});
        return changes.back();
    };
    for (const auto &event : change.events) {
        if (const auto ending = endingOf(event)) {
            for (const auto &[mark, element] : std::exchange(elements, {}))
                add(mark, element, *ending, {});
        }
    }
    const bool ended = endingOf(change.events.back()).has_value();
    auto look = change.after.value_or(KeySnapshot{change.id, {}, {}, {}, {}, {}, {}});
    if (!change.after && !ended) // looks are off: treat the key as one element without a name
        look.value.type = ValueType::String;
    if (!look.value.exists()) {
        for (const auto &[mark, element] : std::exchange(elements, {}))
            add(mark, element, Event::Removed, {});
        m_keys.erase(change.id);
        return changes;
    }
    const auto ttl = ttlOf(look);
    const bool written = !std::all_of(change.events.begin(), change.events.end(), concernsTtl);
    if (isPartial(look)) {
        if (written)
            add(Bytes(), elements[Bytes()] = Element{Role::Unknown, {}, author, {}, {}, true}, Event::Created, ttl);
        return changes;
    }
    std::erase_if(elements, [](const auto &element) { return element.second.isUnseen; }); // the key can be read again
    takeContent(look, change, author, add);
    return changes;
}

void KeyBook::takeContent(const KeySnapshot &look, const KeyChange &change, std::int64_t author, const Add &add)
{
    auto &elements = m_keys[change.id];
    const auto ttl = ttlOf(look);
    const bool replaced = !std::all_of(change.events.begin(), change.events.end(),
                                       [](const auto &event) { return concernsTtl(event) || writesInPlace(event); });
    const bool prolonged = std::any_of(change.events.begin(), change.events.end(), concernsTtl);
    const auto content = contentOf(look);
    const auto differs = [&](const Element &element, const Bytes &value) { return element.role != Role::Other && element.value != value; };
    // A worker that joins the holders changes only a count. A worker that also overwrites another's text or time has taken over the whole
    // key, and then all its numbers are its own.
    const bool takesAll = std::any_of(elements.begin(), elements.end(), [&](const auto &element) {
        const auto is = content.find(element.first);
        return is != content.end() && element.second.maker != author && differs(element.second, is->second) && !countOf(look, is->second);
    });
    // True if a string was written again, or a field or score has another value now.
    const auto isReplaced = [&](const Element &element, const Bytes &value) {
        return look.value.type == ValueType::String ? replaced : differs(element, value) && (takesAll || !countOf(look, value));
    };
    std::set<Bytes> rewritten;
    for (auto element = elements.begin(); element != elements.end();) {
        // If another author wrote the element, even with the same value, it is a new holding of that author.
        const auto is = content.find(element->first);
        const bool stays = is != content.end() && (element->second.maker == author || !isReplaced(element->second, is->second));
        if (!stays)
            add(element->first, element->second, Event::Removed, {});
        if (!stays && is != content.end() && look.value.type != ValueType::String)
            rewritten.insert(element->first);
        element = stays ? std::next(element) : elements.erase(element);
    }
    for (const auto &[mark, value] : content) {
        const auto count = countOf(look, value);
        const auto found = elements.find(mark);
        if (found == elements.end()) {
            auto &element = elements[mark];
            element.maker = author;
            element.count = count;
            element.value = value;
            identify(look, mark, element);
            add(mark, element, Event::Created, ttl).rewritten = rewritten.contains(mark);
            continue;
        }
        const bool rewritesOwn = isReplaced(found->second, value);
        const bool counted = std::exchange(found->second.count, count) != count;
        found->second.value = value;
        if (counted || rewritesOwn)
            add(mark, found->second, Event::Changed, ttl);
        else if (prolonged)
            add(mark, found->second, Event::Extended, ttl);
    }
}

std::vector<ElementChange> KeyBook::endAll(Event event)
{
    std::vector<ElementChange> changes;
    for (const auto &[id, elements] : std::exchange(m_keys, {})) {
        for (const auto &[mark, element] : elements)
            changes.push_back({id.key, mark, event, element.role, element.lock, {}, element.count, element.maker, id.db, false});
    }
    return changes;
}

void KeyBook::moveTo(KeyBook &other, const LockId &id)
{
    if (auto elements = m_keys.extract(id))
        other.m_keys.insert_or_assign(id, std::move(elements.mapped()));
}

std::vector<std::pair<LockId, Bytes>> KeyBook::elements() const
{
    std::vector<std::pair<LockId, Bytes>> all;
    for (const auto &[id, elements] : m_keys) {
        for (const auto &[mark, element] : elements)
            all.emplace_back(id, mark);
    }
    return all;
}

std::optional<ElementChange> KeyBook::end(const LockId &id, const Bytes &mark, Event event)
{
    const auto key = m_keys.find(id);
    auto taken = key == m_keys.end() ? Elements::node_type() : key->second.extract(mark);
    if (!taken)
        return std::nullopt;
    const auto element = std::move(taken.mapped());
    if (key->second.empty())
        m_keys.erase(key);
    return ElementChange{id.key, mark, event, element.role, element.lock, {}, element.count, element.maker, id.db, false};
}

void KeyBook::identify(const KeySnapshot &look, const Bytes &mark, Element &element) const
{
    if (m_own) {
        const bool isMode = look.value.type == ValueType::Hash && mark == "mode"; // the field `mode` of Redisson's read-write lock
        const bool holds = m_locks.contains(look.id.key) && !isMode;
        element.role = holds ? Role::Holding : Role::Other;
        element.lock = holds ? look.id.key : std::string();
        return;
    }
    const auto named = m_named.find(look.id.key);
    if (named != m_named.end() && (look.value.type == ValueType::String || look.value.elements.empty())) {
        element.role = Role::Holding;
        element.lock = named->second;
        return;
    }
    const auto match = m_classifier.classify(look, {});
    if (!match)
        return;
    if (match->confidence <= 0)
        element.role = Role::Other;
    if (match->confidence < sureEnough)
        return;
    const bool holds =
        std::any_of(match->holders.begin(), match->holders.end(), [&](const Holder &holder) { return holder.owner == mark; });
    element.role = holds ? Role::Holding : Role::Other;
    element.lock = holds ? lockOf(look.id.key) : std::string();
}

// The lock whose name the key contains: a library may put a prefix before the name, or a suffix after it. The longest, because `order:10`
// contains `order:1`.
std::string KeyBook::lockOf(const Bytes &key) const
{
    std::string found;
    for (const auto &lock : m_locks) {
        if (lock.size() > found.size() && key.find(lock) != Bytes::npos)
            found = lock;
    }
    return found;
}

} // namespace lockcore
