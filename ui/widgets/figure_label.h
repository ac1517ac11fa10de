// SPDX-License-Identifier: MIT
// A label whose digits keep their positions while they change. It grows with its text at once, but shrinks only when it is hidden or on
// request, so that its neighbours do not jitter.
#pragma once

#include "ui/widgets/theme.h"

#include <QWidget>

namespace lockscope {

class FigureLabel final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FigureLabel)

public:
    enum class Shade { Text, Secondary, Warning, Danger };

    explicit FigureLabel(QWidget *parent = nullptr);

    void setText(const QString &text);
    void setShade(Shade shade);
    void setAlignment(Qt::Alignment alignment);
    QString text() const { return m_text; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    QString m_text;
    Shade m_shade = Shade::Text;
    Qt::Alignment m_alignment = Qt::AlignLeft;
    int m_width = 0;
};

} // namespace lockscope
