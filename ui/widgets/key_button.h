// SPDX-License-Identifier: MIT
// A button that shows its key next to its text, in a lighter shade. The page or an action handles the key itself.
#pragma once

#include <QPushButton>

namespace lockscope {

class KeyButton final : public QPushButton
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(KeyButton)

public:
    KeyButton(const QString &text, const QKeySequence &key, QWidget *parent = nullptr);

    /// Triggers the action and mirrors it: icon text, icon, whether it is enabled, its tooltip with the key. A key with modifiers is shown
    /// only in the tooltip.
    explicit KeyButton(QAction *action, QWidget *parent = nullptr);

    void setWords(const QString &text);
    void setDangerous(); ///< shows the text in the colour of danger

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void follow(const QAction *action);
    QFont keyFont() const;
    int iconWidth() const;
    int keyWidth() const;

    QString m_key; ///< empty: no key is shown
    bool m_dangerous = false;
};

} // namespace lockscope
