// SPDX-License-Identifier: MIT
#include "lockcore/oracle/trace_replay.h"

namespace lockcore {

using namespace explorer;

std::optional<int> ownConnectionOf(const TraceStep &step) { return step.request.isAlone ? std::optional(step.worker) : std::nullopt; }

bool isExecuted(const TraceStep &step)
{
    return step.kind == Move::Kind::Executes || step.kind == Move::Kind::ReplyLost || step.kind == Move::Kind::LateExecutes;
}

std::optional<std::vector<Bytes>> commandOf(const TraceStep &step)
{
    if (isExecuted(step))
        return step.request.words;
    return step.kind == Move::Kind::ForceRelease ? std::optional(std::vector<Bytes>{"DEL", lockKey}) : std::nullopt;
}

Result<TraceReplay> TraceReplay::start(const ServerOracleOptions &options, int servers)
{
    TraceReplay replay;
    for (int i = 0; i < servers; ++i) {
        auto server = ServerOracle::start(options);
        if (!server)
            return server.error();
        replay.m_servers.push_back(*std::move(server));
    }
    return replay;
}

Result<std::optional<TraceReplay::Difference>> TraceReplay::replay(const Trace &trace)
{
    for (const auto &server : m_servers) {
        server->closeOwn();
        if (const auto done = server->forgetAll(0); !done)
            return done.error();
    }
    for (std::size_t i = 0; i < trace.size(); ++i) {
        const auto &step = trace[i];
        auto &place = *m_servers.at(step.request.server);
        if (step.kind == Move::Kind::ServerForgets) {
            if (const auto done = place.forgetAll(step.at); !done)
                return done.error();
        }
        const auto judged = place.goOn(commandOf(step), step.at, ownConnectionOf(step));
        if (!judged)
            return judged.error();
        if (isExecuted(step) && judged->reply != step.reply)
            return std::optional(Difference{i, "another reply: " + toString(judged->reply)});
        for (std::size_t server = 0; server < m_servers.size(); ++server) {
            const auto content = m_servers[server]->goOn({}, step.at);
            if (!content)
                return content.error();
            if (content->after != step.servers[server])
                return std::optional(Difference{i, "other keys"});
        }
    }
    return std::optional<Difference>();
}

} // namespace lockcore
