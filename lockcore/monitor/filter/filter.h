// SPDX-License-Identifier: MIT
// The filter language of window and commands: parsed once, matched often. Any thread.
//
//     name:order:* kind:redisson (ttl<5s or ttl:none) -state:held waiters>0 confidence>=3 free text
//
// Terms are joined by "and", written or not; `or` binds less tightly, brackets group. `name: owner: kind: library: state: level: event:
// client: db:` take a glob that must match the whole text (name and owner: bytes may be written escaped, quotes keep blanks); `kind:` matches kind, library,
// variant or mode. `ttl held lease count waiters renewals confidence` take < <= = >= >; `ttl:none` is a lock without a TTL. A leading `-`
// negates a term or a bracket. Other text is searched as a glob and also literally. Unknown values match no comparison, negated or not: a
// lock whose waiters are unknown is neither in `waiters>0` nor in `-waiters>0`.
#pragma once

#include "lockcore/base/result.h"
#include "lockcore/monitor/model/event.h"
#include "lockcore/monitor/model/lock.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockcore {

class Filter
{
public:
    /// Matches everything.
    Filter();

    /// What to do with a term whose field does not exist (`lock:order:7`, a pasted key), or with text whose brackets or backslashes do not
    /// fit the language.
    enum class UnknownField {
        Refused, ///< for an alert: a misspelt condition would never be met
        IsText,  ///< for a person, who sees immediately what is found: the term is searched as text, and note() says so
    };

    /// Error: Refused; `text` is a sentence that names the wrong term, `detail` is its "offset length" in bytes.
    static Result<Filter> parse(std::string_view text, UnknownField unknownField = UnknownField::Refused);

    /// Addresses and names of the clients that a trace has seen to use a lock, or to do what an event says. Empty: no trace has seen any, so
    /// no `client:` term matches. None: there is no trace to ask, and the term is treated as true.
    using Clients = std::optional<std::vector<Bytes>>;

    /// An `event:` term selects no locks: it is treated as true for each lock.
    bool matches(const LockInfo &lock, ServerTime now, const Clients &clients = {}) const;

    /// For `watch`: terms are matched against the event. Facts that the event does not contain are taken from `lock`, the last known state.
    bool matches(const LockEvent &event, const LockInfo &lock, const Clients &clients = {}) const;

    /// The first term about something that only watching shows (events, how long, how often renewed, changes of the owner), as it was
    /// written. A single sweep would never match it.
    std::optional<std::string> termThatNeedsAWatch() const;

    std::optional<std::string> termThatNeedsATrace() const; ///< the first one about clients, which Redis does not record

    bool empty() const;
    bool isAlternatives() const;     ///< its outermost operator is `or`
    const std::string &text() const; ///< as it was written
    const std::string &note() const; ///< UnknownField::IsText: which part was read as text, and why; empty: none

    /// The parts that must all match; joined by blanks, they form the same filter. Each is as it was written. But an `or` outside of
    /// brackets gets brackets, and a part that was read as text gets quotes.
    std::vector<std::string> terms() const;

    /// The term that selects (or, with `negated`, excludes) exactly this value, quoted and escaped as needed.
    static std::string term(std::string_view field, std::string_view value, bool negated = false);

    struct Term;
    struct Expression;

private:
    std::string m_text;
    std::string m_note;
    std::shared_ptr<const Expression> m_expression;
};

} // namespace lockcore
