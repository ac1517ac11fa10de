// SPDX-License-Identifier: MIT
#include "ui/lab/cards/verdict_card.h"

#include "lockcore/report/pitfall.h"
#include "ui/lab/player/verdict_shade.h"
#include "ui/report/verdict_tips.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/focus_ring.h"
#include "ui/widgets/link_button.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/tool_tip.h"
#include "ui/widgets/wrapped_text.h"
#include "ui/words/shown_text.h"

#include <QKeyEvent>
#include <QVBoxLayout>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;
using Shade = ShadedLabel::Shade;

namespace {

constexpr std::size_t mostLinks = 6;
constexpr std::size_t longestText = 400;

QString shown(const std::string &text) { return capitalised(shownText(text, longestText)); }

QFont boldFont(QFont font)
{
    font.setWeight(QFont::DemiBold);
    return font;
}

// `✗ Ownership: violated`.
QString titleOf(const Verdict &verdict)
{
    const auto outcome = outcomeText(verdict);
    auto title = outcome.section(u' ', 0, 0) + u' ' + capitalised(propertyText(verdict.property));
    if (verdict.property == Property::LeaseOutlived && verdict.outcome == Outcome::Outlived)
        return title;
    if (verdict.property == Property::LeaseOutlived && verdict.outcome == Outcome::Held) // "lease outlived: held" would be unclear
        return outcome.section(u' ', 0, 0) + u' ' + VerdictCard::tr("Lease not outlived");
    return title + u": "_s + (isAfterLease(verdict) ? VerdictCard::tr("held while the lease lasted") : outcome.section(u' ', 1));
}

QString pitfallText(const Verdict &verdict)
{
    const auto title = pitfallTitle(verdict.pitfall);
    return shownText(verdict.pitfall) + (title.empty() ? QString() : u" · "_s + shownText(title));
}

WrappedText *addText(QVBoxLayout *layout, const QString &text, const QFont &font, Shade shade)
{
    if (text.isEmpty())
        return nullptr;
    auto *label = new WrappedText(layout->parentWidget());
    label->setFocusPolicy(Qt::ClickFocus); // the arrow keys move between the cards
    label->showText(text, font, shade);
    layout->addWidget(label);
    return label;
}

} // namespace

VerdictCard::VerdictCard(const Verdict &verdict, const QString &expectation, QWidget *parent)
    : QWidget(parent)
    , m_verdict(verdict)
{
    setFocusPolicy(Qt::StrongFocus);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(grid::spacing, grid::spacing, grid::spacing, grid::spacing);
    layout->setSpacing(grid::unit);
    const auto title = titleOf(verdict);
    auto *heading = addText(layout, title, boldFont(font()), shadeOf(verdictTone(verdict)));
    heading->setObjectName(u"title"_s);
    setPlainToolTip(heading, verdictTip(verdict));
    addText(layout, shown(verdict.sentence), font(), Shade::Text);
    addText(layout, shown(verdict.note), font(), Shade::Secondary);
    if (auto *pitfall = addText(layout, verdict.pitfall.empty() ? QString() : pitfallText(verdict), font(), Shade::Secondary)) {
        pitfall->setObjectName(u"pitfall"_s);
        setPlainToolTip(pitfall, pitfallTip(verdict.pitfall));
    }
    addText(layout, capitalised(expectation), font(), Shade::Warning);
    if (auto *links = makeLinks())
        layout->addWidget(links);
    layout->addStretch();
    setAccessibleName(title);
    setAccessibleDescription(shown(verdict.sentence));
    new FocusRing(this);
}

QWidget *VerdictCard::makeLinks()
{
    const bool canRepeat = m_verdict.outcome == Outcome::Inconclusive;
    if (m_verdict.events.empty() && !canRepeat)
        return nullptr;
    auto *links = new QWidget(this);
    auto *flow = new FlowLayout(links);
    flow->setContentsMargins(0, 0, 0, 0);
    flow->setSpacing(grid::spacing);
    const auto add = [&](const QString &text, const QString &name) {
        auto *link = new LinkButton(text, links);
        link->setAccessibleName(name);
        link->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
        flow->addWidget(link);
        return link;
    };
    for (std::size_t i = 0; i < std::min(m_verdict.events.size(), mostLinks); ++i) {
        const auto number = m_verdict.events[i];
        const auto text = u'#' + QString::number(number);
        connect(add(text, tr("Show entry %1").arg(number)), &LinkButton::clicked, this, [this, number] { emit entryChosen(number); });
    }
    const auto more = m_verdict.events.size() - std::min(m_verdict.events.size(), mostLinks) + m_verdict.more;
    if (more > 0) {
        auto *label = new ShadedLabel(Shade::Secondary, links);
        label->setText(tr("and %1 more").arg(more));
        flow->addWidget(label);
    }
    if (canRepeat)
        connect(add(tr("Run again"), tr("Run again")), &LinkButton::clicked, this, &VerdictCard::runAgainRequested);
    return links;
}

void VerdictCard::keyPressEvent(QKeyEvent *event)
{
    const bool enters = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (enters && proof() != 0) {
        emit entryChosen(proof());
        return;
    }
    QWidget::keyPressEvent(event);
}

void VerdictCard::mousePressEvent(QMouseEvent *event)
{
    setFocus(Qt::MouseFocusReason);
    QWidget::mousePressEvent(event);
}

} // namespace lockscope
