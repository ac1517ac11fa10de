// SPDX-License-Identifier: MIT
// The filter as it is written: terms that are finished, each a pill, and behind them the text that is being typed. To
// everybody else it is one plain text. What a term is and whether it is right is not this field's business. GUI thread.
//
//     [ttl<90s ×] [-kind:semaphore ×] order:4|
//
// Backspace at the beginning of the text makes it longer by the last pill, the left arrow goes among the pills, Ctrl+A turns
// all of it into text (and Escape back), Ctrl+C without a selection copies all.
#pragma once

#include <QStringList>
#include <QWidget>

class QAction;
class QLineEdit;

namespace lockscope {

class FlowLayout;
class ShadedLabel;
class TermPill;

class FilterField final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FilterField)

public:
    explicit FilterField(QWidget *parent = nullptr);

    void set(const QStringList &terms, const QString &typed); ///< emits typedChanged() if that has changed
    QStringList terms() const { return m_terms; }
    QString typed() const;
    QString whole() const; ///< all of it as text

    void focusText();
    void showComplaint(const QString &why); ///< empty: there is none
    int lineHeight() const;

signals:
    void typedChanged();
    void termsRemoved();
    void termsReopened(const QStringList &terms); ///< they are text again: the filter is still the same
    void entered(); ///< what is typed shall become terms

protected:
    bool eventFilter(QObject *object, QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void showPills();
    bool isRest(int index) const;
    void showPlaces();
    void recolour();
    void remove(int index);
    void reopen(int index);
    void reopenAll();
    void clearAll();
    bool handleKey(QKeyEvent *event);
    void showMenu(const QPoint &position);
    QList<TermPill *> shownPills() const;

    FlowLayout *m_flow;
    QLineEdit *m_text;
    ShadedLabel *m_complaint;
    QAction *m_clear;
    QStringList m_terms;
    QList<TermPill *> m_pills; ///< at least as many as are shown
    QString m_why;
    bool m_unfolded = false; ///< Ctrl+A made text of the terms, and nobody has changed it since
};

} // namespace lockscope
