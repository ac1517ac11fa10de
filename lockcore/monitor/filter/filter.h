// SPDX-License-Identifier: MIT
// The filter language of window and commands: parsed once, matched often. Any thread.
//
//     name:order:* kind:redisson (ttl<5s or ttl:none) -state:held waiters>0 confidence>=3 free text
//
// Terms are joined by "and", written or not; `or` is weaker, brackets group. `name: owner: kind: library: state: event: db:` take a glob that
// must match the whole text (name, owner: bytes may be written escaped, quotes keep blanks); `kind:` matches kind, library, variant or mode.
// `ttl held lease count waiters renewals confidence` take < <= = >= >; `ttl:none` is a lock without a TTL. A leading `-` negates a term or a
// bracket. Other text is looked for as a glob, and as it is written. Unknown values match no comparison, negated or not: a lock whose waiters
// are unknown is neither in `waiters>0` nor in `-waiters>0`.
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

    /// What becomes of a term whose field does not exist (`lock:order:7`, a pasted key), or of text whose brackets or backslashes are no
    /// signs of the language.
    enum class UnknownField {
        Refused, ///< for an alert, which must not wait for something that is misspelt
        IsText,  ///< for a person, who sees at once what is found: it is looked for, and note() says so
    };

    /// Error: Refused; `text` is a sentence that names the wrong term, `detail` is its "offset length" in bytes.
    static Result<Filter> parse(std::string_view text, UnknownField unknownField = UnknownField::Refused);

    /// `event:` selects no locks: each lock is as if it had the event.
    bool matches(const LockInfo &lock, ServerTime now) const;

    /// For `watch`: terms are matched against the event. What the event does not carry is taken from `lock`, the lock as last known.
    bool matches(const LockEvent &event, const LockInfo &lock) const;

    /// The first term about what only watching shows (events, for how long, how often renewed, whether it changed hands), as it was
    /// written. A single sweep would never match it.
    std::optional<std::string> termThatNeedsAWatch() const;

    bool empty() const;
    bool isAlternatives() const;     ///< its outermost word is an `or`
    const std::string &text() const; ///< as it was written
    const std::string &note() const; ///< UnknownField::IsText: what was read as text, and why; empty: nothing was

    /// What must all match; joined by blanks, they are the same filter. Each is as it was written, but for an `or` outside of brackets, which
    /// gets some, and for what was read as text, which is in quotes.
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
