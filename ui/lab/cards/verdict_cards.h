// SPDX-License-Identifier: MIT
// A card for each property that the run has exercised, the gravest first; one quiet line names the others. The verdicts may be veiled until
// the run was played to its end. GUI thread.
#pragma once

#include "lockcore/report/moments.h"
#include "ui/lab/player/shown_run.h"

#include <QList>
#include <QScrollArea>

namespace lockscope {

class CardLayout;
class ShadedLabel;
class StockCard;
class VerdictCard;

class VerdictCards final : public QScrollArea
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(VerdictCards)

public:
    explicit VerdictCards(QWidget *parent = nullptr);

    void showRun(ShownRunPtr run); ///< null: nothing
    void showMoment(const lockcore::RunMoment &moment);
    void setVeiled(bool veiled);     ///< guess first; the lines about the stock are not veiled
    void setAsksForGuess(bool asks); ///< false: it was guessed already, or will not be
    bool isVeiled() const { return m_veiled; }

    const QList<VerdictCard *> &cards() const { return m_cards; } ///< in the order shown, veiled or not
    QString quiet() const;                                        ///< the line about the properties that were not tested

    void setMostHeight(int height); ///< px; higher content scrolls. 0: no limit

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void entryChosen(quint64 number);
    void runAgainRequested();
    void unveiled(); ///< the user lifted the veil before the run was played to its end

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    QWidget *makeVeil();
    void addCards();
    void tellQuiet();
    static QStringList problemsOf(const ShownRun &run);
    void arrange();
    void moveFocus(int by);

    ShownRunPtr m_run;
    bool m_veiled = false;
    int m_mostHeight = 0;
    QList<VerdictCard *> m_cards;
    QWidget *m_content;
    CardLayout *m_grid;
    StockCard *m_stock;
    ShadedLabel *m_veilWords;
    QWidget *m_veil;
    ShadedLabel *m_quiet;
    ShadedLabel *m_problem;
};

} // namespace lockscope
