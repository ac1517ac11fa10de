// SPDX-License-Identifier: MIT
// What a turn did to the server's keys, as the server itself reports it. One connection subscribes to all keyspace events, another one
// looks at keys. A turn's events are those that the subscriber received up to the answer to a PING sent after the turn's command was
// executed. Only keys with an event are looked at. The server needs `notify-keyspace-events EA`. Lives on the thread of its Poller.
// `close()` or a lost server ends it; `open()` starts it again.
#pragma once

#include "lockcore/lab/record/record_connection.h"
#include "lockcore/lab/record/store_record.h"

namespace lockcore {

class ServerRecord final : public StoreRecord
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

    Task<Result<void>> open() override; ///< errors as RecordConnection::open(), or of PSUBSCRIBE
    void close();
    bool isOpen() const override { return m_isOpen; }
    bool watches() const override { return m_options.events; }
    const Options &options() const { return m_options; }
    const Endpoint &endpoint() const override { return m_endpoint; }

    Task<Result<void>> barrier(std::size_t rounds = 1) override;
    Task<void> turnBegins(const TurnReport *report) override;
    Task<Result<std::vector<KeyChange>>> turnEnds(const TurnReport *report) override;

    /// Events belong to the turn from now on.
    void beginTurn() { m_inTurn = true; }

    /// The changes since beginTurn(), in the order of their first event. Error: Transport, the server is lost.
    Task<Result<std::vector<KeyChange>>> endTurn();

    /// A command that causes no event (FLUSHDB, a restart without data) has removed all keys, or those of one database. During a turn their
    /// changes belong to the turn, and a look shows which keys still exist; otherwise they are emitted.
    void flushed();

    void adopt(const KeySnapshot &look) override { m_seen.insert_or_assign(look.id, look); }

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

} // namespace lockcore
