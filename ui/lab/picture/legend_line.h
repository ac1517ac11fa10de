// SPDX-License-Identifier: MIT
// One line that says what the signs of a picture mean, as far as they fit. GUI thread.
#pragma once

#include "ui/lab/player/shown_run.h"
#include "ui/report/timeline_legend.h"

#include <QWidget>

namespace lockscope {

class LegendLine final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LegendLine)

public:
    explicit LegendLine(QWidget *parent = nullptr);

    void showSamples(std::vector<LegendSample> samples);
    void showRun(const ShownRunPtr &run); ///< the signs that its lanes have; null: nothing

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    std::vector<LegendSample> m_samples;
};

} // namespace lockscope
