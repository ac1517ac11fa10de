// SPDX-License-Identifier: MIT
// One term of the active filter. A click, Return or F2 edits it; its cross, the middle button, Delete or Backspace remove it.
// Other keys go to its parent.
#pragma once

#include <QAbstractButton>
#include <QStringList>

namespace lockscope {

class TermPill final : public QAbstractButton
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TermPill)

public:
    explicit TermPill(QWidget *parent = nullptr);

    void setTerm(const QString &term);
    void setRest(const QStringList &terms); ///< the other terms that this pill represents

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

signals:
    void removeWanted();

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;

private:
    QRect cross() const; ///< a click here removes the pill
};

} // namespace lockscope
