// SPDX-License-Identifier: MIT
// The filter as it is written: finished terms as pills, followed by the text being typed. To all other code it is one plain text. The field
// does not know whether a term is valid. GUI thread.
//
//     [ttl<90s ×] [-kind:semaphore ×] order:4|
//
// Backspace at the beginning of the text turns the last pill back into text, the left arrow moves to the pills, Ctrl+A turns
// all pills into text (Escape reverts that), Ctrl+C without a selection copies all.
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

    void set(const QStringList &terms, const QString &typed); ///< emits typedChanged() if the text changed
    QStringList terms() const { return m_terms; }
    QString typed() const;
    QString whole() const; ///< the whole filter as text

    void focusText();
    void showComplaint(const QString &why, const QString &note); ///< why it is wrong, or how it was read; empty: no message
    void setComplaintElsewhere(bool elsewhere);                  ///< the whole sentence is shown elsewhere
    int lineHeight() const;

signals:
    void typedChanged();
    void termsRemoved();
    void termsReopened(const QStringList &terms); ///< the pills are text again; the filter is unchanged
    void entered();                               ///< the user wants to turn the typed text into terms
    void leftDownwards();                         ///< by the Down key

protected:
    bool eventFilter(QObject *object, QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    static QString help();
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
    QString m_note;
    bool m_complaintElsewhere = false;
    bool m_unfolded = false; ///< Ctrl+A turned the terms into text, and the text has not changed since
};

} // namespace lockscope
