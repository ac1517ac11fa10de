// SPDX-License-Identifier: MIT
#include "ui/explore/oracle_engine.h"

#include "lockcore/explorer/estimate.h"
#include "ui/explore/words/explore_words.h"
#include "ui/words/shown_text.h"

namespace lockscope {

using namespace lockcore::explorer;
using lockcore::Result;
using lockcore::ServerOracle;

OracleEngine::OracleEngine(lockcore::ServerOracleOptions server, QObject *parent)
    : ExploreEngine(parent)
    , m_server(std::move(server))
{ }

OracleEngine::~OracleEngine() { m_control.cancelled = true; }

void OracleEngine::begin(Work work)
{
    if (m_isBusy)
        return;
    m_isBusy = true;
    m_control.cancelled = false;
    m_control.states = m_control.frontier = m_control.depth = 0;
    m_thread = std::jthread([this, work = std::move(work)] { // joins the one before, which has ended
        QString sentence;
        if (auto oracle = ServerOracle::start(m_server); !oracle)
            sentence = asSentence(oracle.error().text);
        else if (const auto done = work(**oracle); !done)
            sentence = asSentence(done.error().text);
        QMetaObject::invokeMethod(this, [this, sentence] {
            m_isBusy = false;
            if (!sentence.isEmpty())
                emit failed(sentence);
            emit ended();
        });
    });
}

void OracleEngine::explore(const lockcore::ExaminationWish &wish, bool asksFirst)
{
    begin([this, wish, asksFirst](ServerOracle &oracle) { return exploreThere(wish, asksFirst, oracle); });
}

// Signals that another thread emits are queued for the receivers, which live in the GUI thread.
Result<void> OracleEngine::exploreThere(lockcore::ExaminationWish wish, bool asksFirst, ServerOracle &oracle)
{
    wish.server = m_server;
    auto most = wish.bounds;
    most.faults = wish.faults.back();
    if (asksFirst && mayExplode(most)) {
        const auto size = estimate(most, oracle, m_control);
        if (!size)
            return size.error();
        if (!m_control.cancelled && isMuch(*size)) {
            emit tooLarge(estimateWords(*size, most));
            return {};
        }
    }
    const auto tell = [&](const lockcore::Examination &examination) {
        emit found(std::make_shared<const ExploreResult>(resultOf(examination, oracle)));
    };
    const auto examination = lockcore::examine(wish, oracle, m_control, tell);
    if (!examination)
        return examination.error();
    if (wish.isUsual)
        tell(*examination);
    return {};
}

void OracleEngine::compare()
{
    begin([this](ServerOracle &oracle) { return compareThere(oracle); });
}

Result<void> OracleEngine::compareThere(ServerOracle &oracle)
{
    ExploreTable table;
    for (const auto what : columnsOfComparison)
        table.heads << columnWords(what);
    for (const auto &protocol : lockcore::protocols()) {
        ExploreTable::Line line{explorerText(protocol.name), {}, {}};
        const auto bounds = usualBounds(protocol.name);
        if (!bounds)
            return bounds.error();
        for (const auto what : columnsOfComparison) {
            const auto cell = frontier(*bounds, what, oracle, m_control);
            if (m_control.cancelled)
                return {};
            if (!cell && cell.error().detail != "unsupported")
                return cell.error();
            if (!cell) {
                line.error = asSentence(cell.error().text);
                break;
            }
            line.cells << rowOf(*cell, oracle);
        }
        table.lines << line;
        table.isDone = table.lines.size() == static_cast<qsizetype>(lockcore::protocols().size());
        emit compared(std::make_shared<const ExploreTable>(table));
    }
    return {};
}

void OracleEngine::replayInRealTime(const QString &trace, const std::optional<ScriptPair> &scripts)
{
    begin([this, trace, scripts](ServerOracle &oracle) -> Result<void> {
        const auto traced = traceFrom(trace.toStdString(), scripts);
        return traced ? replayThere(*traced, oracle) : Result<void>(traced.error());
    });
}

Result<void> OracleEngine::replayThere(const TracedRoute &traced, ServerOracle &oracle)
{
    std::vector<int> events;
    const auto begun = [&](const Trace &trace) {
        for (const auto &step : trace)
            events.push_back((events.empty() ? 0 : events.back()) + (step.kind == Move::Kind::TimePasses ? 0 : 1));
    };
    const lockcore::RealTimeListener listener{begun, [&](std::size_t step) { emit stepped(events.at(step)); }};
    const auto done = lockcore::replayInRealTime(traced, m_server, oracle, listener, m_control.cancelled);
    if (!done)
        return done.error();
    emit replayed(replayWords(*done, true), done->isSame);
    return {};
}

void OracleEngine::cancel() { m_control.cancelled = true; }

ExploreFigures OracleEngine::figures() const { return {m_control.states, m_control.frontier, m_control.depth}; }

} // namespace lockscope
