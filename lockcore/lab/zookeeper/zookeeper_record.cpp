// SPDX-License-Identifier: MIT
#include "lockcore/lab/zookeeper/zookeeper_record.h"

#include "lockcore/lab/record/gate_report.h"

#include <cerrno>
#include <system_error>

namespace lockcore {

namespace {

KeyChange keyChangeOf(std::vector<ElementChange> elements)
{
    KeyChange change;
    change.id = {0, elements.front().key};
    change.events = {"zxid " + shownNumber(elements.front().zxid)};
    change.elements = std::move(elements);
    return change;
}

} // namespace

ZookeeperRecord::ZookeeperRecord(Endpoint endpoint, std::string directory, Poller &poller)
    : m_endpoint(std::move(endpoint))
    , m_poller(poller)
    , m_log(std::move(directory))
{ }

ZookeeperRecord::~ZookeeperRecord() = default;

Task<Result<void>> ZookeeperRecord::open()
{
    m_isOpen = false;
    auto socket = connectToLoopback(m_endpoint.port);
    if (!socket)
        co_return Error{ErrorKind::Transport, "no connection to ZooKeeper: " + std::generic_category().message(errno), "closed"};
    m_stream.emplace(m_poller, std::move(socket));
    m_stream->ended = [this] { fail({ErrorKind::Transport, "the server is lost", "closed"}); };
    m_isOpen = true;
    readBetweenTurns(); // what its last commands did before a restart
    co_return m_isOpen ? Result<void>() : Error{ErrorKind::Transport, "ZooKeeper's transaction log cannot be read", "closed"};
}

void ZookeeperRecord::fail(const Error &error)
{
    m_stream->close(); // possibly called from inside the stream
    if (std::exchange(m_isOpen, false))
        emit lost(error);
}

Task<Result<void>> ZookeeperRecord::barrier(std::size_t)
{
    co_return Error{ErrorKind::Refused, "every request of ZooKeeper's protocol has a reply", "barrier"};
}

void ZookeeperRecord::readBetweenTurns(std::int64_t upTo)
{
    const auto transactions = m_log.read(upTo);
    if (!transactions)
        return fail(transactions.error());
    for (const auto &transaction : *transactions) {
        if (auto elements = m_queues.take(transaction); !elements.empty())
            emit changed(keyChangeOf(std::move(elements)));
    }
}

Task<void> ZookeeperRecord::turnBegins(const TurnReport *)
{
    if (m_isOpen)
        readBetweenTurns();
    co_return;
}

// The reply names the last transaction that the server had carried out. Only the turn's own ones have the number of a request.
Task<Result<std::vector<KeyChange>>> ZookeeperRecord::turnEnds(const TurnReport *report)
{
    const auto reply = zookeeperReply(report->reply);
    if (reply && reply->connects)
        m_queues.learn(reply->session, report->request.gate);
    const auto upTo = reply && !reply->connects ? reply->zxid : ZookeeperLog::everything;
    const auto transactions = m_log.read(upTo);
    if (!transactions)
        co_return transactions.error();
    if (upTo != ZookeeperLog::everything && m_log.last() < upTo)
        co_return Error{ErrorKind::Protocol,
                        "ZooKeeper's reply names " + shownNumber(upTo) + ", and its log ends with " + shownNumber(m_log.last()), "log"};
    std::vector<KeyChange> changes;
    for (const auto &transaction : *transactions) {
        auto elements = m_queues.take(transaction);
        if (elements.empty())
            continue;
        if (transaction.request == 0)
            emit changed(keyChangeOf(std::move(elements)));
        else
            changes.push_back(keyChangeOf(std::move(elements)));
    }
    co_return changes;
}

Task<void> ZookeeperRecord::noticeEndings()
{
    if (m_isOpen)
        readBetweenTurns();
    co_return;
}

std::vector<ElementChange> ZookeeperRecord::endAll(entry::KeyEvent event)
{
    m_log.forget();
    return m_queues.endAll(event);
}

Bytes ZookeeperRecord::holderOf(const Bytes &key) const { return m_queues.holderOf(key).value_or(key); }

} // namespace lockcore
