// SPDX-License-Identifier: MIT
// The tables of the room: every story, every command boundary, the check of one lock, one story with several protocols, and the same faults on several stores. It joins their pages with the engine, and asks before it runs a command
// from outside. One of them is played at a time. GUI thread.
#pragma once

#include "ui/lab/engine/lab_engine.h"

#include <QStackedWidget>

#include <array>

class QSettings;

namespace lockscope {

class CheckModel;
class CompareModel;
class ProtocolSet;
class ResultPage;
class StoreModel;
class StoreSet;
class SuiteModel;
class SweepModel;

class LabTables final : public QStackedWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LabTables)

public:
    using Kind = TableOrder::Kind;

    /// Both outlive it.
    LabTables(LabEngine *engine, QSettings *settings, QWidget *parent = nullptr);
    ~LabTables() override; ///< stops what is under way

    void show(Kind kind, const std::string &protocol); ///< the protocol of the chosen story, to begin with
    void compare(const lockcore::Scenario &story);     ///< with its own protocol and others
    using QStackedWidget::show;

    bool isPlaying() const { return m_playing.has_value(); }
    void setBlocked(const QString &why); ///< a run is under way, and would be disturbed; empty: none is

    ResultPage *page(Kind kind) const { return m_pages.at(static_cast<std::size_t>(kind)); }

signals:
    void backWanted();
    void runWanted(const QString &folder, quint64 entry);
    void playingChanged(bool playing);

private:
    void joinComparison();
    ResultPage *makePage(Kind kind);
    void clear(Kind kind);
    void start(Kind kind);
    void play(TableOrder order);
    TableOrder orderFor(Kind kind) const;
    void noteEnd();
    void block();

    LabEngine *m_engine;
    QSettings *m_settings;
    std::optional<Kind> m_playing;
    QString m_blocked;
    SuiteModel *m_suite;
    SweepModel *m_sweep;
    CheckModel *m_check;
    CompareModel *m_comparison;
    lockcore::Scenario m_story; ///< that is compared
    ProtocolSet *m_protocols;
    StoreModel *m_storeTable;
    StoreSet *m_stores;
    std::array<ResultPage *, 5> m_pages; ///< in the order of Kind
};

} // namespace lockscope
