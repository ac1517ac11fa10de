// SPDX-License-Identifier: MIT
// Asks how a story ends before it is played, and says afterwards whether the guess was right: the stories of the tour in a row, or one
// story. Meanwhile nothing on the page may give the answer away. A panel that does not block other work: it emits which scenario it needs, and
// its caller reports when that was played. GUI thread.
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
        Away,     ///< hidden
        Offer,    ///< of the tour, on the first start
        Question, ///< before the story is played
        Playing,  ///< with a guess or without one
        Answered, ///< the story was played, and the answer is revealed
        Done,     ///< with the tour
    };

    /// `settings` must outlive this object.
    explicit TourPanel(QSettings *settings, QWidget *parent = nullptr);

    void offerOnce();                                   ///< does nothing if the tour was offered or taken before
    void begin();                                       ///< the tour, from the Help menu
    void ask(const TourStep &step);                     ///< one question; does nothing during the tour
    void end();                                         ///< of the tour, or of the question
    void dropQuestion();                                ///< that is not the tour's
    void noteOwnRun();                                  ///< the user plays the story: the offer is withdrawn, a question goes unanswered
    void notePlayed(const QList<Answer> &answers = {}); ///< the story was played to its end; empty: the answers of the step

    Stage stage() const { return m_stage; }
    int step() const { return m_step; } ///< counts from 0
    QString scenario() const;           ///< that the question is about; empty: none
    bool isTour() const { return m_isTour; }
    bool coversStory() const { return m_stage == Stage::Question || m_stage == Stage::Playing; } ///< its title would be the answer

signals:
    void stageChanged();
    void wantsScenario(const QString &name);
    void wantsPlay();
    void endOfStoryWanted(); ///< the user has seen enough of it
    void ended();

protected:
    void keyPressEvent(QKeyEvent *event) override; ///< Escape: ends the tour
    void paintEvent(QPaintEvent *event) override;

private:
    void show(Stage stage);
    void showStep(int step);
    void advance(); ///< for the main button
    void play();
    QString captionText() const;
    QString mainText() const;
    QString text() const;

    QSettings *m_settings;
    QList<TourStep> m_steps;
    Stage m_stage = Stage::Away;
    int m_step = 0;
    bool m_isTour = true; ///< false: one question
    ShadedLabel *m_caption;
    WrappedText *m_text;
    AnswerList *m_answers;
    QPushButton *m_main;
    LinkButton *m_end;
};

} // namespace lockscope
