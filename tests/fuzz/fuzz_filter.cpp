// SPDX-License-Identifier: MIT
// Any text as a filter: it is understood, or refused with a position in the text. Its terms, joined, are the same filter, also where an
// unknown field was read as text. A term made from a value selects that value.
#include "fuzz_input.h"
#include "lockcore/monitor/filter/filter.h"

#include "lockcore/base/bytes.h"

using namespace lockcore;
using lockcore::test::FuzzInput;
using lockcore::test::must;

namespace {

void checkTerm(std::string_view field, const Bytes &value, const LockInfo &lock, ServerTime now)
{
    for (const bool negated : {false, true}) {
        const auto term = Filter::term(field, value, negated);
        must(isUtf8(term), "a term can be shown", term);
        const auto filter = Filter::parse(term);
        must(filter.ok(), "a term can be read", term);
        must(filter->matches(lock, now) == !negated, "a term selects its value", term);
    }
}

void checkTerms(const Filter &filter, const LockInfo &lock, const LockEvent &event, ServerTime now)
{
    std::string joined;
    for (const auto &term : filter.terms())
        joined += term + " ";
    const auto again = Filter::parse(joined);
    must(again.ok() || joined.size() > 4096, "terms are a filter", filter.text() + " → " + joined);
    if (!again)
        return;
    must(again->terms() == filter.terms(), "terms stay as they are", joined);
    must(again->matches(lock, now) == filter.matches(lock, now), "terms select the same locks", joined);
    must(again->matches(event, lock) == filter.matches(event, lock), "terms select the same events", joined);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    FuzzInput input(data, size);
    const ServerTime now(std::chrono::seconds(1'700'000'000));
    LockInfo lock;
    lock.id.key = input.text();
    lock.library = "redisson";
    Holder holder;
    holder.owner = input.text();
    lock.holders.push_back(holder);
    if (input.byte() % 2)
        lock.deadline = now + std::chrono::milliseconds(input.number() % 1'000'000);
    if (!lock.id.key.empty())
        checkTerm("name", lock.id.key, lock, now);
    if (!holder.owner.empty())
        checkTerm("owner", holder.owner, lock, now);

    LockEvent event;
    event.id = lock.id;
    event.owner = holder.owner;
    const std::string text(input.rest());
    if (const auto lenient = Filter::parse(text, Filter::UnknownField::IsText))
        checkTerms(*lenient, lock, event, now);
    const auto filter = Filter::parse(text);
    if (!filter) {
        must(filter.error().kind == ErrorKind::Refused && !filter.error().text.empty(), "a refusal says why", text);
        char *end = nullptr;
        const auto offset = std::strtoull(filter.error().detail.c_str(), &end, 10);
        const auto length = std::strtoull(end, nullptr, 10);
        must(offset <= text.size() && length <= text.size() - offset, "a refusal points into the text", text);
        return 0;
    }
    must(filter->text() == text, "a filter remembers what was written", text);
    must(filter->note().empty(), "a strict filter reads nothing as text", text);
    checkTerms(*filter, lock, event, now);
    return 0;
}
