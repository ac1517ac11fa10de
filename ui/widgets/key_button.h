// SPDX-License-Identifier: MIT
// A button that shows its key beside its words, in a lighter shade. The key itself is the page's or an action's business.
#pragma once

#include <QPushButton>

namespace lockscope {

class KeyButton final : public QPushButton
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(KeyButton)

public:
    KeyButton(const QString &text, const QKeySequence &key, QWidget *parent = nullptr);

    /// Does what the action does, and looks as it says: icon text, icon, whether it is enabled; its tool tip with the key. A key
    /// that is pressed with others is told by the tool tip alone.
    explicit KeyButton(QAction *action, QWidget *parent = nullptr);

    void setWords(const QString &text);
    void setDangerous(); ///< its words in the colour of danger

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void follow(const QAction *action);
    QFont keyFont() const;
    int iconWidth() const;
    int keyWidth() const;

    QString m_key; ///< empty: none is shown
    bool m_dangerous = false;
};

} // namespace lockscope
