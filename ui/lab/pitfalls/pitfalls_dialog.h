// SPDX-License-Identifier: MIT
// Help, Pitfalls: the catalogue of pitfalls, with a search. Each has what goes wrong, who answers, the fix, and its stories, which the Lab
// plays. Modeless. GUI thread.
#pragma once

#include "lockcore/lab/scenario/scenario.h"

#include <QDialog>

class QBoxLayout;
class QLineEdit;
class QListWidget;
class QScrollArea;

namespace lockscope {

class ShadedLabel;
class WrappedText;

class PitfallsDialog final : public QDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PitfallsDialog)

public:
    /// `stories`: those that can be played.
    PitfallsDialog(std::vector<lockcore::Scenario> stories, QWidget *parent);

    void goTo(const QString &code); ///< `R1`; ends a search. An unknown or empty code changes nothing

signals:
    void playWanted(const QString &story);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    bool eventFilter(QObject *object, QEvent *event) override; ///< the arrows move through the list while the search has the focus

private:
    QWidget *makeSide();
    QWidget *makeText();
    void addPart(QBoxLayout *layout, const QString &caption, WrappedText *text, const QString &name);
    void search(const QString &words);
    void showCurrent();
    void showStories();

    const std::vector<lockcore::Scenario> m_stories;
    QLineEdit *m_search;
    QListWidget *m_list;
    ShadedLabel *m_nothing;
    QScrollArea *m_scroll;
    ShadedLabel *m_title;
    WrappedText *m_happens;
    WrappedText *m_answers;
    WrappedText *m_fix;
    QWidget *m_about = nullptr; ///< the stories of the current pitfall
};

} // namespace lockscope
