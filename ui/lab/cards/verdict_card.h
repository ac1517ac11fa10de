// SPDX-License-Identifier: MIT
// The judge's verdict on one property: sign, word, a sentence, and links to the entries that prove it. GUI thread.
#pragma once

#include "lockcore/judge/verdict.h"
#include "ui/widgets/captions.h"

#include <QWidget>

namespace lockscope {

class VerdictCard final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(VerdictCard)

public:
    /// `expectation`: a sentence if the scenario expects another verdict, otherwise empty.
    VerdictCard(const lockcore::Verdict &verdict, const QString &expectation, QWidget *parent = nullptr);

    lockcore::Property property() const { return m_verdict.property; }
    std::uint64_t proof() const { return m_verdict.events.empty() ? 0 : m_verdict.events.back(); } ///< the last entry of the proof; 0: none

signals:
    void entryChosen(quint64 number);
    void runAgainRequested();

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;

private:
    QWidget *makeLinks();

    const lockcore::Verdict m_verdict;
};

} // namespace lockscope
