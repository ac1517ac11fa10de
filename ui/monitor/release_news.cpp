// SPDX-License-Identifier: MIT
#include "ui/monitor/release_news.h"

#include "ui/monitor/release_facts.h"
#include "ui/widgets/banner.h"
#include "ui/words/release_words.h"
#include "ui/words/shown_text.h"

#include <QPushButton>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr std::size_t longestNameInNews = 60;
constexpr qsizetype mostNamed = 4; // locks that are named; the others are counted

} // namespace

ReleaseNews::ReleaseNews(QWidget *page)
    : QObject(page)
    , m_banner(new Banner(Banner::Tone::Plain, page))
{
    m_banner->setObjectName(u"releaseBanner"_s);
    m_banner->hide();
    connect(m_banner->addStep(tr("Dismiss")), &QPushButton::clicked, this, &ReleaseNews::clear);
}

void ReleaseNews::add(const ReleaseAttempt &attempt, const lockcore::Endpoint &endpoint)
{
    auto words = outcomeText(*attempt.report(), endpoint);
    if (attempt.aftermath())
        words += u' ' + aftermathText(*attempt.aftermath(), endpoint);
    m_results << Result{tr("%1: %2").arg(shownText(attempt.id().key, longestNameInNews), stageWord(attempt)), words};
    refresh();
}

void ReleaseNews::clear()
{
    m_results.clear();
    refresh();
}

// The latest result in full, the others in one word each.
void ReleaseNews::refresh()
{
    m_banner->setVisible(!m_results.isEmpty());
    if (m_results.isEmpty())
        return;
    if (m_results.size() == 1)
        return m_banner->setWords(m_results.front().brief, m_results.front().words);
    QStringList briefs;
    for (auto result = m_results.crbegin(); result != m_results.crend() && briefs.size() < mostNamed; ++result)
        briefs << result->brief;
    const auto more = static_cast<int>(m_results.size() - briefs.size());
    const auto words = briefs.join(u" · "_s);
    m_banner->setWords(tr("%Ln releases", nullptr, static_cast<int>(m_results.size())),
                       more == 0 ? words : tr("%1 · and %Ln more", nullptr, more).arg(words));
}

} // namespace lockscope
