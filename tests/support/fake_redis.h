// SPDX-License-Identifier: MIT
// A FakeServer that looks like a Redis 7 with tracking and a few hashes with one field. The test decides what is random with a real server:
// when an answer is sent, when a change is announced, and the server's time.
#pragma once

#include "lockcore/base/clock.h"
#include "support/fake_server.h"

#include <optional>

namespace lockcore::test {

class FakeRedis final
{
public:
    struct Hash
    {
        QByteArray field;
        qint64 count = 1;
        std::optional<ServerTime> deadline; ///< the hash is gone, without a message, when the server's clock shows a later millisecond
    };

    FakeRedis();
    Endpoint endpoint() const { return m_server.endpoint(); }

    void set(const QByteArray &key, Hash hash) { m_hashes.insert_or_assign(key, std::move(hash)); } ///< sends no invalidation
    void invalidate(const QByteArrayList &keys); ///< sends it to the subscriber, as tracking does

    void setClockAhead(Microseconds ahead) { m_ahead = ahead; } ///< compared with this machine's
    ServerTime now() const;
    void stopClock() { m_stopped = now(); } ///< afterwards only setClockAhead() and setCostOfNumsub() move it

    void setSubscribers(int count) { m_subscribers = count; }                        ///< NUMSUB's answer for each channel
    void setCostOfNumsub(Microseconds cost) { m_costOfNumsub = cost; }               ///< how far each NUMSUB moves this server's clock
    int askedFor(const QByteArray &channel) const { return m_asked.value(channel); } ///< how many times NUMSUB asked for the channel

    /// The next transaction that reads this key is answered with the state of that moment, but the answer is sent only after letGo(). Later
    /// commands of the same connection wait behind it.
    void holdAnswerAbout(const QByteArray &key) { m_holdFor = key; }
    bool holds() const { return m_heldFrom != 0; }
    void letGo();

    void answerTo(const QByteArray &verb, QByteArray answer) { m_fixed[verb] = std::move(answer); } ///< for commands outside a transaction
    void closeWhenAsked(const QByteArray &verb) { m_closesAt = verb; } ///< closes all connections at this command
    int connections() const { return m_server.connections(); }         ///< number of connections so far

    int looksAt(const QByteArray &key) const { return m_looks.value(key); } ///< number of transactions that read the key
    bool wasAskedFor(const QByteArray &key) const;

private:
    QByteArray answer(const QByteArrayList &command);
    QByteArray answerNow(const QByteArrayList &command);
    QByteArray answerToAll(const QList<QByteArrayList> &queued);
    QByteArray aboutConnection(const QByteArrayList &command);
    QByteArray aboutServer(const QByteArrayList &command);
    QByteArray numsub(const QByteArrayList &channels);
    QByteArray aboutKey(const QByteArrayList &command) const;
    const Hash *find(const QByteArray &key) const;

    FakeServer m_server;
    std::map<QByteArray, Hash> m_hashes;
    std::map<int, QList<QByteArrayList>> m_queued; ///< by connection: commands since its MULTI
    QHash<QByteArray, int> m_looks;
    QHash<QByteArray, QByteArray> m_fixed; ///< answers by verb
    QByteArray m_closesAt;
    Microseconds m_ahead{};
    std::optional<ServerTime> m_stopped;
    int m_subscribers = 0;
    Microseconds m_costOfNumsub{};
    QHash<QByteArray, int> m_asked;
    int m_subscriber = 0;
    QByteArray m_holdFor;
    int m_heldFrom = 0; ///< the connection whose answer is held
    QByteArray m_held;
};

} // namespace lockcore::test
