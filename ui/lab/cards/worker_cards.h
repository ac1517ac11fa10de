// SPDX-License-Identifier: MIT
// A column with a card for each worker. Of many workers it shows those that are worth a look at that moment, and those that a person has
// chosen; the others are counted. GUI thread.
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
    void setLive(bool live);                            ///< the run can be acted upon. A run that is played from its history cannot
    void setLease(lockcore::Milliseconds lease);

    void focusFirst();
    int usualHeight() const; ///< of as many cards as there are; what happens to their workers does not change it

    const QList<WorkerCard *> &cards() const { return m_cards; } ///< those that are visible, in their order
    QString others() const;                                      ///< what is said about the rest; empty: all have cards

signals:
    void actRequested(const lockcore::Fault &fault);
    void chosen(const QString &worker); ///< a person looks at this one

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
    QString m_chosen; ///< keeps its card, however little happens to it
    QList<WorkerCard *> m_cards, m_spare;
    QScrollArea *m_area;
    QVBoxLayout *m_column;
    ShadedLabel *m_others;
    QComboBox *m_names;
    ShadedLabel *m_hint;
};

} // namespace lockscope
