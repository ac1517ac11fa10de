// SPDX-License-Identifier: MIT
// The only access that a lock protocol has to the outside world. One Context is one worker: the "thread" of the articles. The same compiled
// protocols run against live servers (live_context.h) and, step by step, in tests; the Explorer and its replays will add their own
// Contexts.
//
// The files in locks/ keep no state outside their objects, and get every clock reading and every random number from a Context.
// Single-threaded: coroutines resume on the thread that awaits.
#pragma once

#include "lockcore/base/clock.h"
#include "lockcore/base/task.h"
#include "lockcore/locks/answer.h"

#include <concepts>
#include <map>
#include <source_location>
#include <type_traits>
#include <variant>

namespace lockcore {

/// A command's name, and the line of the protocol that sends it.
struct Verb
{
    template <std::size_t N>
    constexpr Verb(const char (&text)[N], std::source_location from = std::source_location::current())
        : name(text, N - 1)
        , where(from)
    { }

    std::string_view name;
    std::source_location where;
};

/// The line of a call that is not a command.
using Where = std::source_location;

/// A worker's own wall clock: it may be wrong, and it may be set.
using WorkerTime = std::chrono::sys_time<Milliseconds>;

struct Message
{
    Bytes channel;
    Bytes payload;
    bool operator==(const Message &) const = default;
};

/// Turns a value into a command's argument: text as it is, numbers in decimal, durations in milliseconds.
inline Bytes argument(std::string_view text) { return Bytes(text); }
inline Bytes argument(Milliseconds duration) { return std::to_string(duration.count()); }
inline Bytes argument(WorkerTime time) { return std::to_string(time.time_since_epoch().count()); }
template <std::integral Number>
Bytes argument(Number number)
{
    return std::to_string(number);
}

/// A value on which a worker's next steps depend. A Moment matters only for its distance from now.
using Local = std::variant<Bytes, Moment>;
using Locals = std::vector<Local>;

template <class... Values>
void add(Locals &locals, const Values &...values)
{
    const auto local = [](const auto &value) -> Local {
        if constexpr (std::is_same_v<std::decay_t<decltype(value)>, Moment>)
            return value;
        else
            return argument(value);
    };
    (locals.push_back(local(values)), ...);
}

class Context
{
public:
    virtual ~Context() = default;

    /// One of the servers. Its commands go over a connection that several workers may share or, with `alone`, over the worker's own
    /// connection.
    class Server
    {
    public:
        Server(Context &context, std::size_t index, bool alone)
            : m_context(context)
            , m_index(index)
            , m_alone(alone)
        { }

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

    /// The worker's own connection: WATCH and MULTI belong to a connection, not to a worker (pitfall R3).
    Server alone() { return {*this, 0, true}; }

    /// Sends to the first server. EVAL may be sent as EVALSHA, which has the same effect.
    template <class... Arguments>
    Waiting<Answer> command(Verb verb, const Arguments &...arguments)
    {
        return on(0).command(verb, arguments...);
    }

    virtual Waiting<void> sleep(Milliseconds duration, Where where = Where::current()) = 0;
    virtual WorkerTime now(Where where = Where::current()) = 0; ///< the wall clock
    virtual Moment steady(Where where = Where::current()) = 0;  ///< the monotonic clock; may run fast or slow

    /// The clock for values that a Lock reports to its user. Protocols must not branch on it; the Explorer does not record it.
    virtual Moment bookkeeping() const = 0;

    virtual Bytes uniqueToken(Where where = Where::current()) = 0;                       ///< 128 random bits in hexadecimal
    virtual Milliseconds random(Milliseconds below, Where where = Where::current()) = 0; ///< 0 … below − 1

    /// The worker's identity: `instance` is a UUID generated once per process, `worker` is unique within the process.
    virtual const Bytes &instance() const = 0;
    virtual std::int64_t worker() const = 0;

    /// The worker's own memory: values by name, like the ThreadLocal of the articles.
    virtual std::map<Bytes, std::int64_t> &memory() = 0;

    /// A second task of the worker. It ends when its coroutine returns, when the Companion is destroyed, or when the worker ends.
    class Companion
    {
    public:
        virtual ~Companion() = default;
    };
    virtual std::unique_ptr<Companion> spawn(Task<void> task, Where where = Where::current()) = 0;

    /// Receives a channel's messages until it is destroyed. A failed subscription is not an error: a waiter falls back to polling.
    class Subscription
    {
    public:
        virtual ~Subscription() = default;
        virtual bool listening() const = 0; ///< false after the connection broke: messages may have been missed
        /// The next message; none if none arrives within `most`, or when the Subscription stops listening.
        virtual Waiting<std::optional<Message>> next(Milliseconds most, Where where = Where::current()) = 0;
    };
    virtual Waiting<std::unique_ptr<Subscription>> subscribe(std::string_view channel, Where where = Where::current()) = 0;

    /// Call it at the start of each round of a loop that waits, with `Where::current()`: of all values that this task got since the call
    /// of the loop's function, only these matter from here on. Does nothing on live servers.
    template <class... Values>
    void again(Where loop, const Values &...values)
    {
        Locals locals;
        add(locals, values...);
        forget(loop, std::move(locals));
    }

protected:
    virtual Waiting<Answer> send(std::size_t server, bool alone, Verb verb, std::vector<Bytes> command) = 0;
    virtual void forget(Where loop, Locals locals) = 0;
};

} // namespace lockcore
