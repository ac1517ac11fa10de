// SPDX-License-Identifier: MIT
// A number above its meaning. Enabled only if a click has something to show.
#pragma once

#include "ui/widgets/figure_label.h"

#include <QAbstractButton>

namespace lockscope {

class Tile final : public QAbstractButton
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Tile)

public:
    explicit Tile(const QString &meaning, QWidget *parent = nullptr);

    void set(const QString &number, FigureLabel::Shade shade = FigureLabel::Shade::Text);
    void setMeaning(const QString &meaning);
    QString number() const { return m_number; }
    QString meaning() const { return text(); }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QFont numberFont() const;
    QFont meaningFont() const;

    QString m_number = QStringLiteral("0");
    FigureLabel::Shade m_shade = FigureLabel::Shade::Text;
    mutable int m_width = 0;
};

} // namespace lockscope
