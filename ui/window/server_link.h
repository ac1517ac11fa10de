// SPDX-License-Identifier: MIT
// The one connection that all rooms share: the server, the sign-in, the rights, and the end of the connection. It knows no page; rooms
// follow its signals. GUI thread.
#pragma once

#include "lockcore/monitor/model/monitor_state.h"
#include "ui/profiles/target.h"

#include <QWidget>

#include <functional>
#include <memory>
#include <optional>

namespace lockscope {

class ConnectionRights;
class MonitorSource;
class ProfileKeeper;
class SignIn;
struct WindowServices;

QString nameOf(const Target &target); ///< the target's name, or its address if it has none

class ServerLink final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ServerLink)

public:
    /// If it returns false, the user is asked first; `leave` is called if the user agrees.
    using MayLeave = std::function<bool(std::function<void()> leave)>;

    /// `window`: the parent of all dialogs.
    ServerLink(const WindowServices &services, ProfileKeeper *profiles, QWidget *window);
    ~ServerLink() override;

    void setMayLeave(MayLeave mayLeave); ///< called before each end of a connection

    void connectTo(const Target &target); ///< asks for a password if one is missing
    void startDemo();
    void askForServer(const QString &complaint = {}); ///< the current connection continues

    /// The same as above, but for a choice of the user. They ask first, because one key on the wrong page must not end a live connection.
    void choose(const Target &target);
    void chooseDemo();

    void tryAgain();
    void disconnectServer();
    void adoptProfile(const QString &id); ///< if the profile is for the watched server, the connection uses the profile from now on

    /// Opens the dialog of the user's own lock formats. `like`: with a format for keys like this lock's.
    void editFormats(const lockcore::LockInfo *like = nullptr);

    const std::optional<Target> &target() const { return m_target; }
    MonitorSource *source() const { return m_source.get(); } ///< null: nothing is watched
    ConnectionRights *rights() const { return m_rights; }
    bool canTryAgain() const; ///< false while the connection is as good as it can be
    bool isLive() const;      ///< true if ending the connection would be a loss; false for the demo's own server

signals:
    void connecting(const lockscope::Target &target);
    void begun(); ///< there is a new target and a new source, which starts after this signal
    void changed(const lockcore::MonitorChange &change);
    void marked(); ///< the name or the marks of the target have changed
    void ended();
    void serverWanted(const QString &complaint);
    void waiting(const QString &sentence); ///< waiting for the keychain
    void declined();                       ///< the user did not give a password
    void trouble(const QString &sentence);

private:
    bool mayLeave(std::function<void()> leave) const;
    void replace(const QString &by, const std::function<void()> &connect);
    void watch(const Target &target);
    void notice(const lockcore::MonitorChange &change);
    void signInAgain(const lockcore::Error &error);
    void heedProfile();
    std::vector<lockcore::UserPattern> patternsOf(const Target &target); ///< with the user's own formats

    std::function<std::unique_ptr<MonitorSource>(const Target &)> m_watch;
    std::function<lockcore::Result<lockcore::Endpoint>()> m_startDemo;
    const QString m_formatsFile;
    ProfileKeeper *m_profiles;
    QWidget *m_window;
    SignIn *m_signIn;
    ConnectionRights *m_rights;
    MayLeave m_mayLeave;
    std::unique_ptr<MonitorSource> m_source;
    std::optional<Target> m_target;
    lockcore::MonitorState m_state;
    bool m_confirmed = false; ///< the server has accepted the connection
    bool m_declined = false;  ///< the user was asked for a password and did not give one
};

} // namespace lockscope
