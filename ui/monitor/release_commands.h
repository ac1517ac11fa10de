// SPDX-License-Identifier: MIT
// The commands of a release as redis-cli reads them, and below them, folded, the script that is sent. Each can be copied as a whole.
#pragma once

#include "ui/monitor/release_attempt.h"
#include "ui/widgets/details_section.h"

class QPlainTextEdit;
class QToolButton;

namespace lockscope {

class ReleaseCommands final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ReleaseCommands)

public:
    explicit ReleaseCommands(QWidget *parent = nullptr);

    void showPlan(const lockcore::ReleasePlan &plan, const QString &caption);

signals:
    void unfolded(QWidget *script);

private:
    void fold(bool open);
    void addCopy(QToolButton *button, QString (*text)(const lockcore::ReleasePlan &));

    DetailsSection *m_lines;
    QToolButton *m_copy;
    QToolButton *m_fold;
    QToolButton *m_copyScript;
    QPlainTextEdit *m_script;
    lockcore::ReleasePlan m_plan;
};

} // namespace lockscope
