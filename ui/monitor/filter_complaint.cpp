// SPDX-License-Identifier: MIT
#include "ui/monitor/filter_complaint.h"

#include "ui/widgets/link_button.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/wrapped_text.h"

#include <QPainter>
#include <QVBoxLayout>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int mostOffered = 80; // characters

} // namespace

FilterComplaint::FilterComplaint(QWidget *over)
    : QWidget(over)
    , m_sentence(new WrappedText(this))
    , m_repair(new LinkButton({}, this))
{
    setObjectName(u"complaint"_s);
    m_sentence->setAccessibleName(tr("Why the filter is wrong"));
    m_sentence->setFocusPolicy(Qt::ClickFocus);
    m_repair->setObjectName(u"repairFilter"_s);
    m_repair->setCursor(Qt::PointingHandCursor);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(grid::spacing + grid::unit, grid::spacing, grid::spacing + grid::unit, grid::spacing);
    layout->setSpacing(grid::unit);
    layout->addWidget(m_sentence);
    layout->addWidget(m_repair);
    connect(m_repair, &QAbstractButton::clicked, this, [this] { emit repairWanted(m_repaired); });
    hide();
}

void FilterComplaint::set(const QString &sentence, const QString &repaired)
{
    m_sentence->showText(u"✕ "_s + sentence, font(), ShadedLabel::Shade::Danger);
    m_repaired = repaired;
    m_repair->setVisible(!repaired.isEmpty());
    const auto offered = repaired.size() > mostOffered ? repaired.left(mostOffered) + u'…' : repaired;
    m_repair->setText(tr("Use this instead: %1").arg(offered));
    m_repair->setAccessibleName(m_repair->text());
    m_repair->updateGeometry();
}

void FilterComplaint::placeBelow(const QWidget *field)
{
    const auto corner = field->mapTo(parentWidget(), QPoint(0, field->height()));
    const int width = qMin(field->width(), parentWidget()->width() - corner.x() - grid::group);
    setGeometry(corner.x(), corner.y() + grid::unit, width, layout()->heightForWidth(width));
    raise();
}

bool FilterComplaint::focusNextPrevChild(bool next)
{
    emit left(next);
    return true;
}

void FilterComplaint::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const auto &shades = shadesOf(palette());
    painter.fillRect(rect(), palette().color(QPalette::Base));
    painter.setPen(shades.danger);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

} // namespace lockscope
