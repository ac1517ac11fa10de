// SPDX-License-Identifier: MIT
#include "ui/lab/player/run_facts.h"

#include "ui/report/time_axis.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/theme.h"
#include "ui/words/shown_text.h"

#include <QHBoxLayout>
#include <QLocale>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

constexpr std::size_t longestText = 60;

// What it costs that waiters ask again and again is of interest where the lock changes hands more than once.
QString commandsText(const RunFigures &figures)
{
    if (!figures.commands)
        return RunFacts::tr("commands not known");
    const auto all = RunFacts::tr("%1 commands numbered").arg(QLocale().toString(static_cast<qlonglong>(*figures.commands)));
    if (figures.handOvers < 2)
        return all;
    const auto each = static_cast<double>(*figures.commands) / static_cast<double>(figures.handOvers);
    return all + u", "_s + RunFacts::tr("%1 for each hand-over").arg(QLocale().toString(each, 'f', 1));
}

} // namespace

RunFacts::RunFacts(QWidget *parent)
    : QWidget(parent)
    , m_facts(new ElidedLabel(ShadedLabel::Shade::Secondary, this))
    , m_basis(new ElidedLabel(ShadedLabel::Shade::Secondary, this))
{
    m_facts->setObjectName(u"facts"_s);
    m_basis->setObjectName(u"basis"_s);
    m_basis->setElides(Qt::ElideRight);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(grid::group, grid::unit, grid::group, grid::unit);
    layout->setSpacing(grid::group);
    layout->addWidget(m_facts);
    layout->addWidget(m_basis, 1);
    QSizePolicy rest(QSizePolicy::Ignored, QSizePolicy::Preferred); // takes the remaining width
    rest.setRetainSizeWhenHidden(true);                             // so that the columns of the page do not move
    m_basis->setSizePolicy(rest);
    showRun(nullptr);
}

void RunFacts::showRun(const ShownRunPtr &run)
{
    QStringList facts;
    m_exercised.clear();
    if (run) {
        const auto &report = run->report;
        const auto &stall = run->figures.worstStall;
        facts << (run->lanes.workers.size() == 1 ? tr("1 worker") : tr("%1 workers").arg(run->lanes.workers.size()))
              << commandsText(run->figures) << (stall ? tr("worst stall %1").arg(shortTime(stall->length)) : tr("no stall above 10 ms"));
        if (!report.library.empty()) // seed and server are shown above the page
            facts << shownText(report.library, longestText);
        QStringList exercised;
        for (const auto &phrase : run->exercised)
            exercised << shownText(phrase);
        m_exercised = exercised.join(u", "_s);
    }
    m_facts->setText(facts.join(u"  ·  "_s));
    setAccessibleName(facts.join(u", "_s));
    tellBasis();
}

void RunFacts::setVeiled(bool veiled)
{
    m_veiled = veiled;
    tellBasis();
}

void RunFacts::tellBasis()
{
    const auto basis = tr("verdict from history only");
    m_leastBasis = fontMetrics().horizontalAdvance(basis);
    if (m_facts->text().isEmpty())
        m_basis->setText({});
    else
        m_basis->setText(m_exercised.isEmpty() || m_veiled ? basis : tr("%1 · exercised: %2").arg(basis, m_exercised));
    showBasis();
}

// Hidden if there is no space, because its first letters alone are useless.
void RunFacts::showBasis()
{
    const auto margins = contentsMargins() + layout()->contentsMargins();
    const int left = width() - margins.left() - margins.right() - m_facts->sizeHint().width() - layout()->spacing();
    m_basis->setVisible(left >= m_leastBasis);
}

void RunFacts::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    showBasis();
}

QString RunFacts::text() const { return m_facts->text(); }

} // namespace lockscope
