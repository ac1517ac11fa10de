// SPDX-License-Identifier: MIT
// Whatever is typed as a filter: it is understood, or refused with a position in the text. And a term made from a value selects that value.
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

    const std::string text(input.rest());
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
    (void)filter->matches(lock, now);
    LockEvent event;
    event.id = lock.id;
    event.owner = holder.owner;
    (void)filter->matches(event, lock);
    return 0;
}
