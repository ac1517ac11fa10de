// SPDX-License-Identifier: MIT
#include "lockcore/lab/run/pooled_run.h"

#include "lockcore/judge/judge.h"
#include "lockcore/judge/second_judge.h"

namespace lockcore::detail {

namespace {

constexpr Milliseconds newsEvery{100};

}

void PooledRunPlayer::begin()
{
    m_loop = std::make_unique<EventLoop>();
    m_clock = std::make_unique<LoopClock>();
    m_telling = std::make_unique<QTimer>();
    m_telling->setInterval(newsEvery);
    QObject::connect(m_telling.get(), &QTimer::timeout, this, [this] { tellNews(); });
    m_scope = std::make_unique<Scope>(*m_loop);
}

void PooledRunPlayer::play(RunOrder order, Done done)
{
    if (!m_scope)
        begin();
    m_done = std::move(done);
    m_run = std::make_unique<LabRun>(std::move(order.scenario), std::move(order.options), *m_loop, *m_clock);
    m_run->serves = std::move(order.serves);
    m_news = std::move(order.news);
    m_entriesTold = 0;
    if (m_news)
        m_telling->start();
    m_scope->start(playing());
}

void PooledRunPlayer::act(const Fault &fault)
{
    if (m_run)
        m_run->act(fault);
}

void PooledRunPlayer::stop()
{
    if (!m_run)
        return;
    if (m_run->hasBegun())
        return m_run->stop();
    m_scope->cancel(); // it still starts servers or workers, so there is no result yet
    m_telling->stop();
    m_run.reset();
    auto result =
        std::make_shared<PlayedRun>(PlayedRun{Error{ErrorKind::Cancelled, "the run was stopped before it had begun", {}}, {}, {}});
    std::exchange(m_done, nullptr)(std::move(result));
}

void PooledRunPlayer::end()
{
    m_scope.reset();
    m_run.reset();
    m_telling.reset();
    m_clock.reset();
    m_loop.reset();
}

Task<void> PooledRunPlayer::playing()
{
    auto task = m_run->play();
    auto played = co_await task;
    m_telling->stop();
    auto result = std::make_shared<PlayedRun>(PlayedRun{std::move(played), {}, {}});
    if (!result->played)
        result->soFar = m_run->soFar();
    m_run.reset();
    if (result->played && result->played->skips.empty()) {
        const auto &history = result->played->history;
        result->verdicts = judge(history);
        result->disagreement = disagreement(result->verdicts, secondJudge(history));
    }
    std::exchange(m_done, nullptr)(std::move(result));
}

void PooledRunPlayer::tellNews()
{
    const auto &history = m_run->soFar();
    if (!m_run->hasBegun() || history.entries.size() == m_entriesTold)
        return;
    RunNews news;
    news.header = history.header;
    news.entries.assign(history.entries.begin() + static_cast<std::ptrdiff_t>(m_entriesTold), history.entries.end());
    m_entriesTold = history.entries.size();
    m_news(news);
}

} // namespace lockcore::detail
