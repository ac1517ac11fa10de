// SPDX-License-Identifier: MIT
// The Lab as a room of the window. It needs no connection, because it starts a server itself. GUI thread.
#pragma once

#include "lockcore/base/result.h"
#include "lockcore/redis/endpoint.h"
#include "ui/window/room.h"

#include <memory>

namespace lockscope {

class LabEngine;
class LabExporter;
class LabPage;
class PitfallsDialog;
class ChallengesDialog;
struct WindowServices;

class LabRoom final : public Room
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LabRoom)

public:
    /// `services.lab` must be set. `settings` must outlive this object. The page is a child of `window`.
    LabRoom(const WindowServices &services, QSettings *settings, QWidget *window);
    ~LabRoom() override; ///< ends runs in progress

    LabPage *labPage() const { return m_page; }
    lockcore::Result<void> openScenario(const QString &title, const std::string &text); ///< also brings the room to the front
    void startTour();                                                                   ///< also brings the room to the front
    void showPitfalls(const QString &code = {});                                        ///< empty: where the person left it
    void showChallenges();

    QString name() const override { return tr("Lab"); }
    QString symbol() const override { return QStringLiteral("lab"); }
    QWidget *page() const override;
    RoomActions actions() const override;
    QList<KeyHelp> keys() const override;
    void save(QSettings &settings) const override;
    void restore(QSettings &settings) override;

signals:
    void watchWanted(const lockcore::Endpoint &server); ///< the user wants to watch this server in the Monitor

private:
    void playStory(const QString &name);
    void showBlocked();

    QSettings *m_settings;
    std::unique_ptr<LabEngine> m_engine;
    LabPage *m_page;
    LabExporter *m_exporter;
    PitfallsDialog *m_pitfalls = nullptr;     ///< null: not opened yet
    ChallengesDialog *m_challenges = nullptr; ///< as well
};

} // namespace lockscope
