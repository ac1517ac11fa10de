// SPDX-License-Identifier: MIT
#include "ui/runs/store_comparison.h"

#include "lockcore/lab/scenario/scenario_file.h"
#include "lockcore/lab/scenario/scenario_text.h"
#include "lockcore/lab/scenario/store_fit.h"
#include "lockcore/report/fault_log.h"
#include "ui/runs/run_folder.h"
#include "ui/runs/store_workers.h"
#include "ui/words/shown_text.h"
#include "ui/words/tr.h"

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

// In the order of the table.
constexpr std::array faultStories = {"store-crash", "store-pause", "store-cut-off", "store-restart", "store-clock-jump"};

QString nameOfStore(Store store) { return QString::fromStdString(std::string(wordOf(store))); }

struct Adapted
{
    Scenario scenario;
    bool isWiped = false;
};

// A store that keeps no data comes back without: that is what its restart is.
Adapted adaptedTo(Store store, const Scenario &story)
{
    Adapted adapted{fittedTo(store, story).scenario};
    if (!lackOfStore(adapted.scenario))
        return adapted;
    for (auto &fault : adapted.scenario.script) {
        adapted.isWiped = adapted.isWiped || fault.action == Action::RestartServer;
        if (fault.action == Action::RestartServer)
            fault.action = Action::WipeServer;
    }
    return adapted;
}

// The first one that meets a worker which has the lock; 0: none. A clock is wrong from the beginning.
std::uint64_t faultOf(const HistoryIndex &history)
{
    std::uint64_t held = 0;
    for (const auto &attempt : history.attempts) {
        if (attempt.granted && attempt.sent > history.begin && (held == 0 || attempt.answered < held))
            held = attempt.answered;
    }
    const auto faults = faultsOf(history);
    const auto found = held == 0 ? faults.end() : std::ranges::find_if(faults, [=](std::uint64_t fault) { return fault > held; });
    return found == faults.end() ? 0 : *found;
}

void noteFree(StoreCell &cell, const History &history)
{
    const HistoryIndex index(history);
    const auto fault = faultOf(index);
    if (fault == 0)
        return;
    std::uint64_t first = 0;
    for (const auto &attempt : index.attempts) {
        const bool isAfter = attempt.sent > index.begin && attempt.answered > fault;
        if (isAfter && attempt.granted && (first == 0 || attempt.answered < first))
            first = attempt.answered;
        cell.isKept = cell.isKept || (isAfter && !attempt.granted && !attempt.indefinite);
    }
    cell.isKept = cell.isKept && first == 0;
    if (first != 0)
        cell.free = std::chrono::duration_cast<Milliseconds>(index.at(first) - index.at(fault));
}

} // namespace

StoreComparisonResult plannedComparison(std::vector<Store> stores)
{
    StoreComparisonResult planned;
    planned.stores = stores.empty() ? comparedStores() : std::move(stores);
    for (const auto *const name : faultStories) {
        if (auto story = readScenario(std::string(":/store_scenarios/") + name + ".json")) // a test plays each of them
            planned.stories.push_back(*std::move(story));
    }
    planned.cells.assign(planned.stories.size(), std::vector<std::optional<StoreCell>>(planned.stores.size()));
    return planned;
}

std::vector<LabResult> playedOf(const StoreComparisonResult &comparison)
{
    std::vector<LabResult> played;
    for (const auto &row : comparison.cells) {
        for (const auto &cell : row) {
            if (cell)
                played.push_back(cell->result);
        }
    }
    return played;
}

std::size_t plannedRuns(const StoreComparisonResult &comparison) { return comparison.stores.size() * comparison.stories.size(); }

StoreComparison::StoreComparison(PooledRuns::Options options, std::vector<Store> stores)
    : m_base(std::move(options))
    , m_result(plannedComparison(std::move(stores)))
{ }

StoreComparison::~StoreComparison() = default;

PooledRuns &StoreComparison::runsOn(Store store, std::vector<std::string> command)
{
    auto options = m_base.options();
    options.setup.command = std::move(command);
    if (store != Store::Redis)
        options.setup.server.clear(); // it names another redis-server
    options.seed = m_base.seed();
    options.atOnce = 1;
    return *m_runs.emplace_back(std::make_unique<PooledRuns>(std::move(options)));
}

Task<void> StoreComparison::play()
{
    QStringList names;
    for (const auto store : m_result.stores)
        names << nameOfStore(store);
    const auto folder = newRunFolder(m_base.options().runs, u"stores-"_s + names.join(u'-') + u'-' + QString::number(m_base.seed()));
    if (folder)
        m_result.folder = *folder;
    for (std::size_t store = 0; store < m_result.stores.size(); ++store) {
        auto playing = playOn(store);
        co_await playing;
    }
}

Task<void> StoreComparison::playOn(std::size_t store)
{
    const auto which = m_result.stores[store];
    const auto command = m_result.folder.isEmpty()
                             ? Result<std::vector<std::string>>(Error{ErrorKind::Refused, "the folder of the runs cannot be made", "runs"})
                             : workersOn(which, m_result.folder);
    auto &runs = runsOn(which, command ? *command : std::vector<std::string>());
    for (std::size_t row = 0; row < m_result.stories.size(); ++row) {
        const auto adapted = adaptedTo(which, m_result.stories[row]);
        m_base.tell(Words::tr("%1 on %2").arg(faultName(m_result.stories[row]), nameOfStore(which)));
        PooledRuns::Run run;
        run.result.scenario = adapted.scenario;
        run.result.expects = false;
        run.result.seed = m_base.seed();
        if (command) {
            run.result.folder = m_result.folder + u'/' + nameOfStore(which) + u'-' + QString::fromStdString(adapted.scenario.name);
            auto playing = runs.play(std::move(run.result));
            run = co_await playing;
        } else {
            run.result.error = command.error();
        }
        if (run.result.skips.empty())
            runs.keep(run, QByteArray::fromStdString(textOf(adapted.scenario)));
        else
            dropFolder(run.result);
        StoreCell cell{run.result, {}, false, adapted.isWiped};
        if (!run.history.entries.empty())
            noteFree(cell, run.history);
        m_result.cells[row][store] = std::move(cell);
        m_base.tell({});
        if (changed)
            changed();
    }
}

} // namespace lockscope
