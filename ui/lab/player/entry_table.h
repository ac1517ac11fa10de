// SPDX-License-Identifier: MIT
// The run as a table, shown instead of the picture. Its current row follows the player; choosing a row by pointer or key moves the player
// to it. GUI thread.
#pragma once

#include <QTableView>

namespace lockscope {

class EntryModel;
class RunPlayer;

class EntryTable final : public QTableView
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(EntryTable)

public:
    /// Both must outlive this object.
    EntryTable(EntryModel *entries, RunPlayer *player, QWidget *parent = nullptr);

    void keyboardSearch(const QString &) override { } ///< disabled: it would read all sentences of a long run, which takes minutes

signals:
    void entryChosen(quint64 number); ///< chosen by pointer or key; the player already shows the entry

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void followPlayer();
    void movePlayer(const QModelIndex &to);
    void fitColumns();
    QString headOf(int column) const; ///< the title of a column; empty: none is shown
    QString longestWorker() const;    ///< the widest text in the column of the workers

    EntryModel *m_entries;
    RunPlayer *m_player;
};

} // namespace lockscope
