// SPDX-License-Identifier: MIT
// What a turn did to ZooKeeper's nodes, from the server's own transaction log: every change is in it before its reply is sent, with the session
// that asked for it. Between turns it looks for sessions that have ended. Lives on the thread of its Poller.
#pragma once

#include "lockcore/lab/record/store_record.h"
#include "lockcore/lab/resp/byte_stream.h"
#include "lockcore/lab/zookeeper/zookeeper_queues.h"

namespace lockcore {

class ZookeeperRecord final : public StoreRecord
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ZookeeperRecord)

public:
    /// `endpoint`: a port of 127.0.0.1; `directory`: of its ZookeeperLog.
    ZookeeperRecord(Endpoint endpoint, std::string directory, Poller &poller);
    ~ZookeeperRecord() override;

    const Endpoint &endpoint() const override { return m_endpoint; }
    Task<Result<void>> open() override;
    bool isOpen() const override { return m_isOpen; }
    bool watches() const override { return true; }
    Task<Result<void>> barrier(std::size_t rounds) override; ///< Error: Refused. No request of ZooKeeper's protocol needs one
    Task<void> turnBegins(const TurnReport *report) override;
    Task<Result<std::vector<KeyChange>>> turnEnds(const TurnReport *report) override;
    bool looksForEndings() const override { return true; }
    bool awaitsEndings() const override { return m_isOpen && m_queues.awaitsEndings(); }
    Task<void> noticeEndings() override;
    std::vector<ElementChange> endAll(entry::KeyEvent event) override;
    Bytes holderOf(const Bytes &key) const override;

private:
    void readBetweenTurns(std::int64_t upTo = ZookeeperLog::everything);
    void fail(const Error &error);

    const Endpoint m_endpoint;
    Poller &m_poller;
    bool m_isOpen = false;
    std::optional<ByteStream> m_stream; ///< shows when the server is lost; nothing is sent on it
    ZookeeperLog m_log;
    ZookeeperQueues m_queues;
};

} // namespace lockcore
