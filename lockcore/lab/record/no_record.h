// SPDX-License-Identifier: MIT
// The record of a server whose changes cannot be attributed to a client: it knows no changes and no order, and only notices that the server is
// lost, by a connection that stays open. Verdicts then rest on what the workers say. Lives on the thread of its Poller.
#pragma once

#include "lockcore/lab/record/store_record.h"
#include "lockcore/lab/resp/byte_stream.h"

namespace lockcore {

class NoRecord final : public StoreRecord
{
    Q_OBJECT

public:
    NoRecord(Endpoint endpoint, Poller &poller);

    const Endpoint &endpoint() const override { return m_endpoint; }
    Task<Result<void>> open() override; ///< Error: Transport
    bool isOpen() const override { return m_isOpen; }
    bool watches() const override { return false; }
    Task<Result<void>> barrier(std::size_t) override { co_return Result<void>(); } ///< commands are not known, so none takes a turn
    Task<void> turnBegins(const TurnReport *) override { co_return; }
    Task<Result<std::vector<KeyChange>>> turnEnds(const TurnReport *) override { co_return std::vector<KeyChange>(); }

private:
    void fail();

    const Endpoint m_endpoint;
    Poller &m_poller;
    std::optional<ByteStream> m_stream;
    bool m_isOpen = false;
};

} // namespace lockcore
