// SPDX-License-Identifier: MIT
// What each turn did to a server's keys, as the server itself shows it: the interface of the records of all stores. Lives on the thread of
// its Poller. A lost server ends it; open() starts it again.
#pragma once

#include "lockcore/base/task.h"
#include "lockcore/lab/resp/element_change.h"
#include "lockcore/monitor/model/key_snapshot.h"
#include "lockcore/redis/endpoint.h"

#include <QObject>

namespace lockcore {

struct TurnReport;

/// What happened to one key within a turn, or between turns.
struct KeyChange
{
    LockId id;
    std::vector<std::string> events;   ///< in their order, as Redis names them: set, hincrby, expire, del, expired, evicted …; "flushed"
    std::optional<KeySnapshot> before; ///< the last look before this change; none: the key did not exist, or was not looked at since
    std::optional<KeySnapshot> after;  ///< none: not looked at (looks are off, or too many keys). A look at a missing key says so
    /// Instead: what happened, element by element, of a store whose record knows each one's maker. Only the name of the lock is missing.
    std::vector<ElementChange> elements{};
    bool operator==(const KeyChange &) const = default;
};

std::string toString(const KeyChange &change);

class StoreRecord : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(StoreRecord)

public:
    StoreRecord() = default;
    ~StoreRecord() override = default;

    virtual const Endpoint &endpoint() const = 0;
    virtual Task<Result<void>> open() = 0;
    virtual bool isOpen() const = 0;  ///< nothing is missed
    virtual bool watches() const = 0; ///< false: it is only a barrier, and knows no changes

    /// When it completes, everything that was written to the server before this call has been executed.
    virtual Task<Result<void>> barrier(std::size_t rounds) = 0;

    /// Changes belong to the turn from now on. `keys`: those that its commands name.
    virtual Task<void> turnBegins(const TurnReport *report) = 0;

    /// The changes since turnBegins(), in their order. Error: Transport, the server is lost.
    virtual Task<Result<std::vector<KeyChange>>> turnEnds(const TurnReport *report) = 0;

    /// For a server that announces nothing: while there is a key whose lease may end, noticeEndings() looks, in a turn of its own.
    virtual bool looksForEndings() const { return false; }
    virtual bool awaitsEndings() const { return false; }
    virtual Task<void> noticeEndings() { co_return; }

    /// A key has been moved to this server, as it was seen on the other one.
    virtual void adopt(const KeySnapshot &) { }

    /// All keys are gone with the server's data: the changes, of a record that knows elements. Otherwise empty.
    virtual std::vector<ElementChange> endAll(entry::KeyEvent) { return {}; }
    /// What an operator deletes to free the lock at this key.
    virtual Bytes holderOf(const Bytes &key) const { return key; }

signals:
    void changed(const lockcore::KeyChange &change); ///< between turns: the key expired or was evicted; always without a look
    void lost(const lockcore::Error &error);         ///< changes may have been missed
};

} // namespace lockcore
