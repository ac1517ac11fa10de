// SPDX-License-Identifier: MIT
// What a worker waits for, and what it can come to know, as small numbers.
#pragma once

#include "lockcore/explorer/numbers.h"
#include "lockcore/locks/context.h"

namespace lockcore::explorer {

struct Request
{
    enum class Kind : std::uint8_t { None, Command, Sleep, Subscribe, Next, Arrive };

    Kind kind = Kind::None;
    std::vector<Bytes> words; ///< Command; Subscribe: the channel
    std::size_t server = 0;
    Milliseconds duration{0}; ///< Sleep, Next
    bool isAlone = false;     ///< Command: over the worker's own connection
    bool isWork = false;      ///< Sleep: in the critical section
    bool releases = false;    ///< Command: to give the lock back
    Where where = Where::current();
};

/// A worker has two tasks at most: its own, and its companion.
inline constexpr int tasks = 2;
enum class TaskOf : std::uint8_t { Worker, Companion };

/// What a task learns. The number: of a reply, a message, a token's name, a random number, or milliseconds.
struct Observation
{
    enum class Kind : std::uint8_t {
        Start,
        Arrived,
        Reply,
        Lost,
        Timer,
        Thrown, ///< the work throws
        Subscribed,
        Message,
        NoMessage,
        // Read at once, while the task runs:
        Steady, ///< since this task read it before
        Token,
        Random,
        Now,
    };

    Kind kind = Kind::Start;
    int number = 0;
    bool operator==(const Observation &) const = default;
};

struct Step
{
    TaskOf task = TaskOf::Worker;
    Observation seen;
    bool operator==(const Step &) const = default;
};

class Vocabulary
{
public:
    Vocabulary();

    int request(const Request &request); ///< 0: none
    int reply(const Reply &reply);
    int message(const Message &message);

    const Request &request(int number) const { return m_requests[static_cast<std::size_t>(number)]; }
    const Reply &reply(int number) const { return m_replies[static_cast<std::size_t>(number)]; }
    const Message &message(int number) const { return m_messages[static_cast<std::size_t>(number)]; }

private:
    Numbers<Bytes> m_requestKeys, m_replyKeys, m_messageKeys;
    std::vector<Request> m_requests;
    std::vector<Reply> m_replies;
    std::vector<Message> m_messages;
};

/// The names of tokens that occur in a text, a bit each: 16 for each worker. A name is used again only when nobody can remember it.
using TokenNames = std::uint64_t;
inline constexpr int tokenNames = 16;
inline constexpr int mostWorkers = 4;
Bytes tokenText(int worker, int name);
TokenNames tokensIn(std::string_view text);
TokenNames tokensIn(const Reply &reply);

} // namespace lockcore::explorer
