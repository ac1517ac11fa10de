// SPDX-License-Identifier: MIT
// Buttons with enough room for their text: the platform's style, our spacing.
#pragma once

#include <QPushButton>

namespace lockscope {

QPushButton *makeButton(const QString &text, QWidget *parent = nullptr);

/// Makes it the primary button. Also works outside a dialog, where Qt would forget it as soon as it had the focus.
void makePrimary(QPushButton *button);

/// For a button whose text changes.
void setButtonText(QPushButton *button, const QString &text);

/// The height of a button, and of a field next to a button; depends on the font.
int controlHeight(const QFontMetrics &metrics);

} // namespace lockscope
