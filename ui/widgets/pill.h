// SPDX-License-Identifier: MIT
// A short fact on a rounded background, in the header of a room. A pill with a tone begins with the tone's glyph, because colour alone is
// not enough.
#pragma once

#include <QAbstractButton>

namespace lockscope {

class Pill final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Pill)

public:
    enum class Tone { Plain, Warning, Danger };

    explicit Pill(QWidget *parent = nullptr);

    void set(const QString &text, Tone tone = Tone::Plain, const QString &explanation = {});
    QString text() const { return m_text; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    QString m_text;
    Tone m_tone = Tone::Plain;
};

/// A pill that can be pressed, for a fact with more details.
class PillButton final : public QAbstractButton
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PillButton)

public:
    explicit PillButton(QWidget *parent = nullptr);

    void set(const QString &text, Pill::Tone tone, const QString &explanation);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    Pill::Tone m_tone = Pill::Tone::Plain;
};

} // namespace lockscope
