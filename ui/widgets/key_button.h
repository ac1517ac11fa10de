// SPDX-License-Identifier: MIT
// A button that shows its key beside its words, in a lighter shade. The key itself is the page's business.
#pragma once

#include <QPushButton>

namespace lockscope {

class KeyButton final : public QPushButton
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(KeyButton)

public:
    KeyButton(const QString &text, const QKeySequence &key, QWidget *parent = nullptr);

    void setWords(const QString &text);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QFont keyFont() const;

    QString m_words;
    QString m_key;
};

} // namespace lockscope
