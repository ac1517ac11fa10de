// SPDX-License-Identifier: MIT
// A suite or a sweep as a page: which workers, the progress, the table, and details of the current cell. It emits what the user wants, and
// plays nothing. GUI thread.
#pragma once

#include "ui/lab/tables/result_table.h"

#include <QWidget>

class QProgressBar;
class QPushButton;
class QScrollArea;
class QStackedWidget;

namespace lockscope {

class LinkButton;
class ShadedLabel;
class StatePanel;
class SubjectField;
class WrappedText;

/// The texts around the table.
struct ResultWords
{
    QString name;        ///< `Every story`: title of the page, and the table's name for screen readers
    QString explanation; ///< shown before the first run
    QString start;       ///< `Play all`
    QString own;         ///< see SubjectField
};

class ResultPage final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ResultPage)

public:
    /// `model` must outlive this object.
    ResultPage(ResultModel *model, ResultLayout layout, const ResultWords &words, QWidget *parent = nullptr);

    SubjectField *subject() const { return m_subject; }
    ResultTable *table() const { return m_table; }
    QString details() const; ///< details of the current cell
    int played() const;      ///< number of runs played

    void replaceSubject(QWidget *choice); ///< what is played is chosen by this widget; takes ownership

    void addLegend(QWidget *legend); ///< below the table, while it has rows; takes ownership

    void setPlaying(bool playing);           ///< this page's own table is being played
    void setBlocked(const QString &why);     ///< another table or run is being played; empty: none
    void showProgress(const QString &words); ///< shown while there are no rows yet

signals:
    void startWanted();
    void stopWanted();
    void backWanted();
    void runWanted(const QString &folder, quint64 entry); ///< open the run of a cell; `entry` completes its proof, or is 0

protected:
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    QLayout *makeHead();
    QWidget *makeDetails();
    void shareHeight();
    void showModel();
    void showState();
    void showCurrent();
    void focusContent();
    void openCurrent(const QModelIndex &index);

    ResultModel *m_model;
    const ResultWords m_words;
    bool m_playing = false;
    QString m_blocked, m_progressWords;
    SubjectField *m_subject;
    QWidget *m_choice = nullptr; ///< in place of the subject
    QWidget *m_legend = nullptr; ///< null: none
    ResultTable *m_table;
    LinkButton *m_back;
    QPushButton *m_start;
    QPushButton *m_stop;
    QProgressBar *m_progress;
    ShadedLabel *m_count;
    WrappedText *m_summary;
    StatePanel *m_state;
    QStackedWidget *m_views;
    ShadedLabel *m_title;
    QScrollArea *m_area;
    WrappedText *m_details;
    QPushButton *m_open;
    QWidget *m_below = nullptr; ///< details of the current cell
};

} // namespace lockscope
