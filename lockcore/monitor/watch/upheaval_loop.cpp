// SPDX-License-Identifier: MIT
#include "lockcore/monitor/watch/upheaval_loop.h"

#include "lockcore/monitor/reading/refusal.h"

namespace lockcore {

namespace {

constexpr auto betweenReadings = std::chrono::seconds(2);

// "calls=3,usec=17,…"
std::int64_t callsOf(const Info &commandStats, std::string_view command)
{
    constexpr std::string_view calls = "calls=";
    const auto line = infoText(commandStats, "cmdstat_" + std::string(command));
    return line.starts_with(calls) ? parseInteger(line.substr(calls.size(), line.find(',') - calls.size())).value_or(0) : 0;
}

} // namespace

DataCounters DataCounters::from(const Info &commandStats, const Info &replication)
{
    return {callsOf(commandStats, "swapdb") + callsOf(commandStats, "debug"), callsOf(commandStats, "info"),
            std::string(infoText(replication, "master_replid"))};
}

bool mayHaveBeenExchanged(const DataCounters &before, const DataCounters &now)
{
    return isExchange(before, now) || now.exchanges < before.exchanges || now.infos < before.infos;
}

bool isExchange(const DataCounters &before, const DataCounters &now)
{
    return now.exchanges > before.exchanges || now.replicationId != before.replicationId;
}

Task<Result<void>> UpheavalLoop::run()
{
    std::optional<DataCounters> before;
    for (;;) {
        const auto replies = co_await ask();
        if (!replies)
            co_return replies.error();
        const auto refused = hindrance(*replies);
        if (refused && !isBusy(*refused))
            co_return Result<void>(); // what the refresh finds must do
        if (!refused) {
            auto now = DataCounters::from(parseInfo(replies->at(0).text), parseInfo(replies->at(1).text));
            if (before && isExchange(*before, now))
                noteExchange();
            if (before && mayHaveBeenExchanged(*before, now))
                readEverythingAgain();
            before = std::move(now);
            m_report.setHeedsExchanges(true);
        }
        co_await m_parts.clock.after(betweenReadings);
    }
}

Task<Result<Replies>> UpheavalLoop::ask()
{
    Batch batch;
    batch.add({"INFO", "commandstats"}).add({"INFO", "replication"});
    co_return co_await m_connection.send(std::move(batch));
}

void UpheavalLoop::noteExchange()
{
    m_report.add({Notice::Kind::Exchanged, {}});
    m_parts.board.table().dataExchanged();
    m_parts.board.otherData();
}

void UpheavalLoop::readEverythingAgain()
{
    m_parts.watchList.touchAll();
    m_feed.wake();
    m_sweeps.hurry();
}

} // namespace lockcore
