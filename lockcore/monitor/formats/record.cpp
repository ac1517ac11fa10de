// SPDX-License-Identifier: MIT
#include "lockcore/monitor/formats/record.h"

#include "lockcore/base/ascii.h"
#include "lockcore/base/iso_time.h"
#include "lockcore/monitor/formats/grammar.h"
#include "lockcore/monitor/model/lock_word_list.h"

#include <algorithm>

namespace lockcore {

namespace {

constexpr std::size_t mostFields = 16;
constexpr std::size_t longestFact = 80;
constexpr std::int64_t mostHolds = 1000; // larger numbers count something else

Bytes normalised(std::string_view field)
{
    Bytes name;
    for (const char c : field) {
        if (isLetter(c) || isDigit(c))
            name += toLowerCase(c);
    }
    return name;
}

std::string_view withoutSuffix(std::string_view name)
{
    for (const auto suffix : lockwords::suffixes) {
        if (name.size() > suffix.size() && name.ends_with(suffix))
            return name.substr(0, name.size() - suffix.size());
    }
    return name;
}

template <std::size_t size>
bool beginsWithOneOf(std::string_view name, const std::array<lockwords::Word, size> &words)
{
    return std::ranges::any_of(words, [&](lockwords::Word word) { return name.starts_with(word); });
}

// A time near now, in any unit, or an ISO text with its zone.
std::optional<ServerTime> timeOf(const Bytes &text, ServerTime now)
{
    const auto number = grammar::plausibleTime(text, now);
    const auto time = number ? number : timeFromIso(text);
    return time && grammar::isNear(*time, now) ? time : std::nullopt;
}

struct Field
{
    const JsonMember *member = nullptr;
    Bytes name; ///< in lower case, without joints
};

/// Reads the fields one after the other.
class RecordReader
{
public:
    RecordReader(const std::vector<JsonMember> &members, ServerTime now)
        : m_now(now)
    {
        for (const auto &member : members)
            m_fields.push_back({&member, normalised(member.name)});
    }

    Record record()
    {
        findOwner();
        for (const auto &field : m_fields)
            read(field);
        // A record that is used again keeps the end of the last time.
        m_record.isOver = m_record.isOver || (m_ended && !(m_latest && *m_latest > *m_ended));
        return std::move(m_record);
    }

private:
    // A number is no token, but fences one: `token: 17`.
    static bool isOwners(const Field &field, lockwords::Word word)
    {
        const auto name = withoutSuffix(field.name);
        return name.ends_with(word) && !(name.ends_with(lockwords::fences[1]) && parseInteger(field.member->text));
    }

    template <std::size_t size>
    const Field *ownerAmong(const std::array<lockwords::Word, size> &words) const
    {
        for (const auto word : words) {
            const auto found = std::ranges::find_if(m_fields, [&](const Field &field) { return isOwners(field, word); });
            if (found != m_fields.end())
                return &*found;
        }
        return nullptr;
    }

    void findOwner()
    {
        const auto *owner = ownerAmong(lockwords::owners);
        m_record.ofOwner = owner != nullptr;
        if (!owner)
            owner = ownerAmong(lockwords::workers);
        if (owner) {
            const auto &text = owner->member->text;
            if (text.starts_with('{') || text.starts_with('[')) // what an owner is, in a schema
                return;
            m_record.owner = meansNobody(text) ? Bytes() : text;
            m_record.ownerFields = {owner->member->name};
            return;
        }
        for (const auto place : lockwords::places) {
            for (const auto &field : m_fields) {
                if ((field.name != place && withoutSuffix(field.name) != place) || meansNobody(field.member->text))
                    continue;
                m_record.owner = m_record.owner ? *m_record.owner + ':' + field.member->text : field.member->text;
                m_record.ownerFields.push_back(field.member->name);
            }
        }
    }

    void read(const Field &field)
    {
        const auto &[name, text] = *field.member;
        const auto time = timeOf(text, m_now);
        if (beginsWithOneOf(field.name, lockwords::deadlines) || field.name.ends_with(lockwords::deadlines[1])) {
            if (time && (!m_record.lapses || *time > *m_record.lapses)) {
                m_record.lapses = time;
                m_record.lapsesField = name;
            }
        } else if (beginsWithOneOf(field.name, lockwords::ends)) {
            if (time)
                m_ended = std::max(m_ended.value_or(*time), *time);
            else
                m_record.isOver =
                    m_record.isOver || !(meansNobody(text) || parseInteger(text) > 1 || timeFromIso(text)); // a time of long ago
        } else if (std::ranges::find(lockwords::switches, field.name) != lockwords::switches.end()) {
            m_record.isOver = m_record.isOver || meansNobody(text);
        } else if (equalsOneIgnoringCase(text, lockwords::freed)) {
            m_record.isOver = true; // `status: released`
        } else {
            m_latest = time ? std::max(m_latest.value_or(*time), *time) : m_latest;
            readNumber(field.name, text);
        }
        if (std::ranges::find(m_record.ownerFields, name) == m_record.ownerFields.end() && text.size() <= longestFact)
            m_record.facts.push_back({escaped(name), escaped(text)});
    }

    void readNumber(const Bytes &name, const Bytes &text)
    {
        const auto number = beginsWithOneOf(name, lockwords::holds) ? parseInteger(text) : std::nullopt;
        m_record.holds = number && *number > 0 && *number <= mostHolds ? *number : m_record.holds;
        if (name == lockwords::modes[0] && text == lockwords::modes[1])
            m_record.mode = Mode::Read;
        else if (name == lockwords::modes[0] && text == lockwords::modes[2])
            m_record.mode = Mode::Write;
    }

    const ServerTime m_now;
    std::vector<Field> m_fields;
    std::optional<ServerTime> m_ended, m_latest; ///< the times of its ends, and all others but deadlines
    Record m_record;
};

} // namespace

std::optional<std::vector<JsonMember>> membersOf(const KeySnapshot &look)
{
    if (!look.value.whole())
        return std::nullopt;
    auto members = look.value.type == ValueType::String ? jsonMembers(look.value.text) : std::optional(std::vector<JsonMember>());
    if (look.value.type == ValueType::Hash) {
        for (const auto &[field, value] : look.value.elements)
            members->push_back({field, value});
    }
    return members && !members->empty() && members->size() <= mostFields ? members : std::nullopt;
}

Record readRecord(const std::vector<JsonMember> &members, ServerTime now) { return RecordReader(members, now).record(); }

bool meansNobody(std::string_view text)
{
    return text.empty() || equalsOneIgnoringCase(text, lockwords::nobody) || equalsOneIgnoringCase(text, lockwords::freed);
}

} // namespace lockcore
