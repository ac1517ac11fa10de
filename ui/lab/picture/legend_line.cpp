// SPDX-License-Identifier: MIT
#include "ui/lab/picture/legend_line.h"

#include "ui/lab/picture/painter_canvas.h"
#include "ui/widgets/theme.h"

#include <QPainter>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

LegendLine::LegendLine(QWidget *parent)
    : QWidget(parent)
{
    setObjectName(u"legend"_s);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void LegendLine::showRun(const ShownRunPtr &run) { showSamples(run ? timelineLegend(run->lanes) : std::vector<LegendSample>()); }

void LegendLine::showSamples(std::vector<LegendSample> samples)
{
    m_samples = std::move(samples);
    QStringList texts;
    for (const auto &sample : m_samples)
        texts << sample.text;
    setAccessibleName(tr("Legend: %1").arg(texts.join(u", "_s)));
    update();
}

QSize LegendLine::sizeHint() const { return {0, static_cast<int>((legendLine + 4) * PainterCanvas::scaleOf(font()))}; }

void LegendLine::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), palette().color(QPalette::Window)); // lanes that reached further down would stay in sight
    PainterCanvas canvas(&painter, palette(), font());
    paintLegend(canvas, m_samples, grid::group / canvas.scale(), (width() - grid::group) / canvas.scale(), -4, 1);
}

} // namespace lockscope
