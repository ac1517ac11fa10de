// SPDX-License-Identifier: MIT
#include "support/release_judge.h"

#include "support/release_text.h"

#include "lockcore/monitor/formats/grammar.h"

#include <QRegularExpression>

#include <algorithm>
#include <set>

namespace lockcore::test {

using namespace Qt::Literals::StringLiterals;

namespace {

bool contains(const Bytes &text, const Bytes &part) { return text.find(part) != text.npos; }

const KeyState &stateOf(const Keyspace &keyspace, const Bytes &key)
{
    static const KeyState none;
    const auto found = keyspace.find(key);
    return found == keyspace.end() ? none : found->second;
}

/// The possible changes of a hold between two states.
class Comparison
{
public:
    Comparison(const JudgedRelease &judged)
        : m_judged(judged)
        , m_key(judged.plan.order.wish.id.key)
        , m_record(recordKey())
    {
        compareRecord();
        for (const auto &[key, state] : all())
            compareCompanion(key);
    }

    bool isFreeable() const { return !m_another; }             ///< it is still the hold that was seen, as far as this can be known
    bool isUnchanged() const { return m_differences.empty(); } ///< nothing has changed at all
    bool isTrue(Difference difference) const { return m_differences.contains(difference); }
    bool isGone() const { return stateOf(m_judged.decided, m_key).type == ValueType::None; }

    // Does every element that was added or changed since the look still exist?
    bool hasKeptTheUnseen() const
    {
        const auto &before = stateOf(m_judged.before, m_record);
        const auto &after = stateOf(m_judged.after, m_record);
        return std::ranges::all_of(stateOf(m_judged.decided, m_record).elements, [&](const auto &element) {
            const auto *seen = before.find(element.first);
            return (seen && *seen == element.second) || after.find(element.first);
        });
    }

    // Have all holders that were to be freed left the record?
    bool isFreed() const
    {
        const auto &after = stateOf(m_judged.after, m_record);
        if (recordsNobody())
            return true;
        if (isPool())
            return takenSlots(after) + m_judged.plan.freed.size() == takenSlots(stateOf(m_judged.before, m_record));
        if (isJob()) {
            const auto *lockedAt = after.find("lockedAtMs");
            return !lockedAt || *lockedAt == "null";
        }
        return std::ranges::none_of(after.elements, [&](const auto &element) { return isFreedHolders(after, element); });
    }

private:
    bool recordsNobody() const { return m_judged.plan.freed.empty(); }

    // The string remains, with one occupied slot fewer.
    bool isPool() const { return m_judged.plan.order.match.library == "petty-cache"; }

    // The job remains, and says that it is not locked.
    bool isJob() const { return m_judged.plan.order.match.library == "agenda"; }

    static std::size_t takenSlots(const KeyState &pool)
    {
        constexpr std::string_view taken = "acquired";
        std::size_t count = 0;
        for (const auto &[name, text] : pool.elements) {
            for (auto at = text.find(taken); at != text.npos; at = text.find(taken, at + 1))
                ++count;
        }
        return count;
    }

    // Redisson's expirable permits are in a separate key, not in that of the count of free permits.
    Bytes recordKey() const
    {
        const auto &match = m_judged.plan.order.match;
        if (match.kind != LockKind::Semaphore || match.library != "redisson" || match.holders.empty())
            return m_key;
        return std::ranges::find_if(m_judged.before, [&](const auto &each) { return each.second.type == ValueType::Zset; })->first;
    }

    Keyspace all() const
    {
        auto both = m_judged.before;
        both.insert(m_judged.decided.begin(), m_judged.decided.end());
        return both;
    }

    // A string belongs to its holder as a whole. In other types, the elements that name one of the freed holders belong to that holder.
    bool isFreedHolders(const KeyState &state, const std::pair<Bytes, Bytes> &element) const
    {
        if (state.type == ValueType::String)
            return m_judged.plan.freesAll;
        return std::ranges::any_of(m_judged.plan.freed, [&](const Holder &holder) {
            if (stateOf(m_judged.before, m_record).find(holder.owner)) // an owner that is a number may also occur inside other texts
                return element.first == holder.owner;
            return holder.owner.empty() || contains(element.first, holder.owner) || contains(element.second, holder.owner);
        });
    }

    // A semaphore in a hash has each holder's time next to its name, as a sorted set has.
    bool isLease(const KeyState &record, const std::pair<Bytes, Bytes> &element) const
    {
        return record.type == ValueType::Zset || m_judged.plan.order.match.scores || contains(element.first, ":expire_time");
    }

    // Does the element contain more than the holder, or no holder at all?
    bool isOfRecord(const KeyState &state, const std::pair<Bytes, Bytes> &element) const
    {
        const auto &what = state.type == ValueType::String ? element.second : element.first;
        const bool isCounter = recordsNobody() && m_judged.plan.order.match.moreHolders == 0;
        return !isCounter && std::ranges::find(m_judged.plan.freed, what, &Holder::owner) == m_judged.plan.freed.end();
    }

    void noteGone(const KeyState &state, const std::pair<Bytes, Bytes> &element, bool mine)
    {
        const bool record = isOfRecord(state, element);
        if (record)
            note(Difference::Value, mine);
        if (!record || (state.type != ValueType::String && mine)) // an element whose name contains more than the owner's name
            note(recordsNobody() ? Difference::Count : Difference::Owner, mine);
    }

    void noteAnother(const KeyState &state, const std::pair<Bytes, Bytes> &element, bool mine)
    {
        const bool lease = isLease(state, element);
        const bool record = !lease && isOfRecord(state, element);
        if (record)
            note(Difference::Value, mine);
        if (!record || mine)
            note(lease ? Difference::Lease : differenceOfCount(element), mine);
    }

    // Besides a holder, a hash may contain when the holding began, or what it is for.
    static Difference differenceOfCount(const std::pair<Bytes, Bytes> &element)
    {
        return parseInteger(element.second).value_or(1001) <= 1000 ? Difference::Count : Difference::Value;
    }

    void note(Difference difference, bool another)
    {
        m_differences.insert(difference);
        m_another = m_another || another;
    }

    void compareRecord()
    {
        const auto &was = stateOf(m_judged.before, m_record);
        const auto &is = stateOf(m_judged.decided, m_record);
        if (was.type != is.type)
            note(is.type == ValueType::None ? Difference::Owner : Difference::Type, true);
        for (const auto &element : was.elements) {
            const auto *now = is.type == was.type ? is.find(element.first) : nullptr;
            const bool mine = isFreedHolders(was, element);
            if (!now || (was.type == ValueType::String && *now != element.second))
                noteGone(was, element, mine);
            else if (*now != element.second)
                noteAnother(was, element, mine);
        }
        if (was.elements.size() != is.elements.size()) {
            note(Difference::Holders, false);
            note(Difference::Value, false);
        }
        const auto &key = stateOf(m_judged.decided, m_key);
        if (m_record != m_key && key.type != stateOf(m_judged.before, m_key).type)
            note(Difference::Type, true);
        if (!key.sameEnd(stateOf(m_judged.before, m_key)))
            note(Difference::Lease, !hasLeasesOfItsOwn(was));
    }

    // Do the holders have leases of their own? Then the key's deadline belongs to others, too.
    bool hasLeasesOfItsOwn(const KeyState &record) const
    {
        const auto own = [](const auto &each) { return contains(each.first, ":rwlock_timeout:"); };
        return std::ranges::any_of(record.elements, [&](const auto &element) { return isLease(record, element); })
               || (!m_judged.plan.freesAll && std::ranges::any_of(m_judged.before, own));
    }

    void compareCompanion(const Bytes &key)
    {
        if (key == m_key || key == m_record)
            return;
        const auto &was = stateOf(m_judged.before, key);
        const auto &is = stateOf(m_judged.decided, key);
        const bool lease = contains(key, ":rwlock_timeout:")
                           && std::ranges::any_of(m_judged.plan.freed, [&](const Holder &holder) { return contains(key, holder.owner); });
        if (was.type != is.type && is.type != ValueType::None && was.type != ValueType::None)
            note(Difference::Type, false);
        const bool comesOrGoes = (was.type == ValueType::None) != (is.type == ValueType::None);
        if (!was.sameEnd(is) || (lease && comesOrGoes))
            note(Difference::Lease, lease);
        if (!was.sameContent(is))
            note(Difference::Queue, false);
    }

    const JudgedRelease &m_judged;
    const Bytes m_key;
    const Bytes m_record;
    std::set<Difference> m_differences;
    bool m_another = false;
};

std::string faultInFreeing(const JudgedRelease &judged, const Comparison &comparison)
{
    if (judged.report.dry)
        return "a dry run wrote";
    if (judged.writes > 1)
        return "it wrote in several steps";
    if (!comparison.isFreeable())
        return "WRONG FREE";
    const bool untold = judged.report.outcome == ReleaseOutcome::ReleasedUntold;
    if (judged.report.outcome != ReleaseOutcome::Released && !(untold && comparison.isTrue(Difference::Type)))
        return "it was released, and that is not said";
    if (judged.changedLater)
        return {};
    if (!comparison.isFreed())
        return "a holder that was to be freed is still there";
    if (!comparison.hasKeptTheUnseen())
        return "WRONG FREE of what was not seen";
    for (const auto &[key, state] : judged.decided) {
        const bool touched = std::ranges::find(judged.plan.keys, key) != judged.plan.keys.end();
        const auto left = judged.after.find(key);
        if (!touched && (left == judged.after.end() || !left->second.sameContent(state) || !left->second.sameEnd(state)))
            return escaped(key) + " was changed";
    }
    return {};
}

std::string faultInRefusal(const JudgedRelease &judged, const Comparison &comparison)
{
    const auto &report = judged.report;
    switch (report.outcome) {
    case ReleaseOutcome::NotThere: return comparison.isGone() ? "" : "it is there";
    case ReleaseOutcome::Changed: break;
    case ReleaseOutcome::Released: return report.dry && comparison.isFreeable() ? "" : "nothing was released";
    default: return "it was neither released nor refused for what happened";
    }
    if (comparison.isGone())
        return "it is not there";
    if (comparison.isUnchanged())
        return "nothing has changed";
    if (!report.changed)
        return "it does not say what has changed";
    return comparison.isTrue(*report.changed) ? "" : "another thing has changed";
}

std::string faultInNow(const JudgedRelease &judged)
{
    if (judged.report.outcome != ReleaseOutcome::Changed || judged.changedLater)
        return {};
    if (!judged.report.now)
        return "it does not say what is there now";
    const auto &now = *judged.report.now;
    const auto &real = stateOf(judged.after, now.id.key);
    KeyState told{now.value.type, now.value.elements, {}};
    if (now.value.type == ValueType::String)
        told.elements = {{"", now.value.text}};
    if (now.value.type == ValueType::Hash || now.value.type == ValueType::Set)
        std::ranges::sort(told.elements);
    if (now.deadline)
        told.ends = std::chrono::floor<Milliseconds>(*now.deadline).time_since_epoch();
    return told.sameContent(real) && told.sameEnd(real) ? "" : "something else is there now";
}

std::string faultInAudit(const JudgedRelease &judged)
{
    const auto &report = judged.report;
    const auto lines = [&](const QString &phase) {
        return std::ranges::count(judged.audit, phase, [](const QJsonObject &line) { return line[u"phase"_s].toString(); });
    };
    if (report.dry)
        return judged.audit.empty() ? "" : "a dry run was written down";
    if (lines(u"intent"_s) != 1 || lines(u"outcome"_s) != 1 || judged.audit.size() != 2)
        return "it is not written down as one intent and one outcome";
    const auto &outcome = judged.audit.back();
    const auto changed = report.changed ? QString::fromStdString(std::string(toString(*report.changed))) : QString();
    const bool same =
        outcome[u"outcome"_s].toString().toStdString() == toString(report.outcome) && outcome[u"changed"_s].toString() == changed;
    return same ? "" : "what is written down is another outcome";
}

// Does the text contain a time, as a number or as a clock shows it? Each acquisition has another one.
bool holdsTime(std::string_view text, ServerTime now)
{
    static const QRegularExpression clock(u"\\d\\d:\\d\\d:\\d\\d"_s);
    if (QString::fromLatin1(text.data(), static_cast<qsizetype>(text.size())).contains(clock))
        return true;
    constexpr std::string_view digits = "0123456789";
    for (auto begin = text.find_first_of(digits); begin < text.size(); begin = text.find_first_of(digits, begin)) {
        const auto end = std::min(text.find_first_not_of(digits, begin), text.size());
        if (grammar::plausibleTime(text.substr(begin, end - begin), now))
            return true;
        begin = end;
    }
    return false;
}

// For an owner that is constant or not named, without a deadline: only a warning can say that the lock may have been acquired again in
// between.
std::string faultInWarnings(const ReleasePlan &plan)
{
    const auto &value = plan.order.look.value;
    const bool showsLeases =
        value.type == ValueType::Zset || !plan.order.look.leases.empty()
        || std::ranges::any_of(value.elements, [](const auto &element) { return contains(element.first, ":expire_time"); });
    const auto shows = [&](const auto &element) {
        return contains(element.first, "fenc") || holdsTime(element.second, plan.order.look.at);
    };
    const bool showsTimes = holdsTime(value.text, plan.order.look.at) || std::ranges::any_of(value.elements, shows);
    const bool hidden = plan.order.match.ownerScope != OwnerScope::Acquisition && !plan.order.look.deadline && !plan.freed.empty()
                        && !showsLeases && !showsTimes;
    const bool warned = std::ranges::find(plan.warnings, ReleaseWarning::Kind::RetakeUnseen, &ReleaseWarning::kind) != plan.warnings.end();
    return hidden && !warned ? "it does not warn that a lock taken again looks the same" : "";
}

} // namespace

std::string faultIn(const JudgedRelease &judged)
{
    const Comparison comparison(judged);
    auto fault = judged.writes > 0 ? faultInFreeing(judged, comparison) : faultInRefusal(judged, comparison);
    for (const auto &next : {faultInNow(judged), faultInAudit(judged), faultInWarnings(judged.plan)}) {
        if (fault.empty())
            fault = next;
    }
    return fault;
}

} // namespace lockcore::test
