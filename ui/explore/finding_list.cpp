// SPDX-License-Identifier: MIT
#include "ui/explore/finding_list.h"

#include "ui/widgets/figures.h"
#include "ui/widgets/focus_ring.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/tool_tip.h"

#include <QPainter>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using lockcore::explorer::Verdict;
using Look = FindingModel::Look;

namespace {

QString glyphOf(Look look)
{
    switch (look) {
    case Look::Violated:
    case Look::Inner: return u"✗"_s;
    case Look::Held: return u"✓"_s;
    case Look::Open: return u"–"_s;
    case Look::Heading:
    case Look::Group: return {};
    }
    return {};
}

QColor colourOf(Look look, const QPalette &palette)
{
    const auto &shades = shadesOf(palette);
    if (look == Look::Group)
        return palette.color(QPalette::Text);
    return look == Look::Violated || look == Look::Inner ? shades.danger : look == Look::Held ? shades.good : shades.secondary;
}

// Two lines: the name with its glyph, and the verdict.
class FindingDelegate final : public PlainDelegate
{
public:
    using PlainDelegate::PlainDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const auto look = static_cast<Look>(index.data(FindingModel::LookRole).toInt());
        const auto place = option.rect.adjusted(grid::group, grid::unit, -grid::group, -grid::unit);
        const auto sentence = index.data(FindingModel::SentenceRole).toString();
        const int line = option.fontMetrics.height();
        painter->save();
        if (option.state.testFlag(QStyle::State_Selected))
            painter->fillRect(option.rect, shadesOf(option.palette).selected);
        auto font = option.font;
        font.setWeight(look == Look::Heading || look == Look::Inner ? QFont::Normal : QFont::DemiBold);
        painter->setFont(font);
        painter->setPen(colourOf(look, option.palette));
        const QFontMetrics strong(font);
        const int glyph = strong.horizontalAdvance(u"✓ "_s);
        const int left = place.left() + (look == Look::Inner ? glyph : 0);
        painter->drawText(QRect(left, place.top(), glyph, line), Qt::AlignLeft | Qt::AlignVCenter, glyphOf(look));
        const int indent = left - place.left() + (look == Look::Heading ? 0 : glyph);
        const QRect title(place.left() + indent, place.top(), place.width() - indent, line);
        painter->drawText(title, Qt::AlignLeft | Qt::AlignVCenter,
                          strong.elidedText(index.data().toString(), Qt::ElideRight, title.width()));
        if (!sentence.isEmpty()) {
            painter->setFont(option.font);
            painter->setPen(shadesOf(option.palette).secondary);
            const auto below = title.translated(0, line);
            painter->drawText(below, Qt::AlignLeft | Qt::AlignVCenter,
                              option.fontMetrics.elidedText(sentence, Qt::ElideRight, below.width()));
        }
        painter->restore();
    }

    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const int lines = index.data(FindingModel::SentenceRole).toString().isEmpty() ? 1 : 2;
        const bool isHeading = index.data(FindingModel::LookRole).toInt() == static_cast<int>(Look::Heading);
        return {option.fontMetrics.averageCharWidth() * 20,
                option.fontMetrics.height() * lines + 2 * grid::unit + (isHeading ? grid::spacing : 0)};
    }
};

} // namespace

void FindingModel::show(const ExploreResultPtr &result)
{
    beginResetModel();
    m_result = result;
    m_entries.clear();
    for (const auto &finding : result ? result->findings : QList<ExploreFinding>()) {
        const auto look = finding.verdict == Verdict::Violated ? Look::Violated
                          : finding.verdict == Verdict::Held   ? Look::Held
                                                               : Look::Open;
        const bool isSure = look != Look::Held || result->isComplete;
        m_entries << Entry{
            finding.title, isSure ? finding.sentence : tr("nothing found yet, not complete"), isSure ? look : Look::Open, nullptr, {}};
    }
    for (qsizetype i = 0; i < m_entries.size(); ++i) {
        if (!result->findings[i].trace.isEmpty())
            m_entries[i].finding = &result->findings[i];
    }
    if (result && result->hasFrontier)
        m_entries << Entry{result->frontier.isEmpty() ? tr("What else breaks it: being searched …") : tr("What else breaks it"),
                           {},
                           Look::Heading,
                           nullptr,
                           {}};
    for (const auto &row : result ? result->frontier : QList<ExploreRow>()) {
        if (row.findings.isEmpty())
            m_entries << Entry{row.what,
                               row.isComplete ? tr("breaks nothing") : tr("not complete"),
                               row.isComplete ? Look::Held : Look::Open,
                               nullptr,
                               {}};
        else
            m_entries << Entry{row.what, {}, Look::Group, nullptr, {}};
        for (const auto &finding : row.findings)
            m_entries << Entry{finding.title, {}, Look::Inner, &finding, row.what};
    }
    endResetModel();
}

const ExploreFinding *FindingModel::findingAt(int row) const
{
    return row >= 0 && row < m_entries.size() ? m_entries[row].finding : nullptr;
}

int FindingModel::firstViolation() const
{
    for (int row = 0; row < m_entries.size(); ++row) {
        if (m_entries[row].finding)
            return row;
    }
    return -1;
}

int FindingModel::rowCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : static_cast<int>(m_entries.size()); }

QVariant FindingModel::data(const QModelIndex &index, int role) const
{
    const auto &entry = m_entries[index.row()];
    switch (role) {
    case Qt::DisplayRole: return entry.title;
    case Qt::ToolTipRole:
    case Qt::AccessibleTextRole:
        return entry.look == Look::Inner  ? entry.group + u": "_s + entry.title
               : entry.sentence.isEmpty() ? entry.title
                                          : entry.title + u": "_s + entry.sentence;
    case LookRole: return static_cast<int>(entry.look);
    case SentenceRole: return entry.sentence;
    default: return {};
    }
}

Qt::ItemFlags FindingModel::flags(const QModelIndex &index) const
{
    if (!index.isValid())
        return Qt::NoItemFlags;
    const auto look = m_entries[index.row()].look;
    return look == Look::Heading || look == Look::Group ? Qt::ItemIsEnabled : Qt::ItemIsEnabled | Qt::ItemIsSelectable;
}

FindingList::FindingList(QWidget *parent)
    : QListView(parent)
    , m_findings(new FindingModel(this))
{
    setObjectName(u"findings"_s);
    setAccessibleName(tr("Verdicts, and what else breaks the lock"));
    setModel(m_findings);
    setItemDelegate(new FindingDelegate(this));
    setFrameShape(QFrame::NoFrame);
    setEditTriggers(NoEditTriggers);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    new FocusRing(this);
}

void FindingList::currentChanged(const QModelIndex &current, const QModelIndex &previous)
{
    QListView::currentChanged(current, previous);
    if (current.isValid())
        emit chosen(current.row());
}

} // namespace lockscope
