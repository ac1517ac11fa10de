// SPDX-License-Identifier: MIT
// Where the parts of the Lab's page are, and how large they are, also for a class. Lines that a person has drawn stay there. GUI thread.
#pragma once

#include <QList>
#include <QObject>

class QPushButton;
class QSettings;
class QSplitter;
class QStackedWidget;
class QWidget;

namespace lockscope {

struct LabParts;

class LabLayout final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LabLayout)

public:
    /// `parts` outlives it. They are laid out in `page`.
    LabLayout(const LabParts &parts, QWidget *page);

    void showCentre(bool run); ///< the run, or why there is none
    bool showsRun() const;
    void showFront(bool tables); ///< the tables, or the story with its run
    bool showsTables() const;
    void showEntries(bool asTable);                        ///< or as the picture
    QWidget *entriesView() const;                          ///< that is shown
    QPushButton *runButton() const { return m_runButton; } ///< in place of a run

    // What is shown, as far as it needs room.
    void setHasStory(bool has) { m_hasStory = has; }
    void setLive(bool live) { m_isLive = live; }
    void setVeiled(bool veiled);
    void setWayBack(bool shown); ///< to the table
    void listEvents();           ///< of a run that was judged, once that gives nothing away

    void share(); ///< after the page has another size
    void shareHeight();
    void shareRight();
    void setProjector(bool on);

    void save(QSettings &settings) const;
    void restore(QSettings &settings);

signals:
    void frontChanged(bool tables);

protected:
    bool eventFilter(QObject *object, QEvent *event) override;

private:
    QWidget *makeMiddle();
    void shareWidth();
    void setLargeType(bool large);

    const LabParts &m_parts;
    QWidget *const m_page;
    QStackedWidget *const m_views;
    QWidget *m_moment = nullptr; ///< what is shown: its sentence, and the keys of the player
    QWidget *m_run = nullptr;
    QStackedWidget *m_centre = nullptr;
    QWidget *m_back = nullptr; ///< the way back to the table
    QSplitter *m_right = nullptr;
    QSplitter *m_columns = nullptr;
    QStackedWidget *m_front = nullptr;
    QPushButton *m_runButton = nullptr;
    QList<int> m_sizes;                                  ///< of the columns, without the projector
    bool m_hasOwnColumns = false, m_hasOwnRight = false; ///< a person has drawn the lines between them
    bool m_hasStory = true;                              ///< false: a file is chosen that is no scenario
    bool m_isLive = false;                               ///< a run that is under way
    bool m_isVeiled = true;
};

} // namespace lockscope
