// SPDX-License-Identifier: MIT
// A suite or a sweep as a page: whose workers, how far it is, the table, and what is known of the current cell. It says what is wanted, and
// plays nothing. GUI thread.
#pragma once

#include "ui/lab/tables/result_table.h"

#include <QWidget>

class QProgressBar;
class QPushButton;
class QStackedWidget;

namespace lockscope {

class LinkButton;
class ShadedLabel;
class StatePanel;
class SubjectField;
class WrappedText;

/// What is said about the table.
struct ResultWords
{
    QString name;        ///< `Every story`: above the page, and of the table for screen readers
    QString explanation; ///< before it was played
    QString start;       ///< `Play all`
    QString own;         ///< as of SubjectField
};

class ResultPage final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ResultPage)

public:
    /// `model` outlives it.
    ResultPage(ResultModel *model, ResultLayout layout, const ResultWords &words, QWidget *parent = nullptr);

    SubjectField *subject() const { return m_subject; }
    ResultTable *table() const { return m_table; }
    QString details() const; ///< of the current cell
    int played() const;      ///< runs

    void setPlaying(bool playing);           ///< its own table
    void setBlocked(const QString &why);     ///< something else is played; empty: nothing is
    void showProgress(const QString &words); ///< while there are no rows yet

signals:
    void startWanted();
    void stopWanted();
    void backWanted();
    void runWanted(const QString &folder, quint64 entry); ///< of a cell; `entry` completes its proof, or 0

protected:
    void showEvent(QShowEvent *event) override;

private:
    QLayout *makeHead();
    QWidget *makeDetails();
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
    WrappedText *m_details;
    QPushButton *m_open;
    QWidget *m_below = nullptr; ///< what was found in the current cell
};

} // namespace lockscope
