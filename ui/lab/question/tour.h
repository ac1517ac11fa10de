// SPDX-License-Identifier: MIT
// The tour: three scenarios in a row, with a sentence before and a question after each. A panel that does not block other work: it emits
// which scenario it needs, and its caller reports when that was played. GUI thread.
#pragma once

#include "ui/lab/question/tour_steps.h"

#include <QWidget>

class QPushButton;
class QSettings;
class QVBoxLayout;

namespace lockscope {

class AnswerList;
class LinkButton;
class ShadedLabel;
class WrappedText;

class TourPanel final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TourPanel)

public:
    enum class Stage {
        Away,  ///< hidden
        Offer, ///< on the first start
        Before,
        Playing,
        Question,
        Answered, ///< answered correctly
        Done,
    };

    /// `settings` must outlive this object.
    explicit TourPanel(QSettings *settings, QWidget *parent = nullptr);

    void offerOnce(); ///< does nothing if the tour was offered or taken before
    void begin();     ///< from the Help menu
    void end();
    void noteOwnRun(); ///< the user played a story without the tour: the offer is withdrawn
    void notePlayed(); ///< the scenario that the tour needs was played to its end

    Stage stage() const { return m_stage; }
    int step() const { return m_step; } ///< counts from 0

signals:
    void stageChanged();
    void wantsScenario(const QString &name);
    void wantsPlay();
    void answered(); ///< answered correctly
    void ended();

protected:
    void keyPressEvent(QKeyEvent *event) override; ///< keys 1, 2, 3: the answers; Escape: ends the tour
    void paintEvent(QPaintEvent *event) override;

private:
    void show(Stage stage);
    void showStep(int step);
    void showAnswers();
    void advance(); ///< for the main button
    QString captionText() const;
    QString mainText() const;

    QSettings *m_settings;
    const QList<TourStep> m_steps = tourSteps();
    Stage m_stage = Stage::Away;
    int m_step = 0;
    ShadedLabel *m_caption;
    WrappedText *m_text;
    AnswerList *m_answers;
    QPushButton *m_main;
    LinkButton *m_end;
};

} // namespace lockscope
