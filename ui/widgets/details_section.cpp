// SPDX-License-Identifier: MIT
#include "ui/widgets/details_section.h"

#include "ui/widgets/captions.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/glossary.h"
#include "ui/widgets/owner_swatch.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/wrapped_text.h"

#include <QGridLayout>

#include <algorithm>
#include <utility>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

namespace {

ShadedLabel::Shade shadeOf(Fact::KeySnapshot look)
{
    switch (look) {
    case Fact::KeySnapshot::Plain:
    case Fact::KeySnapshot::Key: break;
    case Fact::KeySnapshot::Warning: return ShadedLabel::Shade::Warning;
    case Fact::KeySnapshot::Danger: return ShadedLabel::Shade::Danger;
    case Fact::KeySnapshot::Light: return ShadedLabel::Shade::Secondary;
    }
    return ShadedLabel::Shade::Text;
}

} // namespace

DetailsSection::DetailsSection(const QString &caption, QWidget *parent)
    : QWidget(parent)
    , m_grid(new QGridLayout)
    , m_head(new FlowLayout)
    , m_caption(makeCaption(caption, this))
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, grid::group, 0, 0);
    layout->setSpacing(grid::spacing);
    m_head->setSpacing(grid::spacing);
    layout->addLayout(m_head);
    m_head->insertWidget(0, m_caption);
    layout->addLayout(m_grid);
    m_grid->setHorizontalSpacing(grid::unit + 2);
    m_grid->setVerticalSpacing(grid::unit);
    m_grid->setColumnStretch(1, 1);
}

void DetailsSection::setCaption(const QString &caption)
{
    if (m_caption->text() != caption)
        m_caption->setText(caption);
}

void DetailsSection::setCaptionTerm(const QString &term) { setTerm(m_caption, term); }

void DetailsSection::setCaptionWidget(QWidget *widget)
{
    m_head->insertWidget(1, widget);
    m_last = widget;
}

DetailsSection::Line DetailsSection::makeLine()
{
    Line line{new ShadedLabel(ShadedLabel::Shade::Secondary, this), new WrappedText(this), new OwnerSwatch(this), new QHBoxLayout};
    if (m_passedByTab)
        line.text->setFocusPolicy(Qt::ClickFocus);
    else
        reachByTab(line.text);
    line.value->setSpacing(6);
    line.value->addWidget(line.swatch, 0, Qt::AlignTop);
    line.value->addWidget(line.text, 1);
    const int row = 2 * static_cast<int>(m_lines.size()); // the next row is for a value below its label
    m_grid->addWidget(line.label, row, 0, Qt::AlignTop);
    m_grid->addLayout(line.value, row, 1);
    return line;
}

// Lines are created on demand, and Tab would reach them last. Qt orders only reachable widgets, so the first text follows the widget before
// the whole section.
void DetailsSection::reachByTab(QWidget *text)
{
    auto *before = m_last ? m_last : previousInFocusChain();
    while (before != this && before->focusPolicy() == Qt::NoFocus)
        before = before->previousInFocusChain();
    setTabOrder(before, text);
    m_last = text;
}

int DetailsSection::labelWidth() const { return fontMetrics().averageCharWidth() * 13; }

// In a narrow section, a key that would be broken next to its label gets a separate line, and so does a value next to a long label.
bool DetailsSection::wantsLine(const Line &line) const
{
    if (line.wide)
        return true;
    if (line.label->isHidden() || line.text->isHidden() || width() > 4 * labelWidth())
        return false;
    if (line.label->sizeHint().width() + grid::unit + labelWidth() > width())
        return true;
    if (line.text->font() == font())
        return false;
    const int swatch = line.swatch->isHidden() ? 0 : line.swatch->width() + 6;
    return line.text->fontMetrics().horizontalAdvance(line.text->toPlainText()) > width() - labelWidth() - grid::unit - swatch;
}

void DetailsSection::place()
{
    for (qsizetype i = 0; i < m_lines.size(); ++i) {
        auto &line = m_lines[i];
        const bool below = wantsLine(line);
        if (std::exchange(line.below, below) == below)
            continue;
        m_grid->removeItem(line.value);
        m_grid->removeWidget(line.label);
        line.value->setParent(nullptr); // otherwise the grid refuses it
        const int row = 2 * static_cast<int>(i);
        m_grid->addWidget(line.label, row, 0, 1, below ? 2 : 1, Qt::AlignTop);
        if (below)
            m_grid->addLayout(line.value, row + 1, 0, 1, 2);
        else
            m_grid->addLayout(line.value, row, 1);
    }
}

void DetailsSection::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    place();
}

void DetailsSection::fill(Line &line, const Fact &fact)
{
    line.wide = fact.wide;
    line.label->setText(fact.label);
    line.label->setVisible(!fact.label.isEmpty());
    setTerm(line.label, fact.term);
    line.swatch->setColour(fact.colour);
    line.text->showText(fact.text, fact.look == Fact::KeySnapshot::Key ? fixedFont(font()) : font(), shadeOf(fact.look));
    line.text->setAccessibleName(fact.label.isEmpty() ? fact.text : u"%1: %2"_s.arg(fact.label, fact.text));
    line.text->setVisible(true);
}

void DetailsSection::setFacts(const QList<Fact> &facts)
{
    while (m_lines.size() < facts.size())
        m_lines << makeLine();
    for (qsizetype i = 0; i < m_lines.size(); ++i) {
        if (i < facts.size()) {
            fill(m_lines[i], facts[i]);
            continue;
        }
        m_lines[i].label->hide();
        m_lines[i].text->hide();
        m_lines[i].swatch->setColour(-1);
    }
    const bool labelled = std::ranges::any_of(facts, [](const Fact &fact) { return !fact.label.isEmpty(); });
    m_grid->setColumnMinimumWidth(0, labelled ? labelWidth() : 0);
    m_grid->setHorizontalSpacing(labelled ? grid::unit : 0);
    place();
    setVisible(!facts.isEmpty());
}

} // namespace lockscope
