// SPDX-License-Identifier: MIT
// The lanes of a run and, where they leave room for it, the list of its decisive events below them: the story in some sentences. Two runs
// take all the room. GUI thread.
#pragma once

#include <QWidget>

namespace lockscope {

class EntryModel;
class EntryTable;
class RunPlayer;
class RunStack;

class RunPicture final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RunPicture)

public:
    /// Takes the stack in; the player outlives it.
    RunPicture(RunStack *stack, RunPlayer *player, QWidget *parent = nullptr);

    void setListsEvents(bool lists); ///< not while a class guesses

    QSize sizeHint() const override; ///< of the lanes: the list never takes room from anything
    QSize minimumSizeHint() const override;

signals:
    void entryChosen(quint64 number); ///< by pointer or key

protected:
    bool event(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void share();

    RunStack *m_stack;
    EntryModel *m_decisive;
    QWidget *m_events;
    EntryTable *m_table;
    bool m_listsEvents = false;
};

} // namespace lockscope
