// SPDX-License-Identifier: MIT
// The verdicts on two runs side by side: a row for each property that one of them has tested, what differs first. GUI thread.
#pragma once

#include "ui/lab/player/shown_run.h"

#include <QScrollArea>

namespace lockscope {

class VerdictPair final : public QScrollArea
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(VerdictPair)

public:
    explicit VerdictPair(QWidget *parent = nullptr);

    void show(const ShownRunPtr &upper, const ShownRunPtr &lower); ///< if one is null: nothing
    using QScrollArea::show;

    void setMostHeight(int height); ///< px; higher content scrolls. 0: no limit

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void entryChosen(bool ofTheLower, quint64 number); ///< the last event of a proof

private:
    QWidget *makeContent(const ShownRun &upper, const ShownRun &lower);
    QWidget *makeCell(const lockcore::Verdict *verdict, bool ofTheLower, QWidget *parent);

    int m_mostHeight = 0;
};

} // namespace lockscope
