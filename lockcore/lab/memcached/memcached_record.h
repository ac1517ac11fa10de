// SPDX-License-Identifier: MIT
// What a turn did to memcached's items. Memcached announces nothing: the record looks at the keys that a command names, before and after it,
// by `mg KEY t c v`. Each write gives an item another cas number, so a look shows it even if the value stays the same. Between turns it looks
// for items whose time is over. Lives on the thread of its Poller.
#pragma once

#include "lockcore/lab/memcached/memcached_framing.h"
#include "lockcore/lab/record/store_record.h"
#include "lockcore/lab/resp/byte_stream.h"

#include <deque>
#include <set>

namespace lockcore {

class MemcachedRecord final : public StoreRecord
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(MemcachedRecord)

public:
    static constexpr std::size_t mostKeys = 64; ///< of one turn

    /// `endpoint`: a Unix socket.
    MemcachedRecord(Endpoint endpoint, Poller &poller);
    ~MemcachedRecord() override;

    const Endpoint &endpoint() const override { return m_endpoint; }
    Task<Result<void>> open() override;
    bool isOpen() const override { return m_isOpen; }
    bool watches() const override { return true; }
    Task<Result<void>> barrier(std::size_t rounds) override;
    Task<void> turnBegins(const TurnReport *report) override;
    Task<Result<std::vector<KeyChange>>> turnEnds(const TurnReport *report) override;
    bool looksForEndings() const override { return true; }
    bool awaitsEndings() const override;
    Task<void> noticeEndings() override;

private:
    struct Item
    {
        KeySnapshot look;
        Bytes cas;
        bool ends = false; ///< it has a time
    };
    using Items = std::map<Bytes, Item>; ///< those that exist
    struct Asked
    {
        std::size_t left = 0;
        std::vector<ReplyFrame> replies;
        Completion<Result<std::vector<ReplyFrame>>> answer;
    };

    Waiting<Result<std::vector<ReplyFrame>>> ask(const Bytes &requests, std::size_t replies);
    void receive(std::string_view bytes);
    void fail();
    void endQuestions();
    Task<Result<Items>> lookAt(std::set<Bytes> keys);
    std::vector<KeyChange> takeChanges(const TurnReport &report, const Items &now);
    void noteEnding(const Bytes &key);

    const Endpoint m_endpoint;
    Poller &m_poller;
    bool m_isOpen = false;
    std::optional<ByteStream> m_stream;
    MemcachedReplyFramer m_framer;
    std::deque<Asked> m_asked;
    std::set<Bytes> m_keys; ///< of this turn
    Items m_seen;
};

} // namespace lockcore
