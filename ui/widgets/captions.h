// SPDX-License-Identifier: MIT
// Plain labels that show the hierarchy of areas by weight and shade, and keep their shade when the appearance changes.
#pragma once

#include <QLabel>

class QHBoxLayout;

namespace lockscope {

/// Text in a shade of the theme. Selectable text is reachable with the keyboard.
class ShadedLabel final : public QLabel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ShadedLabel)

public:
    enum class Shade { Text, Secondary, Faint, Warning, Danger, Accent, Good };

    explicit ShadedLabel(Shade shade, QWidget *parent = nullptr);

    void setShade(Shade shade);

protected:
    void changeEvent(QEvent *event) override;

private:
    void recolour();

    Shade m_shade;
};

QColor shadeColour(ShadedLabel::Shade shade, const QPalette &palette);

/// The small, spaced capitals above a group.
ShadedLabel *makeCaption(const QString &text, QWidget *parent = nullptr);

/// The line above a view: its caption, and the widgets added after it. All these lines have the same height, so that neighbouring captions
/// are aligned.
QHBoxLayout *layOutHead(QWidget *head, const QString &caption);

/// A line of one pixel between two areas.
QWidget *makeLine(Qt::Orientation orientation, QWidget *parent = nullptr);

} // namespace lockscope
