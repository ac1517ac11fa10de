// SPDX-License-Identifier: MIT
// Replaces libFuzzer in the ordinary tests: runs every file of a folder, then mutations of them, always the same ones.
#include "support/sanitized.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

// NOLINTNEXTLINE(readability-redundant-declaration): it is one only where several files are compiled as one
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size);

namespace {

constexpr int mutations = lockcore::test::isSanitized ? 5'000 : 20'000;

void run(const std::string &input) { LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t *>(input.data()), input.size()); }

// One to four small changes, as a fuzzer makes them.
std::string mutated(std::string input, const std::vector<std::string> &corpus, std::mt19937_64 &random)
{
    const auto below = [&](std::size_t limit) { return static_cast<std::size_t>(random() % std::max<std::size_t>(limit, 1)); };
    const auto byte = [&] { return static_cast<char>(random() & 0xff); };
    for (auto changes = 1 + below(4); changes > 0; --changes) {
        const auto at = below(input.size() + 1);
        switch (below(6)) {
        case 0: input.insert(at, 1, byte()); break;
        case 1: input.erase(at, 1 + below(8)); break;
        case 2: input.insert(at, input.substr(below(input.size() + 1), below(32))); break;
        case 3: {
            const auto &other = corpus[below(corpus.size())];
            input.insert(at, other.substr(below(other.size() + 1), below(64)));
            break;
        }
        default:
            if (at < input.size())
                input[at] = below(2) ? byte() : static_cast<char>(input[at] ^ (1 << below(8)));
        }
    }
    return input;
}

} // namespace

int main(int argc, char **argv)
{
    std::vector<std::filesystem::path> files;
    for (int i = 1; i < argc; ++i)
        std::copy(std::filesystem::directory_iterator(argv[i]), {}, std::back_inserter(files));
    std::sort(files.begin(), files.end()); // the folder's own order differs between machines
    std::vector<std::string> corpus;
    for (const auto &path : files) {
        std::ifstream file(path, std::ios::binary);
        corpus.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    }
    if (corpus.empty()) {
        std::fputs("no corpus\n", stderr);
        return 1;
    }
    run({});
    for (const auto &input : corpus)
        run(input);
    std::mt19937_64 random(1);
    for (int i = 0; i < mutations; ++i)
        run(mutated(corpus[static_cast<std::size_t>(random() % corpus.size())], corpus, random));
    std::printf("%zu files, %d mutations\n", corpus.size(), mutations);
    return 0;
}
