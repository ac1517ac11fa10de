// SPDX-License-Identifier: MIT
// A connection of a server's record, over a Unix socket on the Lab's Poller. (A Connection's answers arrive through Qt's loop, which
// doubles the cost of a barrier.) It has no time-outs: a stopped server answers after it is resumed. Lives on the Poller's thread.
#pragma once

#include "lockcore/base/task.h"
#include "lockcore/lab/resp/byte_stream.h"
#include "lockcore/redis/endpoint.h"
#include "lockcore/redis/pipeline.h"

namespace lockcore {

class RecordConnection final
{
public:
    RecordConnection(Endpoint endpoint, bool subscriber, Poller &poller);
    ~RecordConnection();
    RecordConnection(const RecordConnection &) = delete;
    RecordConnection &operator=(const RecordConnection &) = delete;

    /// Called with a subscriber's message, before the coroutine whose answer arrived later resumes.
    std::function<void(const Reply &)> pushed;
    std::function<void(const Error &)> lost; ///< called after open() has succeeded; never inside a call

    /// Connects and logs in. Error: Transport, or Server (WRONGPASS, LOADING …).
    Task<Result<void>> open();
    void close(); ///< does not call lost(); open requests end with Cancelled
    bool isOpen() const { return m_stream && m_stream->isOpen(); }

    /// If the connection is not open, ends immediately with Transport. A server's error is a Reply.
    Waiting<Result<Reply>> command(std::initializer_list<std::string_view> words);
    Waiting<Result<Replies>> send(Batch batch);

private:
    void receive(std::string_view bytes);
    void fail(const Error &error);
    void flush();

    const Endpoint m_endpoint;
    Poller &m_poller;
    Pipeline m_pipeline;
    std::optional<ByteStream> m_stream;
    bool m_loggedIn = false;
};

} // namespace lockcore
