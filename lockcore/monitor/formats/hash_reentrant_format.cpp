// SPDX-License-Identifier: MIT
// The plain reentrant lock that people write by hand: a hash of owner → hold count, whatever the owner's text. Redisson's
// own grammar belongs to Redisson's formats. Reference, §2 (where the design comes from) and §7 (what else it may be).
#include "monitor/classifier.h"
#include "monitor/formats/example_looks.h"
#include "monitor/formats/owner_facts.h"

namespace lockcore {

namespace {

constexpr std::int64_t mostOwners = 4;
constexpr std::int64_t mostHolds = 999; // larger counts count something else
constexpr std::size_t longestOwner = 128;

std::optional<Holder> holderOf(const std::pair<Bytes, Bytes> &field, ServerTime now)
{
    const auto &[owner, text] = field;
    if (owner.empty() || owner.size() > longestOwner || !grammar::isSmallCount(text))
        return std::nullopt;
    const auto count = parseInteger(text);
    if (!count || *count > mostHolds)
        return std::nullopt;
    Holder holder;
    holder.owner = owner;
    holder.count = *count;
    holder.facts = grammar::factsOfOwner(owner, now);
    return holder;
}

bool isRedissons(const Value &hash)
{
    return hash.length == 1 && grammar::uuidAndNumber(hash.elements.front().first);
}

bool tellsOwner(const Holder &holder)
{
    return !holder.facts.empty() || grammar::looksDrawn(holder.owner);
}

std::optional<Finding> classify(const Look &look, const Surroundings &)
{
    const auto &hash = look.value;
    if (hash.type != ValueType::Hash || !hash.whole() || hash.length < 1 || hash.length > mostOwners || isRedissons(hash))
        return std::nullopt;
    const bool named = hasLockWord(look.id.key);
    if (!named && hash.length != 1)
        return std::nullopt;

    Finding finding;
    finding.library = "hash-reentrant";
    finding.variant = "owner and hold count";
    finding.ownerScope = OwnerScope::Constant;
    bool allTell = true;
    for (const auto &field : hash.elements) {
        auto holder = holderOf(field, look.at);
        if (!holder)
            return std::nullopt;
        allTell = allTell && tellsOwner(*holder);
        finding.holders.push_back(std::move(*holder));
    }
    finding.why = {hash.length == 1 ? "a hash with one field that holds a small positive count, as a reentrant lock has it"
                                    : "a hash whose few fields all hold small positive counts"};
    if (named)
        finding.why.emplace_back("the name holds a word for a lock");
    if (named && allTell && hash.length == 1)
        finding.why.emplace_back("the field reads like an owner: a token, or a host and process");
    finding.confidence = !named ? 1 : allTell && hash.length == 1 ? 3 : 2;
    return finding;
}

Finding expectedLock(int confidence, std::vector<std::string> why, std::vector<Holder> holders)
{
    Finding finding;
    finding.library = "hash-reentrant";
    finding.variant = "owner and hold count";
    finding.confidence = confidence;
    finding.why = std::move(why);
    finding.holders = std::move(holders);
    finding.ownerScope = OwnerScope::Constant;
    return finding;
}

std::span<const Example> examples()
{
    const std::string one = "a hash with one field that holds a small positive count, as a reentrant lock has it";
    const std::string few = "a hash whose few fields all hold small positive counts";
    const std::string word = "the name holds a word for a lock";
    const std::string reads = "the field reads like an owner: a token, or a host and process";
    static const std::vector<Example> all = {
        {"a host and process, twice", example::look("lock:report", example::hash({{"web-3:4711:main", "2"}}), Milliseconds(9'000)),
         {}, expectedLock(3, {one, word, reads},
                          {{"web-3:4711:main", 2, Mode::Exclusive, {}, {{"host", "web-3"}, {"pid", "4711"}, {"thread", "main"}}}})},
        {"any text may be the owner", example::look("orderLock", example::hash({{"worker", "1"}})), {},
         expectedLock(2, {one, word}, {{"worker", 1, Mode::Exclusive, {}, {}}})},
        {"several owners share it", example::look("lock:shared", example::hash({{"a", "1"}, {"b", "3"}})), {},
         expectedLock(2, {few, word}, {{"a", 1, Mode::Exclusive, {}, {}}, {"b", 3, Mode::Exclusive, {}, {}}})},
        {"under a free name it is hardly a guess", example::look("visits", example::hash({{"anna", "1"}})), {},
         expectedLock(1, {one}, {{"anna", 1, Mode::Exclusive, {}, {}}})},
        {"an amount, not a hold count", example::look("lock:stock", example::hash({{"apples", "1000"}})), {}, {}},
        {"zero is not held", example::look("lock:stock", example::hash({{"apples", "0"}})), {}, {}},
        {"a text is no count", example::look("lock:stock", example::hash({{"owner", "anna"}})), {}, {}},
        {"too many fields", example::look("lock:stock", example::hash({{"a", "1"}, {"b", "1"}, {"c", "1"}, {"d", "1"}, {"e", "1"}})),
         {}, {}},
        {"Redisson's", example::look("lock:x", example::hash({{"9f3a1c52-7b0e-4d11-8a6f-2c5e90b7d4e1:17", "1"}})), {}, {}},
    };
    return all;
}

} // namespace

extern const Format hashReentrantFormat;
const Format hashReentrantFormat = {
    .library = "hash-reentrant",
    .names = {},
    .types = {ValueType::Hash},
    .announcements = {},
    .broadcast = {},
    .scripts = {},
    .rank = -10,
    .classify = classify,
    .companions = nullptr,
    .lockOf = nullptr,
    .announced = nullptr,
    .examples = examples,
};

} // namespace lockcore
