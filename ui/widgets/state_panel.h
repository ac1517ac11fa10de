// SPDX-License-Identifier: MIT
// Replaces a view that has nothing to show: says what the state is and why, and offers the next step.
#pragma once

#include <QWidget>

class QHBoxLayout;
class QProgressBar;
class QPushButton;

namespace lockscope {

class ShadedLabel;

class StatePanel final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(StatePanel)

public:
    explicit StatePanel(QWidget *parent = nullptr);

    void setWords(const QString &title, const QString &explanation);
    void setProgress(std::int64_t done, std::int64_t total); ///< total 0: the end is unknown
    void hideProgress();

    QPushButton *addStep(const QString &text);

    QString title() const;
    QString explanation() const;

private:
    ShadedLabel *m_title;
    ShadedLabel *m_explanation;
    QProgressBar *m_progress;
    QHBoxLayout *m_steps;
};

} // namespace lockscope
