// SPDX-License-Identifier: MIT
// The real keychain: QtKeychain and a Secret Service, unlocked, locked and gone, on its own bus and in its own home directory. Nothing on
// that bus starts by itself, so nobody is ever prompted.
#include "ui/profiles/keychain.h"

#include <QCoreApplication>
#include <QDBusConnection>
#include <QDBusConnectionInterface>
#include <QDBusMessage>
#include <QDBusObjectPath>
#include <QFile>
#include <QLibrary>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <functional>
#include <memory>
#include <optional>

#include <sys/prctl.h>

using namespace lockscope;
using namespace Qt::Literals::StringLiterals;
using namespace std::string_literals;
using Outcome = SecretAnswer::Outcome;

namespace {

constexpr auto configuration = "<busconfig><type>session</type><listen>unix:path=%1</listen><auth>EXTERNAL</auth>"
                               "<policy context='default'><allow send_destination='*'/><allow receive_sender='*'/>"
                               "<allow own='*'/></policy></busconfig>";

// Also when the test itself is killed.
void endWithUs(QProcess &process)
{
    process.setChildProcessModifier([] { ::prctl(PR_SET_PDEATHSIG, SIGKILL); });
}

// Every library that uses a bus reads this once, so it is set before any of them starts.
class Session
{
public:
    Session()
    {
        for (const auto *name : {"HOME", "XDG_RUNTIME_DIR", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"})
            qputenv(name, m_home.path().toUtf8());
        for (const auto *name : {"DISPLAY", "WAYLAND_DISPLAY", "KDE_FULL_SESSION", "DESKTOP_SESSION", "GNOME_KEYRING_CONTROL"})
            qunsetenv(name);
        qputenv("XDG_CURRENT_DESKTOP", "GNOME");
        qputenv("DBUS_SESSION_BUS_ADDRESS", u"unix:path=%1"_s.arg(socket()).toUtf8());
    }

    QString socket() const { return m_home.filePath(u"bus"_s); }

    bool start()
    {
        QFile file(m_home.filePath(u"bus.conf"_s));
        if (!file.open(QIODevice::WriteOnly) || file.write(QString::fromLatin1(configuration).arg(socket()).toUtf8()) < 0)
            return false;
        file.close();
        m_bus.setProcessChannelMode(QProcess::MergedChannels);
        endWithUs(m_bus);
        m_bus.start(u"dbus-daemon"_s, {u"--config-file"_s, file.fileName(), u"--nofork"_s, u"--print-address"_s});
        return m_bus.waitForReadyRead() && QTest::qWaitFor([this] { return QFile::exists(socket()); });
    }

    void stop()
    {
        m_bus.kill();
        m_bus.waitForFinished();
    }

private:
    QTemporaryDir m_home;
    QProcess m_bus;
};

Session *session = nullptr;

} // namespace

class KeychainTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        for (const auto &program : {u"dbus-daemon"_s, u"gnome-keyring-daemon"_s}) {
            if (QStandardPaths::findExecutable(program).isEmpty())
                QSKIP(qPrintable(program + u" is not installed"_s));
        }
        if (QLibrary secret(u"secret-1"_s, 0); !secret.load())
            QSKIP("libsecret, by which the keychain is reached, is not installed");
        QVERIFY(session->start());
        endWithUs(m_daemon);
        m_daemon.start(u"gnome-keyring-daemon"_s, {u"--foreground"_s, u"--components=secrets"_s, u"--unlock"_s});
        QVERIFY(m_daemon.waitForStarted());
        m_daemon.write("of the keyring");
        m_daemon.closeWriteChannel();
        QTRY_VERIFY(isServed());
    }

    void cleanupTestCase()
    {
        if (m_daemon.state() != QProcess::NotRunning)
            stopDaemon();
        session->stop();
    }

    void unlockedKeychain_storesReplacesAndDeletes()
    {
        QCOMPARE(read().outcome, Outcome::NotFound);
        QVERIFY(write("s3cr3t").done());
        QCOMPARE(read().secret, "s3cr3t"s);
        const std::string bytes = "n\xc3\xa4"
                                  "chste\n\"p'w";
        QVERIFY(write(bytes).done());
        QCOMPARE(read().secret, bytes);
        QVERIFY(remove().done());
        QCOMPARE(read().outcome, Outcome::NotFound);
        QVERIFY(remove().done()); // there was none
    }

    void askerDestroyed_getsNoAnswer()
    {
        auto asker = std::make_unique<QObject>();
        bool answered = false;
        m_keychain.read(u"profile"_s, asker.get(), [&](const SecretAnswer &) { answered = true; });
        asker.reset();
        QCOMPARE(read().outcome, Outcome::NotFound); // requests are answered in order
        QVERIFY(!answered);
    }

    // A locked keychain answers like an empty one, but the user must not see it as empty. From here on it stays locked: only a user can
    // unlock it, and no user is asked here.
    void lockedKeychain_isNotTreatedAsEmpty()
    {
        QVERIFY(write("s3cr3t").done());
        lock();
        const auto unread = read();
        QCOMPARE(unread.outcome, Outcome::Failed);
        QVERIFY2(unread.sentence.contains(u"locked"_s), qPrintable(unread.sentence));
        QVERIFY(unread.secret.empty());
        const auto kept = remove();
        QCOMPARE(kept.outcome, Outcome::Failed);
        QVERIFY2(kept.sentence.contains(u"the password stays in it"_s), qPrintable(kept.sentence));
        const auto unwritten = write("another");
        QCOMPARE(unwritten.outcome, Outcome::Failed);
        QVERIFY2(unwritten.sentence.contains(u"locked"_s), qPrintable(unwritten.sentence));
    }

    void daemonGone_givesNoPassword()
    {
        stopDaemon();
        QVERIFY(!read().done());
        const auto unwritten = write("another");
        QVERIFY(!unwritten.done());
        QVERIFY(!unwritten.sentence.isEmpty());
    }

private:
    using Ask = std::function<void(SecretStore::Then)>;

    SecretAnswer answered(const Ask &ask)
    {
        std::optional<SecretAnswer> answer;
        ask([&](const SecretAnswer &given) { answer = given; });
        if (!QTest::qWaitFor([&] { return answer.has_value(); }, 40'000))
            qFatal("the keychain has not answered");
        return *answer;
    }

    SecretAnswer read()
    {
        return answered([this](auto then) { m_keychain.read(u"profile"_s, this, std::move(then)); });
    }

    SecretAnswer write(const std::string &secret)
    {
        return answered([&](auto then) { m_keychain.write(u"profile"_s, secret, this, std::move(then)); });
    }

    SecretAnswer remove()
    {
        return answered([this](auto then) { m_keychain.remove(u"profile"_s, this, std::move(then)); });
    }

    static void lock()
    {
        auto order = QDBusMessage::createMethodCall(u"org.freedesktop.secrets"_s, u"/org/freedesktop/secrets"_s,
                                                    u"org.freedesktop.Secret.Service"_s, u"Lock"_s);
        const QList<QDBusObjectPath> collections{QDBusObjectPath(u"/org/freedesktop/secrets/aliases/default"_s)};
        order << QVariant::fromValue(collections);
        const auto answer = QDBusConnection::sessionBus().call(order);
        QVERIFY2(answer.type() == QDBusMessage::ReplyMessage, qPrintable(answer.errorMessage()));
    }

    void stopDaemon()
    {
        m_daemon.kill();
        m_daemon.waitForFinished();
        QTRY_VERIFY(!isServed());
    }

    static bool isServed() { return QDBusConnection::sessionBus().interface()->isServiceRegistered(u"org.freedesktop.secrets"_s).value(); }

    Keychain m_keychain;
    QProcess m_daemon;
};

int main(int argc, char **argv)
{
    Session own;
    session = &own;
    QCoreApplication application(argc, argv);
    KeychainTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_keychain.moc"
