// SPDX-License-Identifier: MIT
// Any content of a server's keys: the classifier gives a consistent match, or none.
#include "fuzz_input.h"
#include "lockcore/monitor/reading/classifier.h"

using namespace lockcore;
using lockcore::test::FuzzInput;
using lockcore::test::must;

namespace {

Value valueFrom(FuzzInput &input)
{
    Value value;
    value.type = static_cast<ValueType>(input.byte() % 7);
    if (value.type == ValueType::String) {
        value.text = input.text();
        value.length = static_cast<std::int64_t>(value.text.size());
    } else if (value.exists()) {
        for (auto n = input.byte() % 8; n > 0; --n) {
            auto element = input.text();
            value.elements.emplace_back(std::move(element), input.byte() % 3 == 0 ? std::to_string(input.number()) : input.text());
        }
        value.length = static_cast<std::int64_t>(value.elements.size());
    }
    if (input.byte() % 8 == 0)
        value.length += input.byte(); // there is more than was read
    return value;
}

ServerTime timeFrom(FuzzInput &input) { return ServerTime(std::chrono::milliseconds(1'700'000'000'000 + input.number() % 10'000'000'000)); }

RecognitionContext surroundingsFrom(FuzzInput &input)
{
    RecognitionContext surroundings;
    const auto bits = input.byte();
    surroundings.renewalSeen = bits & 1;
    surroundings.contentionSeen = bits & 2;
    surroundings.ownerRepeats = bits & 4;
    if (bits & 8)
        surroundings.fingerprints.insert("redisson");
    if (bits & 16)
        surroundings.channels.insert(input.text());
    return surroundings;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    static const Classifier classifier({parseUserPattern("*mine*,value=timestamp").value()});
    FuzzInput input(data, size);
    KeySnapshot look;
    look.id.key = input.text();
    look.at = timeFrom(input);
    if (input.byte() % 2)
        look.deadline = timeFrom(input);
    look.value = valueFrom(input);
    for (const auto &[companion, likelyType] : classifier.companions(look))
        look.companions[companion] = valueFrom(input);
    const auto surroundings = surroundingsFrom(input);
    const auto match = classifier.classify(look, surroundings);
    if (match) {
        must(match->confidence >= 0 && match->confidence <= 5, "confidence is on the ladder", toString(look));
        must(!match->library.empty() && !match->why.empty(), "a finding names itself and its evidence", toString(look));
        must(match == classifier.classify(look, surroundings), "the same look, the same finding", toString(look));
        must(look.value.exists(), "what is not there is no lock", toString(look));
        for (const auto &holder : match->holders)
            must(holder.count >= 0, "nobody holds less than nothing", toString(look));
    }
    (void)classifier.nameBetrays(look.id.key);
    const auto owner = classifier.lockOf(look.id.key);
    (void)classifier.lockOf(owner);
    (void)classifier.announced(look.id.key, input.rest());
    (void)parseUserPattern(input.rest());
    return 0;
}
