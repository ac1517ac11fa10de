// SPDX-License-Identifier: MIT
// The tree of the library. Chapters open and close with a click, Enter, Left and Right; the settings keep which ones are closed. GUI
// thread.
#pragma once

#include <QPersistentModelIndex>
#include <QSet>
#include <QTreeView>

class QSettings;

namespace lockscope {

class LibraryTree final : public QTreeView
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LibraryTree)

public:
    /// `settings` must outlive this object.
    explicit LibraryTree(QSettings *settings, QWidget *parent = nullptr);

    void setModel(QAbstractItemModel *model) override;
    void doItemsLayout() override;

    void openAll();      ///< for a search; not stored in the settings
    void openAsChosen(); ///< opens and closes the chapters as the user left them

    void select(const QModelIndex &index); ///< also opens its chapter and scrolls to it

signals:
    void rowClicked(const QModelIndex &index, bool again); ///< `again`: the row was already the current one
    void rowActivated(const QModelIndex &index);           ///< Enter or a double click

protected:
    void resizeEvent(QResizeEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;

private:
    void keep(const QModelIndex &chapter, bool open);
    void openRows(int first, int last);
    void reveal(const QModelIndex &index);

    QSettings *m_settings;
    QSet<QString> m_closed;
    bool m_keeps = true;
    bool m_revealing = false;       ///< the selected row is kept visible until the user acts here
    QPersistentModelIndex m_before; ///< the current row before the mouse was pressed
};

} // namespace lockscope
