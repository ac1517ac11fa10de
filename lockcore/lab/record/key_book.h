// SPDX-License-Identifier: MIT
// The content of one server's keys, element by element. Turns the server's record into the changes of each element and its owner. Pure,
// without I/O. One thread.
#pragma once

#include "lockcore/lab/resp/element_change.h"
#include "lockcore/monitor/reading/classifier.h"

#include <functional>
#include <map>
#include <set>

namespace lockcore {

struct KeyChange;

class KeyBook final
{
public:
    /// `own`: the workers run protocols of lockcore/locks, so the key is the lock's name. Otherwise the Monitor's formats decide.
    KeyBook(std::set<std::string> locks, bool own);

    /// A worker with another library has said that `key` holds `lock`. The keys of the other locks have the same text around their names,
    /// and a string under such a key is a holding, whatever its format. False: the key does not contain the name, which
    /// tells nothing of other locks.
    bool nameKey(const Bytes &key, const std::string &lock);

    std::string lockIn(const Bytes &key) const; ///< whose key it is, by its name; empty: none
    Bytes keyOf(const std::string &lock) const; ///< as in nameKey(); otherwise the lock's name

    /// `author`: the worker whose command caused the change; 0: no worker.
    std::vector<ElementChange> take(const KeyChange &change, std::int64_t author);

    std::vector<ElementChange> endAll(entry::KeyEvent event); ///< all elements are gone

    void moveTo(KeyBook &other, const LockId &id); ///< the key is on another server from now on; nothing has happened to its elements

    std::vector<std::pair<LockId, Bytes>> elements() const; ///< all existing elements, as keys and marks
    /// One element is gone; none: it was gone already.
    std::optional<ElementChange> end(const LockId &id, const Bytes &mark, entry::KeyEvent event);

private:
    struct Element
    {
        entry::Role role = entry::Role::Unknown;
        std::string lock;
        std::int64_t maker = 0;
        std::optional<std::int64_t> count;
        Bytes value;           ///< the value of a field; the score of a member
        bool isUnseen = false; ///< represents an unknown write to a key that is too large to be read
    };
    using Elements = std::map<Bytes, Element>;

    using Add =
        std::function<ElementChange &(const Bytes &mark, const Element &element, entry::KeyEvent event, std::optional<Milliseconds> ttl)>;

    void takeContent(const KeySnapshot &look, const KeyChange &change, std::int64_t author, const Add &add);
    void identify(const KeySnapshot &look, const Bytes &mark, Element &element) const;
    std::string lockOf(const Bytes &key) const;

    const std::set<std::string> m_locks;
    const bool m_own;
    const Classifier m_classifier;
    std::map<Bytes, std::string> m_named; ///< key → lock
    std::map<LockId, Elements> m_keys;
};

} // namespace lockcore
