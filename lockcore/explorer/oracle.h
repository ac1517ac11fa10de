// SPDX-License-Identifier: MIT
// Who says what a command does: a real redis-server whose clock the Explorer holds (lockcore/live/server_oracle.h). There is no simulated
// Redis. Single-threaded.
#pragma once

#include "lockcore/locks/context.h"

#include <span>
#include <string>

namespace lockcore::explorer {

struct StoredKey
{
    static constexpr int noDeadline = -1;

    Bytes name;
    Bytes dump;            ///< DUMP's answer
    int left = noDeadline; ///< ms until its deadline; 0: its last millisecond, it still exists
    bool operator==(const StoredKey &) const = default;
};

/// Sorted by name.
using Keyspace = std::vector<StoredKey>;

struct Judgement
{
    Reply reply;
    Keyspace after;
    std::vector<Message> published;
    bool operator==(const Judgement &) const = default;
};

/// What does this command do to these keys, `now` ms after the epoch? Without `now`: at any time, which must not matter then.
struct Question
{
    const Keyspace *before;
    const std::vector<Bytes> *command;
    std::optional<int> now;
};

class Oracle
{
public:
    virtual ~Oracle() = default;

    /// The wall clock at the beginning of each search, ms since 1970: shortly before a second ends, because some scripts count in seconds.
    static constexpr std::int64_t epoch = 1'799'999'999'995;

    /// An answer to each question. Error: the server is gone, or a command cannot be asked: `unsupported`, with its reason.
    virtual Result<std::vector<Judgement>> judge(std::span<const Question> questions) = 0;

    Result<Judgement> judge(const Keyspace &before, const std::vector<Bytes> &command, std::optional<int> now)
    {
        const Question question{&before, &command, now};
        auto judged = judge({&question, 1});
        return judged ? Result<Judgement>(std::move(judged->front())) : judged.error();
    }

    /// Would the EXEC of a client that watches this key, and began to before the command, be refused? Errors as judge().
    virtual Result<bool> touches(const Bytes &watched, const Keyspace &before, const std::vector<Bytes> &command,
                                 std::optional<int> now) = 0;

    /// A key's content for people: `"Atoken1"`, `{A:1 → 2}`.
    virtual std::string shown(const StoredKey &key) = 0;

    virtual const std::string &version() const = 0; ///< "redis 7.0.15"
};

} // namespace lockcore::explorer
