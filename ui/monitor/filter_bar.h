// SPDX-License-Identifier: MIT
// The field that narrows the table. What does not parse turns it red, says why, and is never applied: the table keeps the
// last filter that was right.
#pragma once

#include "monitor/filter.h"

#include <QTimer>
#include <QWidget>

class QAction;
class QLineEdit;

namespace lockscope {

class FigureLabel;
class ShadedLabel;

class FilterBar final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FilterBar)

public:
    explicit FilterBar(QWidget *parent = nullptr);

    void setText(const QString &expression);
    void addTerm(const QString &term); ///< beside what stands there
    QString text() const;
    void focusField();

    /// `held`: the order stands still although it is no longer right.
    void showCounts(int shown, int all, bool held);

    bool isWrong() const { return !m_why.isEmpty(); }
    QString complaint() const { return m_why; }

signals:
    void filterChanged(const lockcore::Filter &filter);

protected:
    void changeEvent(QEvent *event) override;
    bool eventFilter(QObject *object, QEvent *event) override;

private:
    void edited(const QString &expression);
    void settle();
    void recolour();

    QLineEdit *m_field;
    ShadedLabel *m_complaint;
    ShadedLabel *m_order;
    FigureLabel *m_counts;
    QAction *m_icon;
    QTimer m_pause;
    QString m_why;
    std::string m_applied;
};

} // namespace lockscope
