// SPDX-License-Identifier: MIT
#include "ui/lab/cards/stock_card.h"

#include "ui/report/verdict_words.h"
#include "ui/widgets/captions.h"
#include "ui/widgets/figure_label.h"
#include "ui/widgets/focus_ring.h"
#include "ui/widgets/theme.h"
#include "ui/words/shown_text.h"

#include <QVBoxLayout>

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

StockCard::StockCard(QWidget *parent)
    : QWidget(parent)
    , m_title(new FigureLabel(this))
    , m_rest(new ShadedLabel(ShadedLabel::Shade::Text, this))
{
    setFocusPolicy(Qt::StrongFocus);
    auto bold = m_title->font();
    bold.setWeight(QFont::DemiBold);
    m_title->setFont(bold);
    m_title->setObjectName(u"sold"_s);
    m_rest->setObjectName(u"left"_s);
    m_rest->setWordWrap(true);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(grid::spacing, grid::spacing, grid::spacing, grid::spacing);
    layout->setSpacing(grid::unit);
    layout->addWidget(m_title);
    layout->addWidget(m_rest);
    layout->addStretch();
    new FocusRing(this);
    hide();
}

void StockCard::setStock(std::optional<std::int64_t> atFirst)
{
    m_atFirst = atFirst;
    setVisible(atFirst.has_value());
    if (atFirst) {
        lockcore::RunMoment first;
        first.stock = atFirst;
        showMoment(first);
    }
}

void StockCard::showMoment(const lockcore::RunMoment &moment)
{
    if (!m_atFirst)
        return;
    const bool oversold = moment.sold > *m_atFirst;
    const auto left = moment.stock.value_or(*m_atFirst);
    const auto twice = moment.sold - (*m_atFirst - left); // items sold twice, because a lost update restored them
    auto title = tr("sold %1 of %2").arg(moment.sold).arg(*m_atFirst);
    if (!moment.resource.empty())
        title = tr("%1 (%2)").arg(title, shownText(moment.resource, 24));
    m_title->setShade(oversold ? FigureLabel::Shade::Danger : FigureLabel::Shade::Text);
    m_title->setText(oversold ? u"✗ "_s + capitalised(title) : capitalised(title));
    const auto rest = twice > 0 ? tr("The shelf says that %1 are left: %n sold twice.", nullptr,
                                     static_cast<int>(std::min<std::int64_t>(twice, 1'000'000)))
                                      .arg(left)
                                : tr("%1 left").arg(left);
    if (m_rest->text() != rest)
        m_rest->setText(rest);
    m_rest->setShade(twice > 0 ? ShadedLabel::Shade::Danger : ShadedLabel::Shade::Secondary);
    setAccessibleName(tr("Stock: %1. %2").arg(title, rest));
}

QString StockCard::text() const { return m_title->text(); }

} // namespace lockscope
