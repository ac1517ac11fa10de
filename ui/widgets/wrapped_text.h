// SPDX-License-Identifier: MIT
// Read-only text that can be selected and copied exactly as it is. It breaks within words where necessary: keys have no blanks, and a
// QLabel would be as wide as the longest key.
#pragma once

#include "ui/widgets/captions.h"

#include <QTextEdit>

namespace lockscope {

class WrappedText final : public QTextEdit
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(WrappedText)

public:
    explicit WrappedText(QWidget *parent = nullptr);

    /// The selection is kept if the text is unchanged.
    void showText(const QString &text, const QFont &font, ShadedLabel::Shade shade);

    /// From now on it never takes fewer lines than it has taken at this width, so that what is below rests while the words change.
    void setOnlyGrowing();
    void forgetGrowth(); ///< for a text about something else

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void changeEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    void recolour();
    int neededHeight(int width) const;

    bool m_onlyGrows = false;
    mutable int m_grownAt = 0; ///< the width for which m_grown was measured
    mutable int m_grown = 0;
    QString m_given; ///< as showText() got it
    QString m_text;  ///< as it is broken into lines
    ShadedLabel::Shade m_shade = ShadedLabel::Shade::Text;
};

} // namespace lockscope
