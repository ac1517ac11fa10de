// SPDX-License-Identifier: MIT
// The filter language of window and commands: parsed once, matched often. Any thread.
//
//     name:order:* kind:redisson ttl<5s -state:held waiters>0 confidence>=3 free text
//
// Terms are joined by "and". `name: owner: kind: library: state: db:` take a glob that must match the whole text (name, owner: bytes may be
// written escaped, quotes keep blanks); `kind:` matches kind, library, variant or mode. `ttl held lease count waiters renewals confidence`
// take < <= = >= >. A leading `-` negates. Unknown values match no comparison, negated or not: a lock whose waiters are unknown is neither
// in `waiters>0` nor in `-waiters>0`.
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

    /// Error: Refused; `text` is a sentence that names the wrong term, `detail` is its "offset length" in bytes.
    static Result<Filter> parse(std::string_view text);

    bool matches(const LockInfo &lock, ServerTime now) const;

    /// For `watch`: terms are matched against the event. What the event does not carry is taken from `lock`, the lock as last known.
    bool matches(const LockEvent &event, const LockInfo &lock) const;

    /// The first term about what only watching shows (for how long, how often renewed, whether it changed hands), as it was written. A
    /// single sweep would never match it.
    std::optional<std::string> termThatNeedsAWatch() const;

    bool empty() const;
    const std::string &text() const;        ///< as it was written
    std::vector<std::string> terms() const; ///< each as it was written; joined by blanks, they are the same filter

    /// The term that selects (or, with `negated`, excludes) exactly this value, quoted and escaped as needed.
    static std::string term(std::string_view field, std::string_view value, bool negated = false);

    struct Term;

private:
    std::string m_text;
    std::shared_ptr<const std::vector<Term>> m_terms;
};

} // namespace lockcore
