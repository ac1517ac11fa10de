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

/// Receives a reply directly, without a coroutine in between. Called from inside the pipeline: it may complete a Completion or send another
/// request, nothing else. An asker that was answered with Timeout still receives a late reply.
class Asker
{
public:
    virtual ~Asker() = default;
    virtual bool abandoned() const = 0; ///< if true when the request has not been written yet, the request is not sent
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

    Waiting<Result<Reply>> submitOne(Batch batch, Moment deadline); ///< one command, perhaps after ASKING
    Waiting<Result<Replies>> submit(Batch batch, Moment deadline);
    void submitFor(std::unique_ptr<Asker> asker, Batch batch, Moment deadline); ///< one command

    /// Bytes to write now. Their requests count as written afterwards.
    std::string takeOutput();

    /// Processes input. After an error the connection is unusable: call lost() with that error.
    Result<void> receive(std::string_view bytes);

    /// Pushes that arrived, oldest first.
    std::vector<Reply> takePushes() { return std::exchange(m_pushes, {}); }

    /// Answers every open request with this error. Afterwards the pipeline can be used with a new stream.
    void lost(const Error &error);

    /// Skips a reply that is arriving but cannot be read. Its command is answered with an error reply, whose code word is `why.detail`. All
    /// other written requests without an answer will be written again to a new stream, each request alone. The rest of the skipped
    /// command's own request is even split: each command or transaction is written alone, because more of its commands may have such a
    /// reply, and then the server would prepare the replies to all later commands in vain. False: no request expects this reply.
    bool skipReply(const Error &why);

    /// The next request must be written alone: others wait until it is answered.
    bool repeats() const { return !m_waiting.empty() && m_waiting.front().again; }
    void prolong(Moment deadline); ///< extends the deadline of all open requests at least to this moment

    void expire(Moment now); ///< answers overdue requests with Timeout
    std::optional<Moment> nextDeadline() const;

    bool idle() const { return m_waiting.empty() && m_written.empty(); }
    bool awaitsAnswers() const { return !m_written.empty(); }
    std::uint64_t commandsWritten() const { return m_commandsWritten; }

private:
    struct Request
    {
        std::string bytes;        ///< kept until it is answered, because skipReply() may write it again
        std::size_t expected = 1; ///< number of replies
        Moment deadline{};
        std::variant<Completion<Result<Reply>>, Completion<Result<Replies>>, std::unique_ptr<Asker>> asker;
        Replies replies;
        std::size_t cut = 0;                           ///< number of answered commands, whose bytes are no longer in `bytes`
        std::size_t due = 0;                           ///< number of replies when all written commands are answered
        std::size_t mostBytes = RespReader::mostBytes; ///< limit for one reply
        std::vector<std::size_t> unheard{};            ///< numbers of replies that the asker does not get
        bool again = false;                            ///< it was already written to a stream that ended

        bool abandoned() const;
        std::string_view begin(); ///< the part to write now
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
