// SPDX-License-Identifier: MIT
// Lays out cards of equal width in as many columns as fit. Cards in one row have the same height.
#pragma once

#include <QLayout>

namespace lockscope {

class CardLayout final : public QLayout
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CardLayout)

public:
    explicit CardLayout(int narrowest, QWidget *parent = nullptr); ///< `narrowest`: the least width of a card, px
    ~CardLayout() override;

    int columns() const;          ///< in the current layout; at least 1
    void setMostWidth(int width); ///< px; the greatest width that all cards use together

    void addItem(QLayoutItem *item) override { m_items << item; }
    int count() const override { return static_cast<int>(m_items.size()); }
    QLayoutItem *itemAt(int index) const override { return m_items.value(index); }
    QLayoutItem *takeAt(int index) override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override { return place({0, 0, width, 0}, false); }
    QSize sizeHint() const override { return minimumSize(); }
    QSize minimumSize() const override { return {m_narrowest, 0}; }
    Qt::Orientations expandingDirections() const override { return Qt::Horizontal; }
    void setGeometry(const QRect &rect) override;

private:
    QList<QLayoutItem *> visibleItems() const;
    int columnsIn(int width, qsizetype cards) const;
    int place(const QRect &rect, bool move) const; ///< returns the height

    int m_narrowest;
    int m_mostWidth = QWIDGETSIZE_MAX;
    QList<QLayoutItem *> m_items;
};

} // namespace lockscope
