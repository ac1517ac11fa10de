// SPDX-License-Identifier: MIT
// Buttons with room for their words: the platform's style, our spacing.
#pragma once

#include <QPushButton>

namespace lockscope {

QPushButton *makeButton(const QString &text, QWidget *parent = nullptr);

/// The one that is most likely wanted; outside a dialog, too, where Qt would forget it as soon as the focus has been there.
void makePrimary(QPushButton *button);

/// For a button whose words change.
void setButtonText(QPushButton *button, const QString &text);

/// The height of a button, and of a field next to one; from the font.
int controlHeight(const QFontMetrics &metrics);

} // namespace lockscope
