// SPDX-License-Identifier: MIT
// The Explorer as a room of the window. It needs no connection, because it starts a server itself. GUI thread.
#pragma once

#include "ui/window/file_chooser.h"
#include "ui/window/room.h"

#include <memory>

namespace lockscope {

class ExploreEngine;
class ExplorePage;
struct ExploreFinding;
struct WindowServices;

class ExploreRoom final : public Room
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ExploreRoom)

public:
    /// `services.explorer` must be set. The page is a child of `window`.
    ExploreRoom(const WindowServices &services, QWidget *window);
    ~ExploreRoom() override; ///< ends a search in progress

    ExplorePage *explorePage() const { return m_page; }
    void showMessage(const QString &sentence);

    QString name() const override { return tr("Explorer"); }
    QString symbol() const override { return QStringLiteral("explorer"); }
    QWidget *page() const override;
    RoomActions actions() const override;
    QList<KeyHelp> keys() const override;
    void save(QSettings &settings) const override;
    void restore(QSettings &settings) override;

signals:
    void labWanted(const QString &title, const std::string &scenario); ///< the text of one that the Lab shall play

private:
    void openInLab(const ExploreFinding &finding);
    void exportFinding(const ExploreFinding &finding);

    std::unique_ptr<ExploreEngine> m_engine;
    ExplorePage *m_page;
    const FileChooser m_chooseFile;
};

} // namespace lockscope
