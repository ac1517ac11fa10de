// SPDX-License-Identifier: MIT
// The cost of the classifier for one name and for one look: every key of a server needs the first check, every lock the second.
#include "bench/figures.h"
#include "bench/key_names.h"
#include "lockcore/base/clock.h"
#include "lockcore/monitor/reading/classifier.h"
#include "support/format_examples.h"

#include <algorithm>

using namespace lockcore;
using namespace lockcore::bench;

namespace {

constexpr int rounds = 9;

// The time of one call in ns, from `count` calls: the median of some rounds. The results of `work` are summed, so that the calls are not
// optimised away.
template <class Work>
double nanosecondsEach(std::size_t count, Work work)
{
    std::vector<double> measured;
    volatile std::size_t sum = 0;
    for (int round = 0; round < rounds; ++round) {
        const Moment begin = std::chrono::steady_clock::now();
        sum = sum + work();
        const Duration took = std::chrono::steady_clock::now() - begin;
        measured.push_back(static_cast<double>(took.count()) / static_cast<double>(count));
    }
    return median(measured);
}

std::vector<KeySnapshot> exampleLooks()
{
    std::vector<KeySnapshot> looks;
    for (const auto &[format, name, examples] : test::formatExamples()) {
        for (const auto &example : examples)
            looks.push_back(example.look);
    }
    return looks;
}

} // namespace

int main()
{
    const Classifier classifier;
    std::vector<std::string> names;
    for (std::size_t n = 0; n < 100'000; ++n)
        names.push_back(otherKeyName(n));
    const auto looks = exampleLooks();
    constexpr std::size_t passes = 100;
    const RecognitionContext surroundings;

    Figures figures("Classifier");
    figures.told("nameBetrays, names of no locks",
                 nanosecondsEach(names.size(),
                                 [&] {
                                     return static_cast<std::size_t>(
                                         std::ranges::count_if(names, [&](const auto &n) { return classifier.nameBetrays(n); }));
                                 }),
                 "ns/name");
    figures.told("classify, the examples of every format",
                 nanosecondsEach(passes * looks.size(),
                                 [&] {
                                     std::size_t found = 0;
                                     for (std::size_t pass = 0; pass < passes; ++pass) {
                                         for (const auto &look : looks)
                                             found += classifier.classify(look, surroundings).has_value();
                                     }
                                     return found;
                                 }),
                 "ns/look");
    figures.none("names of no locks that read like one",
                 static_cast<double>(std::ranges::count_if(names, [&](const auto &n) { return classifier.nameBetrays(n); })));
    return figures.print();
}
