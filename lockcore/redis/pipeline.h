// SPDX-License-Identifier: MIT
// The requests of a connection that are not answered yet, without any I/O:
//
//     submit ─▶ waiting ── takeOutput ─▶ written ── receive ─▶ answered
//                 │ asker gone: forgotten     │ asker gone: its late answer is swallowed
//                 └──────── expire: Timeout, lost: Transport/Protocol ────────┘
//
// Every request is answered exactly once, unless its asker has gone. Single-threaded.
#pragma once

#include "lockcore/base/clock.h"
#include "lockcore/base/result.h"
#include "lockcore/redis/batch.h"
#include "lockcore/redis/resp_reader.h"

#include <deque>

namespace lockcore {

using Replies = std::vector<Reply>;

/// Receives a reply directly, without a coroutine in between. Called from inside the pipeline: it may complete a Completion or
/// send another request, nothing else. A late reply still reaches an asker that was answered with Timeout.
class Asker
{
public:
    virtual ~Asker() = default;
    virtual bool abandoned() const = 0; ///< nobody waits for the reply: a request that is not written yet is not sent
    virtual void answer(Result<Reply> result) = 0;
};

class Pipeline
{
public:
    /// A subscriber's `message` and `pmessage` arrays are pushes; every other reply answers the oldest request.
    explicit Pipeline(bool subscriber = false)
        : m_subscriber(subscriber)
    { }
    ~Pipeline();

    Waiting<Result<Reply>> submitOne(Batch batch, Moment deadline);
    Waiting<Result<Replies>> submit(Batch batch, Moment deadline);
    void submitFor(std::unique_ptr<Asker> asker, Batch batch, Moment deadline); ///< one command

    /// Bytes to write now. Their requests count as written from here on.
    std::string takeOutput();

    /// Processes input. After an error the connection is unusable: call lost() with that error.
    Result<void> receive(std::string_view bytes);

    /// Pushes that arrived, oldest first.
    std::vector<Reply> takePushes() { return std::exchange(m_pushes, {}); }

    /// Answers every open request with this error and starts over with an empty stream.
    void lost(const Error &error);

    /// The reply that was arriving cannot be read: its command is answered with an error reply, whose code word is `why.detail`. Everything
    /// that was written and is not answered waits to be written to a fresh stream, each request by itself; what is left of the one whose
    /// reply it was, each command or transaction by itself. For more of them may be like that one, and the server would prepare the replies
    /// to all that is behind it in vain. False: no request expects that reply.
    bool skipReply(const Error &why);

    bool repeats() const { return !m_waiting.empty() && m_waiting.front().again; } ///< then what waits must wait for more than one answer
    void prolong(Moment deadline);                                                 ///< of all that is open, at least until then

    void expire(Moment now); ///< answers overdue requests with Timeout
    std::optional<Moment> nextDeadline() const;

    bool idle() const { return m_waiting.empty() && m_written.empty(); }
    bool awaitsAnswers() const { return !m_written.empty(); }
    std::uint64_t commandsWritten() const { return m_commandsWritten; }

private:
    struct Request
    {
        std::string bytes;        ///< until it is answered: skipReply() may write it again
        std::size_t expected = 1; ///< replies
        Moment deadline{};
        std::variant<Completion<Result<Reply>>, Completion<Result<Replies>>, std::unique_ptr<Asker>> asker;
        Replies replies;
        std::size_t cut = 0;                           ///< commands that are answered and not in `bytes` any more
        std::size_t due = 0;                           ///< replies, when all of it that was written is answered
        std::size_t mostBytes = RespReader::mostBytes; ///< of a reply
        bool again = false;                            ///< it was written before, to a stream that ended

        bool abandoned() const;
        std::string_view begin(); ///< what is to be written now
        void cutAnswered();
        void answer();
        void fail(const Error &error);
    };

    void enqueue(Request request);
    Result<void> dispatch(Reply reply);
    void answerFirst(Reply reply);
    bool isPush(const Reply &reply) const;

    bool m_subscriber;
    std::unique_ptr<RespReader> m_reader = std::make_unique<RespReader>();
    std::deque<Request> m_waiting;
    std::deque<Request> m_written;
    std::vector<Reply> m_pushes;
    std::uint64_t m_commandsWritten = 0;
};

} // namespace lockcore
