// SPDX-License-Identifier: MIT
// Whatever a server sends, in whatever pieces: no crash, the same replies, every request answered once.
#include "fuzz_input.h"
#include "lockcore/redis/pipeline.h"

using namespace lockcore;
using lockcore::test::FuzzInput;
using lockcore::test::must;

namespace {

struct Heard
{
    std::vector<Reply> replies;
    std::string end; ///< the error's detail
    bool operator==(const Heard &) const = default;
};

Heard hear(std::string_view stream, std::size_t piece)
{
    Heard heard;
    RespReader reader;
    for (; !stream.empty(); stream.remove_prefix(std::min(piece, stream.size()))) {
        if (const auto fed = reader.feed(stream.substr(0, piece)); !fed) {
            heard.end = fed.error().detail;
            return heard;
        }
        for (;;) {
            auto reply = reader.next();
            if (!reply) {
                heard.end = reply.error().detail;
                return heard;
            }
            if (!*reply)
                break;
            (void)toString(**reply);
            heard.replies.push_back(*std::move(*reply));
        }
    }
    return heard;
}

// Takes the requests from the input; the stream is what remains.
void ask(FuzzInput &input)
{
    Pipeline pipeline(input.byte() % 2 == 1);
    std::vector<Waiting<Result<Replies>>> asked;
    for (auto n = input.byte() % 5; n > 0; --n) {
        Batch batch;
        for (auto commands = 1 + input.byte() % 3; commands > 0; --commands)
            batch.add({"PING"});
        asked.push_back(pipeline.submit(std::move(batch), Moment(std::chrono::seconds(n))));
        if (input.byte() % 4 == 0)
            asked.pop_back(); // its asker goes
        if (input.byte() % 2 == 0)
            (void)pipeline.takeOutput();
    }
    (void)pipeline.receive(input.rest());
    (void)pipeline.takePushes();
    pipeline.expire(Moment(std::chrono::seconds(2)));
    pipeline.lost({ErrorKind::Transport, "over", {}});
    must(pipeline.idle(), "nothing is open after a loss");
    for (auto &waiting : asked)
        must(waiting.ready(), "every question is answered");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    FuzzInput input(data, size);
    const auto piece = 1 + input.byte() % 16;
    ask(input);
    must(hear(input.rest(), piece) == hear(input.rest(), size + 1), "pieces make no difference");
    return 0;
}
