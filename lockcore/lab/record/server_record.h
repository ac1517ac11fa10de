// SPDX-License-Identifier: MIT
// What a turn did to the server's keys, as the server itself reports it. One connection subscribes to all keyspace events, another one
// looks at keys. A turn's events are those that the subscriber received up to the answer to a PING sent after the turn's command was
// executed. Only keys with an event are looked at. The server needs `notify-keyspace-events EA`. Lives on the thread of its Poller.
// `close()` or a lost server ends it; `open()` starts it again.
#pragma once

#include "lockcore/lab/record/record_connection.h"
#include "lockcore/monitor/model/key_snapshot.h"

namespace lockcore {

/// What happened to one key within a turn, or between turns.
struct KeyChange
{
    LockId id;
    std::vector<std::string> events;   ///< in their order, as Redis names them: set, hincrby, expire, del, expired, evicted …; "flushed"
    std::optional<KeySnapshot> before; ///< the last look before this change; none: the key did not exist, or was not looked at since
    std::optional<KeySnapshot> after;  ///< none: not looked at (looks are off, or too many keys). A look at a missing key says so
    bool operator==(const KeyChange &) const = default;
};

class ServerRecord final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ServerRecord)

public:
    static constexpr std::size_t mostLooks = 64; ///< maximum number of keys in one turn

    struct Options
    {
        bool events = true;   ///< false: for a server whose settings are not the Lab's. Then the record is only a barrier
        bool looks = true;    ///< looks protect a key from eviction, and make a key expire whose lease has ended
        bool cluster = false; ///< a node of a cluster: it is also asked about keys of slots that are just being moved to it
    };

    /// `endpoint`: a Unix socket, with the password.
    ServerRecord(Endpoint endpoint, Options options, Poller &poller);
    ~ServerRecord() override;

    Task<Result<void>> open(); ///< errors as RecordConnection::open(), or of PSUBSCRIBE
    void close();
    bool isOpen() const { return m_isOpen; } ///< no event is missed
    const Options &options() const { return m_options; }
    const Endpoint &endpoint() const { return m_endpoint; }

    /// When it completes, everything that was written to the server before this call has been executed.
    Task<Result<void>> barrier(std::size_t rounds = 1);

    /// Events belong to the turn from now on.
    void beginTurn() { m_inTurn = true; }

    /// The changes since beginTurn(), in the order of their first event. Error: Transport, the server is lost.
    Task<Result<std::vector<KeyChange>>> endTurn();

    /// A command that causes no event (FLUSHDB, a restart without data) has removed all keys, or those of one database. During a turn their
    /// changes belong to the turn, and a look shows which keys still exist; otherwise they are emitted.
    void flushed();

    /// A key has been moved to this server, as it was seen on the other one.
    void adopt(const KeySnapshot &look) { m_seen.insert_or_assign(look.id, look); }

signals:
    void changed(const lockcore::KeyChange &change); ///< between turns: the key expired or was evicted; always without a look
    void lost(const lockcore::Error &error);         ///< events may have been missed

private:
    struct Event
    {
        LockId id;
        std::string name;
    };

    void receive(const Reply &message);
    void add(Event event);
    std::vector<KeyChange> takeChanges();
    Task<void> lookAt(std::vector<KeyChange> *changes);
    Task<Result<void>> lookIn(int db, std::vector<KeyChange *> changes);
    Task<RecordConnection *> observer(int db);
    ValueType likelyType(const KeyChange &change) const;
    void note(KeyChange &change, KeySnapshot look);

    const Endpoint m_endpoint;
    const Options m_options;
    Poller &m_poller;
    bool m_isOpen = false;
    bool m_inTurn = false;
    bool m_hasPexpiretime = false;
    std::vector<Event> m_events;          ///< of this turn
    std::map<LockId, KeySnapshot> m_seen; ///< the last look at each key that exists
    RecordConnection m_subscriber;
    std::map<int, std::unique_ptr<RecordConnection>> m_observers; ///< by database
};

std::string toString(const KeyChange &change);

} // namespace lockcore
