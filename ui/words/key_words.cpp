// SPDX-License-Identifier: MIT
#include "ui/words/key_words.h"

#include "ui/words/error_sentence.h"
#include "ui/words/lock_words.h"
#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

namespace lockscope {

using namespace lockcore;
using What = KeyFinding::What;

namespace {

constexpr std::size_t longestKeyName = 400; // characters
constexpr std::size_t mostOwners = 5;

QString whyUnread(const KeyFinding &finding, const Endpoint &endpoint, Milliseconds timeout)
{
    const auto error = finding.error.value_or(Error{});
    if (error.detail == "too-large")
        return Words::tr(
            "It is larger than a lock of any known library, so Lockscope does not read it: to measure or to read it could hold "
            "up the server.");
    return error.text.empty() ? Words::tr("This user may not read it, or not ask how large it is.")
                              : errorSentence(error, endpoint, timeout);
}

} // namespace

QString keyHeadline(const KeyFinding &finding)
{
    const auto &lock = finding.lock;
    switch (finding.what) {
    case What::Missing: return Words::tr("There is no such key in database %1").arg(lock.id.db);
    case What::Lock: {
        const auto kind = kindText(lock);
        const auto sure = Words::tr("sure: %1 of 5").arg(lock.confidence);
        return levelOf(lock.confidence) == LockLevel::Lock ? Words::tr("A lock: %1 (%2)").arg(kind, sure)
                                                           : Words::tr("A possible lock: %1 (%2)").arg(kind, sure);
    }
    case What::PartOf: return Words::tr("Not a lock itself, but part of one");
    case What::NoLock: return Words::tr("Probably not a lock");
    case What::Unread: break;
    }
    return Words::tr("Not read");
}

QList<std::pair<QString, QString>> keyFacts(const KeyFinding &finding, const Endpoint &endpoint, Milliseconds timeout)
{
    QList<std::pair<QString, QString>> facts;
    const auto &lock = finding.lock;
    if (finding.what == What::Missing)
        return {{{}, Words::tr("It may have ended, or be in another database. A name is exact: capitals and blanks count.")}};
    if (finding.what == What::Unread)
        return {{{}, whyUnread(finding, endpoint, timeout)}};
    if (finding.what == What::PartOf)
        facts.append({Words::tr("of the lock"), shownText(finding.partOf, longestKeyName)});
    facts.append({Words::tr("value"), shownText(lock.structure.empty() ? finding.type : lock.structure)});
    facts.append({Words::tr("TTL"), ttlText(lock, finding.at)});
    for (std::size_t i = 0; i < std::min(mostOwners, lock.holders.size()); ++i) {
        if (!lock.holders[i].owner.empty())
            facts.append({i == 0 ? Words::tr("owner") : QString(), shownText(lock.holders[i].owner, longestKeyName)});
    }
    if (lock.holders.size() > mostOwners)
        facts.append({{}, Words::tr("and %Ln more", nullptr, static_cast<int>(lock.holders.size() - mostOwners))});
    bool first = true;
    for (const auto &reason : lock.why)
        facts.append({std::exchange(first, false) ? Words::tr("why") : QString(), asSentence(reason)});
    return facts;
}

} // namespace lockscope
