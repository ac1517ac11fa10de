// SPDX-License-Identifier: MIT
// The only way in which a lock protocol touches the world. One Context is one worker: the "thread" of the articles. Three
// kinds of it run the same compiled protocols: against live servers, step by step in the Explorer, and in a replay.
//
// A file in locks/ has no state outside its objects, reads no clock and draws no random number but from here. Used on one
// thread; what is awaited resumes there.
#pragma once

#include "base/clock.h"
#include "base/task.h"
#include "locks/answer.h"

#include <concepts>
#include <map>
#include <source_location>

namespace lockcore {

/// A command's name, and the line of the protocol that sends it.
struct Verb
{
    template <std::size_t N>
    constexpr Verb(const char (&text)[N], std::source_location from = std::source_location::current())
        : name(text, N - 1), where(from)
    {
    }

    std::string_view name;
    std::source_location where;
};

/// The line of a call that is no command.
using Where = std::source_location;

/// A worker's own wall clock: may be wrong, and set.
using WorkerTime = std::chrono::sys_time<Milliseconds>;

struct Message
{
    Bytes channel;
    Bytes payload;
    bool operator==(const Message &) const = default;
};

/// How a protocol's values become arguments: text as it is, numbers in decimal, durations in milliseconds.
inline Bytes argument(std::string_view text) { return Bytes(text); }
inline Bytes argument(Milliseconds duration) { return std::to_string(duration.count()); }
inline Bytes argument(WorkerTime time) { return std::to_string(time.time_since_epoch().count()); }
template <std::integral Number>
Bytes argument(Number number) { return std::to_string(number); }

class Context
{
public:
    virtual ~Context() = default;

    /// One of the servers, over the connection that workers may share or over one of the worker's own.
    class Server
    {
    public:
        Server(Context &context, std::size_t index, bool alone) : m_context(context), m_index(index), m_alone(alone) { }

        template <class... Arguments>
        Waiting<Answer> command(Verb verb, const Arguments &...arguments) const
        {
            return m_context.send(m_index, m_alone, verb, {Bytes(verb.name), argument(arguments)...});
        }
        Waiting<Answer> command(Verb verb, std::vector<Bytes> arguments) const
        {
            arguments.insert(arguments.begin(), Bytes(verb.name));
            return m_context.send(m_index, m_alone, verb, std::move(arguments));
        }

    private:
        Context &m_context;
        std::size_t m_index;
        bool m_alone;
    };

    virtual std::size_t servers() const = 0;
    Server on(std::size_t index) { return {*this, index, false}; }

    /// A connection that nobody else uses: WATCH and MULTI belong to a connection, not to a worker (pitfall R3).
    Server alone() { return {*this, 0, true}; }

    /// On the first server. EVAL may be sent as EVALSHA: it means the same.
    template <class... Arguments>
    Waiting<Answer> command(Verb verb, const Arguments &...arguments) { return on(0).command(verb, arguments...); }

    virtual Waiting<void> sleep(Milliseconds duration, Where where = Where::current()) = 0;
    virtual WorkerTime now(Where where = Where::current()) = 0;  ///< the wall clock
    virtual Moment steady(Where where = Where::current()) = 0;   ///< the monotonic clock; may run fast or slow

    /// For what a Lock tells its user; a protocol must decide nothing by it, so it is no observation of the worker.
    virtual Moment bookkeeping() const = 0;

    virtual Bytes uniqueToken(Where where = Where::current()) = 0; ///< 128 random bits in hexadecimal
    virtual Milliseconds random(Milliseconds below, Where where = Where::current()) = 0; ///< 0 … below − 1

    /// Who we are to others: `instance` is drawn once per process (a UUID), `worker` tells its workers apart.
    virtual const Bytes &instance() const = 0;
    virtual std::int64_t worker() const = 0;

    /// What the worker keeps beside its locks, by name: the ThreadLocal of the articles.
    virtual std::map<Bytes, std::int64_t> &memory() = 0;

    /// A task beside the worker's own that dies with the worker, with the Companion, or at its end.
    class Companion
    {
    public:
        virtual ~Companion() = default;
    };
    virtual std::unique_ptr<Companion> spawn(Task<void> task, Where where = Where::current()) = 0;

    /// Listens to a channel until the Subscription ends. Not listening is no error: a waiter falls back to polling.
    class Subscription
    {
    public:
        virtual ~Subscription() = default;
        virtual bool listening() const = 0; ///< false once the connection broke: messages may have been missed
        /// The next message, or none after `most` or when it stops listening.
        virtual Waiting<std::optional<Message>> next(Milliseconds most, Where where = Where::current()) = 0;
    };
    virtual Waiting<std::unique_ptr<Subscription>> subscribe(std::string_view channel, Where where = Where::current()) = 0;

    /// At the head of a wait loop: all that matters of the past is in these values. Costs nothing live.
    template <class... Locals>
    void again(const Locals &...locals) { forget({argument(locals)...}); }

protected:
    virtual Waiting<Answer> send(std::size_t server, bool alone, Verb verb, std::vector<Bytes> command) = 0;
    virtual void forget(std::vector<Bytes> locals) = 0;
};

} // namespace lockcore
