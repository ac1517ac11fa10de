// SPDX-License-Identifier: MIT
// One sentence about the player's moment, with the time and the colour of the worker. GUI thread.
#pragma once

#include <QWidget>

namespace lockscope {

class FigureLabel;
class OwnerSwatch;
class RunPlayer;
class ShadedLabel;

class CaptionLine final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CaptionLine)

public:
    /// The player must outlive this object.
    explicit CaptionLine(RunPlayer *player, QWidget *parent = nullptr);

    QString text() const; ///< `A's DEL has its turn.`

private:
    void showMoment();
    std::uint64_t entryToTell() const; ///< the entry that the caption describes; 0: none

    RunPlayer *m_player;
    FigureLabel *m_time;
    OwnerSwatch *m_swatch;
    ShadedLabel *m_text;
    std::uint64_t m_entry = 0;
};

} // namespace lockscope
