// SPDX-License-Identifier: MIT
// One line of text that can shrink: if it does not fit, it elides the middle (of a name) or the end (of a sentence), and its tooltip shows
// the whole text.
#pragma once

#include "ui/widgets/captions.h"

namespace lockscope {

class ElidedLabel final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ElidedLabel)

public:
    explicit ElidedLabel(ShadedLabel::Shade shade, QWidget *parent = nullptr);

    void setFewest(int characters) { m_fewest = characters; } ///< asks for room for this many characters; call it before setText()
    void setElides(Qt::TextElideMode mode) { m_elides = mode; }
    void setText(const QString &text);
    QString text() const { return m_text; }
    bool isElided() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    ShadedLabel::Shade m_shade;
    QString m_text;
    int m_fewest = 10;
    Qt::TextElideMode m_elides = Qt::ElideMiddle;
};

} // namespace lockscope
