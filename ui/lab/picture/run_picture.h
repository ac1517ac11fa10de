// SPDX-License-Identifier: MIT
// The lanes of a run and, if they leave room, the list of its decisive events below them: the story in some sentences. With two runs there
// is no list. GUI thread.
#pragma once

#include <QWidget>

namespace lockscope {

class EntryModel;
class EntryTable;
class LegendLine;
class RunPlayer;
class RunStack;

class RunPicture final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RunPicture)

public:
    /// Takes ownership of the stack; the player must outlive this object.
    RunPicture(RunStack *stack, RunPlayer *player, QWidget *parent = nullptr);

    void setListsEvents(bool lists); ///< false while a class guesses
    void setShowsLegend(bool shows); ///< where there is room

    QSize sizeHint() const override; ///< the size of the lanes only: the list never takes room from other widgets
    QSize minimumSizeHint() const override;

signals:
    void entryChosen(quint64 number); ///< chosen by pointer or key

protected:
    bool event(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void share();

    RunStack *m_stack;
    EntryModel *m_decisive;
    LegendLine *m_legend;
    QWidget *m_events;
    EntryTable *m_table;
    bool m_listsEvents = false;
    bool m_showsLegend = true;
};

} // namespace lockscope
