// SPDX-License-Identifier: MIT
// The outcomes of a lock's operations, one type for each operation. "Not free" and "not the owner" are not errors.
#pragma once

#include "lockcore/base/clock.h"
#include "lockcore/locks/answer.h"

namespace lockcore {

struct Acquired
{
    enum class Kind {
        Held,
        NotFree,
        /// The answer was lost, or a later step failed (a Server error; the lock may have no lease). The worker may hold it: release it, or
        /// wait until the lease ends.
        Unknown,
        Failed, ///< an error; it is not held
    };

    Kind kind = Kind::Failed;
    Bytes token;                              ///< Held: what identifies the holder in Redis, if the protocol stores it
    std::optional<Milliseconds> validity;     ///< Held: how long it lasts without a renewal, counted from the request; none: no lease
    std::optional<std::int64_t> fencingToken; ///< Held: greater than that of every earlier holder
    Bytes holder;                             ///< NotFree: who holds it, if the protocol says so
    std::optional<Milliseconds> ttl;          ///< NotFree: the rest of the holder's lease, if the protocol says so
    Error error;                              ///< Unknown, Failed

    bool held() const { return kind == Kind::Held; }
    bool operator==(const Acquired &) const = default;

    static Acquired heldFor(std::optional<Milliseconds> validity, Bytes token = {})
    {
        return {Kind::Held, std::move(token), validity, {}, {}, {}, {}};
    }
    static Acquired notFree(Bytes holder = {}, std::optional<Milliseconds> ttl = {})
    {
        return {Kind::NotFree, {}, {}, {}, std::move(holder), ttl, {}};
    }
    static Acquired unknown(Error error) { return {Kind::Unknown, {}, {}, {}, {}, {}, std::move(error)}; }
    static Acquired failed(Error error) { return {Kind::Failed, {}, {}, {}, {}, {}, std::move(error)}; }

    /// Unknown if the answer was lost, Failed if it was an error.
    static Acquired failed(const Answer &answer)
    {
        return {answer.lost() ? Kind::Unknown : Kind::Failed, {}, {}, {}, {}, {}, answer.error()};
    }

    /// For a script that writes the owner first and then sets the lease: what the script wrote before its error remains.
    static Acquired failedInSteps(const Answer &answer)
    {
        const bool began = !answer.isWrongType() && answer.error().text.find("user_script") != std::string::npos;
        return began ? unknown(answer.error()) : failed(answer);
    }
};

struct Released
{
    enum class Kind {
        Done,
        StillHeld, ///< a re-entrant lock: `holds` remain
        NotOwner,  ///< the lock is not, or no longer, ours, and was left unchanged: the articles' IllegalMonitorStateException
        Unknown,   ///< the answer was lost: the lock may be free
        Failed,
    };

    Kind kind = Kind::Failed;
    std::int64_t holds = 0;
    Error error;

    bool done() const { return kind == Kind::Done; }
    bool operator==(const Released &) const = default;

    static Released freed() { return {Kind::Done, 0, {}}; }
    static Released stillHeld(std::int64_t holds) { return {Kind::StillHeld, holds, {}}; }
    static Released notOwner() { return {Kind::NotOwner, 0, {}}; }
    static Released failed(Error error) { return {Kind::Failed, 0, std::move(error)}; }

    /// Unknown if the answer was lost; NotOwner if the key holds a value of another type, so that it is not our lock; or Failed.
    static Released failed(const Answer &answer)
    {
        if (answer.isWrongType())
            return notOwner();
        return {answer.lost() ? Kind::Unknown : Kind::Failed, 0, answer.error()};
    }
};

struct Renewed
{
    enum class Kind {
        Done,
        Lost,    ///< the lock is no longer ours; nothing was renewed or re-created
        Unknown, ///< the answer was lost
        Failed,
    };

    Kind kind = Kind::Failed;
    Milliseconds validity{0}; ///< Done: how long the lock lasts, counted from the request
    Error error;              ///< Unknown, Failed

    bool done() const { return kind == Kind::Done; }
    bool operator==(const Renewed &) const = default;

    static Renewed extended(Milliseconds validity) { return {Kind::Done, validity, {}}; }
    static Renewed lost() { return {Kind::Lost, {}, {}}; }
    static Renewed failed(Error error) { return {Kind::Failed, {}, std::move(error)}; }

    /// Unknown if the answer was lost; Lost if the key holds a value of another type; or Failed.
    static Renewed failed(const Answer &answer)
    {
        if (answer.isWrongType())
            return lost();
        return {answer.lost() ? Kind::Unknown : Kind::Failed, {}, answer.error()};
    }
};

/// Who holds the lock, according to Redis.
struct Possession
{
    enum class Kind { Ours, Others, Nobodys, Unknown };

    Kind kind = Kind::Unknown;
    Error error; ///< Unknown
    bool operator==(const Possession &) const = default;

    static Possession ours() { return {Kind::Ours, {}}; }
    static Possession others() { return {Kind::Others, {}}; }
    static Possession nobodys() { return {Kind::Nobodys, {}}; }

    /// Others if the key holds a value of another type; or Unknown.
    static Possession failed(const Answer &answer)
    {
        if (answer.isWrongType())
            return others();
        return {Kind::Unknown, answer.error()};
    }
};

std::string_view toString(Acquired::Kind kind);
std::string_view toString(Released::Kind kind);
std::string_view toString(Renewed::Kind kind);
std::string_view toString(Possession::Kind kind);

} // namespace lockcore
