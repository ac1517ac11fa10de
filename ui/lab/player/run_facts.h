// SPDX-License-Identifier: MIT
// One line about the run that is shown: how large it was, how quiet the machine, what it can be repeated with. GUI thread.
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
    void setVeiled(bool veiled);          ///< guess first: what was exercised is not said
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
    ElidedLabel *m_basis; ///< of the verdict
};

} // namespace lockscope
