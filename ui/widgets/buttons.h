// SPDX-License-Identifier: MIT
// Buttons with enough room for their text: the platform's style, our spacing.
#pragma once

#include <QPushButton>

class QKeyEvent;

namespace lockscope {

QPushButton *makeButton(const QString &text, QWidget *parent = nullptr);

/// Makes it the primary button. Also works outside a dialog, where Qt would forget it as soon as it had the focus.
void makePrimary(QPushButton *button);

/// For a button whose text changes.
void setButtonText(QPushButton *button, const QString &text);

/// Enter presses the button of the dialog that has the focus: for a dialog without a default button, because Enter elsewhere must do nothing.
/// True: it did.
bool pressesFocused(QWidget *dialog, const QKeyEvent *event);

/// The height of a button, and of a field next to a button; depends on the font.
int controlHeight(const QFontMetrics &metrics);

} // namespace lockscope
