// SPDX-License-Identifier: MIT
#include "lockcore/monitor/watch/dataset_swaps.h"

#include "lockcore/monitor/reading/refusal.h"

namespace lockcore {

namespace {

constexpr auto betweenReadings = std::chrono::seconds(2);
constexpr auto betweenRefusals = std::chrono::seconds(10);

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
            std::string(infoText(replication, "master_replid")),
            callsOf(commandStats, "restore-asking") + callsOf(commandStats, "restore")}; // on a replica, as replicated by its primary
}

bool mayHaveBeenExchanged(const DataCounters &before, const DataCounters &now)
{
    return isExchange(before, now) || now.exchanges < before.exchanges || now.infos < before.infos;
}

bool isExchange(const DataCounters &before, const DataCounters &now)
{
    return now.exchanges > before.exchanges || now.replicationId != before.replicationId;
}

Task<Result<void>> DatasetSwapDetector::run()
{
    for (;;) {
        m_permitted = true; // the right may have been given back
        if (const auto asked = co_await ask(); !asked)
            co_return asked.error();
        co_await m_parts.clock.after(m_permitted ? betweenReadings : betweenRefusals); // the refresh finds the rest
    }
}

Task<Result<void>> DatasetSwapDetector::ask()
{
    if (!m_permitted)
        co_return Result<void>();
    Batch batch;
    batch.add({"INFO", "commandstats"}).add({"INFO", "replication"});
    const auto replies = co_await m_connection.send(std::move(batch));
    if (!replies)
        co_return replies.error();
    if (const auto refused = hindrance(*replies)) {
        m_permitted = isBusy(*refused);
        m_report.setHeedsExchanges(m_permitted && m_before);
    } else {
        note(DataCounters::from(parseInfo(replies->at(0).text), parseInfo(replies->at(1).text)));
    }
    co_return Result<void>();
}

void DatasetSwapDetector::note(DataCounters now)
{
    m_parts.clusterSlots.setImports(now.imports);
    const auto before = std::exchange(m_before, std::move(now));
    m_report.setHeedsExchanges(true);
    if (!before)
        return;
    if (!mayHaveBeenExchanged(*before, *m_before))
        return;
    if (isExchange(*before, *m_before))
        m_report.add({Notice::Kind::Exchanged, {}});
    doubtData();
    m_parts.watchList.touchAll();
    m_suspected();
}

// Also called where CONFIG RESETSTAT may hide an exchange.
void DatasetSwapDetector::doubtData()
{
    m_parts.store.table().dataExchanged();
    m_parts.handOvers.clear();
    m_parts.store.otherData();
}

} // namespace lockcore
