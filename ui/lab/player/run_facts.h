// SPDX-License-Identifier: MIT
// One line about the shown run: its size, how undisturbed the machine was, and what is needed to repeat it. GUI thread.
#pragma once

#include "ui/lab/player/shown_run.h"

#include <QWidget>

namespace lockscope {

class ElidedLabel;

class RunFacts final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RunFacts)

public:
    explicit RunFacts(QWidget *parent = nullptr);

    void showRun(const ShownRunPtr &run); ///< null: nothing
    void setVeiled(bool veiled);          ///< guess first: the exercised properties are not shown
    QString text() const;

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void tellBasis();
    void showBasis();

    QString m_exercised;
    bool m_veiled = false;
    int m_leastBasis = 0; ///< px
    ElidedLabel *m_facts;
    ElidedLabel *m_basis; ///< the basis of the verdict
};

} // namespace lockscope
