// SPDX-License-Identifier: MIT
#include "ui/lab/cards/verdict_pair.h"

#include "ui/lab/player/verdict_shade.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/link_button.h"
#include "ui/widgets/theme.h"
#include "ui/words/shown_text.h"

#include <QGridLayout>
#include <QHBoxLayout>

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using namespace lockcore;

namespace {

using Shade = ShadedLabel::Shade;

struct Row
{
    Property property;
    const Verdict *upper = nullptr; ///< null: not tested
    const Verdict *lower = nullptr;
};

VerdictTone toneOf(const Verdict *verdict) { return verdict ? verdictTone(*verdict) : VerdictTone::Silent; }

bool differs(const Row &row)
{
    return !row.upper || !row.lower || row.upper->outcome != row.lower->outcome || toneOf(row.upper) != toneOf(row.lower);
}

const Verdict *testedIn(const ShownRun &run, Property property)
{
    const auto &verdicts = run.report.verdicts;
    const auto found = std::ranges::find(verdicts, property, &Verdict::property);
    return found == verdicts.end() || isSilent(*found) ? nullptr : &*found;
}

std::vector<Row> rowsOf(const ShownRun &upper, const ShownRun &lower)
{
    std::vector<Row> rows;
    for (const auto *run : {&upper, &lower}) {
        for (const auto &verdict : run->report.verdicts) {
            const Row row{verdict.property, testedIn(upper, verdict.property), testedIn(lower, verdict.property)};
            const bool isKnown = std::ranges::find(rows, row.property, &Row::property) != rows.end();
            if (!isKnown && (row.upper || row.lower))
                rows.push_back(row);
        }
    }
    std::ranges::stable_sort(rows, {},
                             [](const Row &row) { return std::pair(!differs(row), std::min(toneOf(row.upper), toneOf(row.lower))); });
    return rows;
}

ShadedLabel *plain(const QString &text, Shade shade, QWidget *parent)
{
    auto *label = new ShadedLabel(shade, parent);
    label->setTextFormat(Qt::PlainText);
    label->setText(text);
    return label;
}

ShadedLabel *strong(const QString &text, Shade shade, QWidget *parent)
{
    auto *label = plain(text, shade, parent);
    auto font = parent->font();
    font.setWeight(QFont::DemiBold);
    label->setFont(font);
    return label;
}

QString nameOf(const ShownRun &run)
{
    const auto &protocol = run.report.history.header.protocol;
    return shownText(protocol.empty() || protocol == "external" ? run.report.library : protocol, 40);
}

} // namespace

VerdictPair::VerdictPair(QWidget *parent)
    : QScrollArea(parent)
{
    setObjectName(u"verdictPair"_s);
    setAccessibleName(tr("The verdicts on both runs"));
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    setSizePolicy(policy);
}

void VerdictPair::show(const ShownRunPtr &upper, const ShownRunPtr &lower)
{
    setWidget(upper && lower ? makeContent(*upper, *lower) : new QWidget(this)); // deletes the one before
    updateGeometry();
}

QWidget *VerdictPair::makeContent(const ShownRun &upper, const ShownRun &lower)
{
    auto *content = new QWidget(this);
    auto *table = new QGridLayout(content);
    table->setContentsMargins(grid::group, grid::unit, grid::group, grid::unit);
    table->setHorizontalSpacing(grid::group);
    table->setVerticalSpacing(0);
    table->setColumnStretch(1, 1);
    table->setColumnStretch(2, 1);
    table->addWidget(strong(tr("above: %1").arg(nameOf(upper)), Shade::Text, content), 0, 1);
    table->addWidget(strong(tr("below: %1").arg(nameOf(lower)), Shade::Text, content), 0, 2);
    int line = 1;
    for (const auto &row : rowsOf(upper, lower)) {
        table->addWidget(plain(capitalised(propertyText(row.property)), differs(row) ? Shade::Text : Shade::Secondary, content), line, 0);
        table->addWidget(makeCell(row.upper, false, content), line, 1);
        table->addWidget(makeCell(row.lower, true, content), line, 2);
        ++line;
    }
    table->setRowStretch(line, 1);
    return content;
}

// The sign and the word are never cut; the sentence is whole in its tooltip.
QWidget *VerdictPair::makeCell(const Verdict *verdict, bool ofTheLower, QWidget *parent)
{
    auto *cell = new QWidget(parent);
    auto *layout = new QHBoxLayout(cell);
    layout->setContentsMargins({});
    layout->setSpacing(grid::spacing);
    if (!verdict) {
        layout->addWidget(plain(u"–"_s, Shade::Secondary, cell));
        layout->addStretch(1);
        return cell;
    }
    auto *outcome = strong(isAfterLease(*verdict) ? u"◷ "_s + tr("held, then outlived") : outcomeText(verdict->outcome),
                           shadeOf(verdictTone(*verdict)), cell);
    layout->addWidget(outcome);
    auto *sentence = new ElidedLabel(Shade::Secondary, cell);
    sentence->setElides(Qt::ElideRight);
    sentence->setFewest(0);
    sentence->setText(sentenceText(*verdict));
    outcome->setAccessibleName(outcome->text() + u": "_s + sentence->text());
    layout->addWidget(sentence, 1);
    if (!verdict->events.empty()) {
        const auto number = verdict->events.back();
        auto *link = new LinkButton(u"#%1"_s.arg(number), cell);
        link->setToolTip(tr("Show the event that completes the proof"));
        connect(link, &QAbstractButton::clicked, this, [this, ofTheLower, number] { emit entryChosen(ofTheLower, number); });
        layout->addWidget(link);
    }
    return cell;
}

void VerdictPair::setMostHeight(int height)
{
    if (std::exchange(m_mostHeight, height) != height)
        updateGeometry();
}

QSize VerdictPair::sizeHint() const
{
    const auto wanted = widget() ? widget()->sizeHint() : QSize();
    return {wanted.width(), m_mostHeight > 0 ? std::min(wanted.height(), m_mostHeight) : wanted.height()};
}

QSize VerdictPair::minimumSizeHint() const
{
    constexpr int fewestLines = 5; // the names, and some properties
    return {fontMetrics().averageCharWidth() * 40,
            std::min(sizeHint().height(), fewestLines * fontMetrics().lineSpacing() + 2 * grid::unit)};
}

} // namespace lockscope
