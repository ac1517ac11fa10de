// SPDX-License-Identifier: MIT
// The words of docs/glossary.md in the window: one source for both. GUI thread.
#pragma once

#include <QDialog>

class QLineEdit;
class QTextBrowser;

namespace lockscope {

/// What a term means, as plain text; empty: it is not in the glossary.
QString meaningOf(const QString &term);

/// Hovered, the widget shows what the term means; clicked, it opens the glossary there. An empty or unknown term removes that.
void setTerm(QWidget *widget, const QString &term);

class GlossaryDialog final : public QDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(GlossaryDialog)

public:
    /// One for each window. `term`: where to begin; empty: at the beginning.
    static GlossaryDialog *open(QWidget *anyOfWindow, const QString &term = {});

    void goTo(const QString &term); ///< among all entries

protected:
    void changeEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    explicit GlossaryDialog(QWidget *window);

    void showEntries();

    QLineEdit *m_search; ///< only entries that contain its text are shown
    QTextBrowser *m_text;
    QString m_term;
};

} // namespace lockscope
