// SPDX-License-Identifier: MIT
// One line above a view for a condition that changes the meaning of everything below: a lost connection, polling.
#pragma once

#include <QWidget>

class QPushButton;

namespace lockscope {

class ShadedLabel;

class Banner final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Banner)

public:
    enum class Tone { Plain, Warning };

    explicit Banner(Tone tone, QWidget *parent = nullptr);

    void setWords(const QString &title, const QString &explanation);
    QPushButton *addStep(const QString &text);
    QString text() const;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    Tone m_tone;
    ShadedLabel *m_title;
    ShadedLabel *m_explanation;
};

} // namespace lockscope
