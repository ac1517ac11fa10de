// SPDX-License-Identifier: MIT
// The run as a table, in place of the picture. Its current row follows the player, and a row that is chosen by pointer or key moves the
// player there. GUI thread.
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
    /// Both outlive it.
    EntryTable(EntryModel *entries, RunPlayer *player, QWidget *parent = nullptr);

    void keyboardSearch(const QString &) override { } ///< would read all sentences of a long run: minutes

signals:
    void entryChosen(quint64 number); ///< by pointer or key; the player shows it already

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void followPlayer();
    void movePlayer(const QModelIndex &to);
    void fitColumns();
    QString headOf(int column) const; ///< empty: none is shown
    QString longestWorker() const;    ///< what the column of the workers has to hold

    EntryModel *m_entries;
    RunPlayer *m_player;
};

} // namespace lockscope
