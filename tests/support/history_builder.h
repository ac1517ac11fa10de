// SPDX-License-Identifier: MIT
// Writes a history as a short story: `at(310).expires().acquire("B").takes("B").ok("B")`. The lock is `stock` until of()
// names another. Its key has one element at a time unless a step names another. A worker is named `A`, its second incarnation `A#2`, an owner in it `A/o1`.
#pragma once

#include "lockcore/judge/history.h"

#include <map>

namespace lockcore::test {

class HistoryBuilder
{
public:
    explicit HistoryBuilder(Milliseconds lease = Milliseconds(300));

    HistoryHeader header;

    HistoryBuilder &at(double milliseconds);     ///< the time of the following entries
    HistoryBuilder &on(std::int64_t server);     ///< the server of the following turns, keys and faults
    HistoryBuilder &of(const std::string &lock); ///< the lock of the following steps; its key is `lock:` and its name
    HistoryBuilder &add(What what);
    std::uint64_t last() const { return m_entries.size(); } ///< number of the last entry
    HistoryEntry *lastEntry() { return m_entries.empty() ? nullptr : &m_entries.back(); }

    HistoryBuilder &worker(const std::string &name); ///< starts the worker, with the header's lease and capabilities
    HistoryBuilder &acquire(const std::string &name, std::optional<Milliseconds> lease = {}, std::optional<Milliseconds> wait = {});
    HistoryBuilder &ok(const std::string &name, std::optional<std::int64_t> token = {}); ///< answers its last request
    HistoryBuilder &answer(const std::string &name, entry::Received answer);             ///< answers its last request
    HistoryBuilder &no(const std::string &name);
    HistoryBuilder &release(const std::string &name);
    HistoryBuilder &request(const std::string &name, entry::Request request, std::optional<Milliseconds> length = {});
    HistoryBuilder &probe(const std::string &name, bool holding);
    HistoryBuilder &report(const std::string &name, entry::Report report);
    HistoryBuilder &call(const std::string &name, entry::Step step, std::optional<std::int64_t> token = {});
    HistoryBuilder &read(const std::string &name, std::int64_t version, std::int64_t value);
    HistoryBuilder &write(const std::string &name, std::int64_t based, std::int64_t value, std::int64_t version,
                          std::optional<std::int64_t> token = {});
    HistoryBuilder &enter(const std::string &name) { return call(name, entry::Step::Enter); }
    HistoryBuilder &exit(const std::string &name) { return call(name, entry::Step::Exit); }
    HistoryBuilder &dies(const std::string &name, entry::Death death = entry::Death::Killed);
    HistoryBuilder &pauses(const std::string &name);
    HistoryBuilder &resumes(const std::string &name);

    /// A command's turn. The changes that it makes are added next.
    HistoryBuilder &turn(const std::string &name, const std::string &command, entry::Verb verb = entry::Verb::Other);
    /// A change of the key. If `caused`, its cause is the turn, the fault or the operator's action just before.
    HistoryBuilder &key(entry::KeyEvent event, const std::string &element, std::optional<Milliseconds> ttl = {}, bool caused = true,
                        entry::Role role = entry::Role::Holding);

    HistoryBuilder &takes(const std::string &name); ///< SET NX PX with its name and the header's lease
    HistoryBuilder &frees(const std::string &name); ///< its script removes its element
    HistoryBuilder &removes(const std::string &name, const std::string &element, const std::string &command = "DEL");
    HistoryBuilder &renews(const std::string &name);     ///< its script extends its element by the header's lease
    HistoryBuilder &expires(const std::string &element); ///< without a command, by the server
    HistoryBuilder &operatorFrees(const std::string &element);
    HistoryBuilder &serverFault(entry::ServerFault fault);
    /// acquire, takes, ok
    HistoryBuilder &gets(const std::string &name) { return acquire(name).takes(name).ok(name); }
    /// release, frees, ok
    HistoryBuilder &givesBack(const std::string &name) { return release(name).frees(name).ok(name); }

    History unfinished() const { return {header, m_entries}; } ///< without the entry `end`
    History end();

    static Incarnation named(const std::string &name);

private:
    entry::Sent sentBy(const std::string &name, entry::Request request);
    entry::Accessed callOf(const std::string &name, entry::Step step) const;

    std::vector<HistoryEntry> m_entries;
    Microseconds m_now{0};
    Bytes keyName() const { return "lock:" + m_lock; }

    std::int64_t m_server = 0;
    std::string m_lock = "stock";
    std::uint64_t m_cause = 0;
    std::map<std::string, std::uint64_t> m_requests; ///< the last id, by worker and owner
    std::map<Incarnation, std::uint64_t> m_lastIds;
};

/// A history that starts the workers A and B, and begins at 5 ms.
HistoryBuilder begun();

/// The first judge's verdict about this property.
Verdict verdictOn(const History &history, Property property);

} // namespace lockcore::test
