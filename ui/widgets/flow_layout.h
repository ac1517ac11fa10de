// SPDX-License-Identifier: MIT
// Lays out widgets like words in a paragraph, each in the middle of its line. The last one takes the rest of its line, if it can
// grow, or a line of its own. There may be a limit of lines: what would come below them is not seen.
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
    void setMostLines(int lines); ///< 0: as many as it takes

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
    /// Returns the height; moves nothing unless asked to.
    int place(const QRect &rect, bool move) const;

    QList<QLayoutItem *> m_items;
    int m_mostLines = 0;
};

} // namespace lockscope
