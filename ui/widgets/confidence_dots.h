// SPDX-License-Identifier: MIT
// The confidence as five dots and a number, so that the dots are not the only sign.
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
