// SPDX-License-Identifier: MIT
// Narrows table and events, and shows how many rows remain. A filter with a syntax error turns the field red, shows why and what to write
// instead, and is never applied: the last valid text stays in force. A word that is not a field name is searched for as text, and the field says so. The
// filter is not saved: each start shows every lock. GUI thread.
#pragma once

#include "lockcore/monitor/filter/filter.h"
#include "lockcore/monitor/model/possible_locks.h"

#include <QTimer>
#include <QWidget>

namespace lockscope {

class FigureLabel;
class FilterComplaint;
class FilterField;
class LinkButton;
class ShadedLabel;

class FilterBar final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FilterBar)

public:
    /// `page`: the complaint about a wrong filter lies over its contents; null: over the bar itself.
    explicit FilterBar(QWidget *page = nullptr);
    ~FilterBar() override;

    void setText(const QString &expression); ///< each valid term becomes a pill
    void addTerm(const QString &term);       ///< adds the term if it is not there yet
    QString text() const;                    ///< pills and typed text, valid or not
    void focusField();

    /// `held`: the order is kept although it is no longer correct. `newcomers`: locks that are at the end for that reason.
    void showCounts(int shown, int all, bool held, int newcomers);
    void showPossible(const lockcore::PossibleLocks &possible); ///< after the counts: "6 possible"

    bool isWrong() const { return !m_why.isEmpty(); }
    QString complaint() const { return m_why; }

signals:
    void filterChanged(const lockcore::Filter &filter);
    void possibleWanted();
    void leftDownwards(); ///< by the Down key: to what the filter has found

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    bool focusNextPrevChild(bool next) override;
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void typed();
    void settle();
    void fold();
    void showComplaint();

    FilterField *m_field;
    FilterComplaint *m_complaint;
    ShadedLabel *m_order;
    FigureLabel *m_counts;
    ShadedLabel *m_dot; ///< between the two counts
    LinkButton *m_possible;
    QTimer m_pause;
    QString m_why;
    QString m_right; ///< the last valid typed text; it applies together with the pills
    std::string m_applied;
};

} // namespace lockscope
