// SPDX-License-Identifier: MIT
// An action as a word within text. Looks like a link. If the action is disabled, it looks like plain text, and its tooltip says why.
#pragma once

#include <QAbstractButton>

class QAction;

namespace lockscope {

class LinkButton final : public QAbstractButton
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LinkButton)

public:
    explicit LinkButton(const QString &text, QWidget *parent = nullptr);

    void setAction(QAction *action); ///< takes its enabled state and explanation, and triggers it when pressed

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void follow(const QAction *action);
};

} // namespace lockscope
