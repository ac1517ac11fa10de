// SPDX-License-Identifier: MIT
// Whatever a server shows of the commands of its clients, in whatever pieces: no crash, and the pieces do not matter.
#include "fuzz_input.h"
#include "lockcore/monitor/trace/attribution.h"

using namespace lockcore;
using lockcore::test::must;

namespace {

struct Shown
{
    std::uint64_t commands = 0;
    std::uint64_t bytes = 0;
    std::size_t uses = 0;
    bool failed = false;
    bool operator==(const Shown &) const = default;
};

Shown show(std::string_view stream, std::size_t piece)
{
    static const Classifier classifier;
    Attribution::Options options;
    options.follows = [](std::string_view name) { return classifier.nameBetrays(name); };
    Attribution attribution(classifier, std::move(options));
    attribution.trace("k");
    Shown shown;
    for (; !stream.empty() && !shown.failed; stream.remove_prefix(std::min(piece, stream.size())))
        shown.failed = !attribution.feed(stream.substr(0, piece)).ok();
    shown.commands = attribution.commands();
    shown.bytes = attribution.bytes();
    shown.uses = attribution.take().size();
    return shown;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::string_view stream(reinterpret_cast<const char *>(data), size);
    const auto whole = show(stream, std::max<std::size_t>(size, 1));
    must(show(stream, 1) == whole, "pieces make no difference");
    must(show(stream, 7) == whole, "pieces make no difference");
    return 0;
}
