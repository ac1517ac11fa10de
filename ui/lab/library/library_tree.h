// SPDX-License-Identifier: MIT
// The tree of the library: chapters open and close with a click, Enter, Left and Right; which ones are closed is kept in the settings.
// GUI thread.
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

    void openAll();      ///< for a search; nothing is kept
    void openAsChosen(); ///< as the person has left the chapters

    void select(const QModelIndex &index); ///< opens its chapter, and scrolls there

signals:
    void rowClicked(const QModelIndex &index, bool again); ///< again: it was the current one already
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
    bool m_revealing = false;       ///< what was selected stays in sight until the person acts here
    QPersistentModelIndex m_before; ///< the current row, before the mouse was pressed
};

} // namespace lockscope
