// SPDX-License-Identifier: MIT
// Lays out widgets like words in a paragraph, vertically centred in each line. If the last widget can grow, it takes the rest of its line
// or a separate line. There may be a limit of lines: widgets below it are not visible.
#pragma once

#include <QLayout>

namespace lockscope {

class FlowLayout final : public QLayout
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FlowLayout)

public:
    explicit FlowLayout(QWidget *parent = nullptr);
    ~FlowLayout() override;

    void insertWidget(int index, QWidget *widget);
    void setMostLines(int lines); ///< 0: no limit

    void addItem(QLayoutItem *item) override;
    int count() const override { return static_cast<int>(m_items.size()); }
    QLayoutItem *itemAt(int index) const override { return m_items.value(index); }
    QLayoutItem *takeAt(int index) override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override { return minimumSize(); }
    QSize minimumSize() const override;
    Qt::Orientations expandingDirections() const override { return Qt::Horizontal; }
    void setGeometry(const QRect &rect) override;

private:
    /// Returns the height; moves the widgets only if `move` is true.
    int place(const QRect &rect, bool move) const;

    QList<QLayoutItem *> m_items;
    int m_mostLines = 0;
};

} // namespace lockscope
