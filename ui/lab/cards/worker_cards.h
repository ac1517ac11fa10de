// SPDX-License-Identifier: MIT
// A column with a card for each worker. If there are many workers, it shows those that matter most at the moment and those that the user
// has chosen, and counts the others. GUI thread.
#pragma once

#include "lockcore/lab/scenario/scenario.h"
#include "lockcore/report/moments.h"

#include <QList>
#include <QWidget>

class QComboBox;
class QScrollArea;
class QVBoxLayout;

namespace lockscope {

class ShadedLabel;
class WorkerCard;

class WorkerCards final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(WorkerCards)

public:
    static constexpr std::size_t mostCards = 12;

    explicit WorkerCards(QWidget *parent = nullptr);

    void showMoment(const lockcore::RunMoment &moment); ///< the colour of a worker is that of its index
    void setLive(bool live);                            ///< the user can act on the run; not if it is played from its history
    void setLease(lockcore::Milliseconds lease);

    void focusFirst();
    int usualHeight() const; ///< height for all cards in their normal state; it does not change with the state of the workers

    const QList<WorkerCard *> &cards() const { return m_cards; } ///< the visible cards, in the order shown
    QString others() const;                                      ///< a sentence about the workers without a card; empty: all have one

signals:
    void actRequested(const lockcore::Fault &fault);
    void chosen(const QString &worker); ///< the user looks at this worker

protected:
    bool eventFilter(QObject *object, QEvent *event) override;

private:
    std::vector<std::size_t> shownOf(const lockcore::RunMoment &moment) const;
    WorkerCard *addCard();
    void countOthers(const lockcore::RunMoment &moment, const std::vector<std::size_t> &shown);
    void offerNames(const lockcore::RunMoment &moment);
    void choose(int index);
    void moveFocus(int direction);

    lockcore::RunMoment m_moment;
    lockcore::Milliseconds m_lease{400};
    bool m_live = false;
    QString m_chosen; ///< keeps its card even if nothing happens to it
    QList<WorkerCard *> m_cards, m_spare;
    QScrollArea *m_area;
    QVBoxLayout *m_column;
    ShadedLabel *m_others;
    QComboBox *m_names;
    ShadedLabel *m_hint;
};

} // namespace lockscope
