// SPDX-License-Identifier: MIT
// How sure: five dots and the number, so that it is not told by the dots alone.
#pragma once

#include <QWidget>

namespace lockscope {

class ConfidenceDots final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ConfidenceDots)

public:
    explicit ConfidenceDots(QWidget *parent);

    void setConfidence(int confidence); ///< 1…5

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    static QString words(int confidence);

    int m_confidence = 0;
};

} // namespace lockscope
