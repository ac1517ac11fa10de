// SPDX-License-Identifier: MIT
// The desktop's preferences, reported by a fake portal at the other end of a private D-Bus connection: no bus of the machine is used.
#include "support/test_program.h"

#include "ui/widgets/desktop_wishes.h"

#include <QApplication>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusMetaType>
#include <QDBusServer>
#include <QDBusVariant>
#include <QDBusVirtualObject>
#include <QSignalSpy>
#include <QStyle>
#include <QTemporaryDir>
#include <QTest>

#include <optional>

using namespace lockscope;
using namespace Qt::Literals::StringLiterals;

namespace {

const QString path = u"/org/freedesktop/portal/desktop"_s;
const QString settings = u"org.freedesktop.portal.Settings"_s;
const QString common = u"org.freedesktop.appearance"_s;
const QString gnome = u"org.gnome.desktop.interface"_s;

using Groups = QMap<QString, QVariantMap>;

class Portal final : public QDBusVirtualObject
{
public:
    bool handleMessage(const QDBusMessage &message, const QDBusConnection &connection) override
    {
        if (message.interface() != settings || message.member() != u"ReadAll")
            return false;
        asked = message.arguments().constFirst().toStringList();
        return connection.send(refuses ? message.createErrorReply(QDBusError::AccessDenied, u"no"_s)
                                       : message.createReply(QVariant::fromValue(groups)));
    }

    QString introspect(const QString &) const override { return {}; }

    Groups groups;
    QStringList asked;
    bool refuses = false;
};

} // namespace

Q_DECLARE_METATYPE(Groups)

class DesktopTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { qDBusRegisterMetaType<Groups>(); }

    void init()
    {
        m_portal = std::make_unique<Portal>();
        m_server = std::make_unique<QDBusServer>(u"unix:path=%1/bus"_s.arg(m_folder.path()));
        QVERIFY2(m_server->isConnected(), qPrintable(m_server->lastError().message()));
        connect(m_server.get(), &QDBusServer::newConnection, this, [this](const QDBusConnection &connection) {
            m_theirs = connection;
            m_theirs->registerVirtualObject(path, m_portal.get());
        });
        m_ours = QDBusConnection::connectToPeer(m_server->address(), u"window"_s);
        QTRY_VERIFY(m_theirs && m_ours->isConnected());
        m_heard.clear();
    }

    void cleanup()
    {
        heedSystem({});
        applyAppearance(Appearance::System);
        m_wishes.reset();
        m_ours.reset();
        QDBusConnection::disconnectFromPeer(u"window"_s);
        if (m_theirs)
            m_theirs->unregisterObject(path); // the connection is closed in a thread of its own, perhaps after the portal has gone
        m_theirs.reset();
        m_server.reset();
    }

    void portalSetting_isReported_data()
    {
        QTest::addColumn<QString>("group");
        QTest::addColumn<QString>("key");
        QTest::addColumn<QVariant>("value");
        QTest::addColumn<int>("scheme");
        QTest::addColumn<bool>("moreContrast");
        QTest::addColumn<bool>("lessMotion");
        using Scheme = SystemWishes::Scheme;
        const auto row = [](const char *name, const QString &group, const QString &key, const QVariant &value, Scheme scheme,
                            bool moreContrast, bool lessMotion) {
            QTest::newRow(name) << group << key << value << static_cast<int>(scheme) << moreContrast << lessMotion;
        };
        row("dark", common, u"color-scheme"_s, 1U, Scheme::Dark, false, false);
        row("light", common, u"color-scheme"_s, 2U, Scheme::Light, false, false);
        row("contrast", common, u"contrast"_s, 1U, Scheme::Unsaid, true, false);
        row("reduced motion", common, u"reduced-motion"_s, 1U, Scheme::Unsaid, false, true);
        row("no animations", gnome, u"enable-animations"_s, false, Scheme::Unsaid, false, true);
    }

    // At start and later, and reverted.
    void portalSetting_isReported()
    {
        QFETCH(const QString, group);
        QFETCH(const QString, key);
        QFETCH(const QVariant, value);
        QFETCH(const int, scheme);
        QFETCH(const bool, moreContrast);
        QFETCH(const bool, lessMotion);
        const SystemWishes expected{static_cast<SystemWishes::Scheme>(scheme), moreContrast, lessMotion};
        m_portal->groups[group][key] = value;
        ask();
        QTRY_COMPARE(m_heard.size(), 1);
        QCOMPARE(m_portal->asked, (QStringList{common, gnome}));
        QVERIFY(m_heard.constLast() == expected);
        const bool animations = group == gnome;
        tell(group, key, animations ? QVariant(true) : QVariant(0U));
        QTRY_COMPARE(m_heard.size(), 2);
        QVERIFY(m_heard.constLast() == SystemWishes());
        tell(group, key, value);
        QTRY_COMPARE(m_heard.size(), 3);
        QVERIFY(m_heard.constLast() == expected);
    }

    void uselessSettings_areIgnored()
    {
        m_portal->groups[common][u"color-scheme"_s] = 7U; // of a later version
        m_portal->groups[gnome][u"enable-animations"_s] = true;
        m_portal->groups[gnome][u"cursor-size"_s] = 24;
        ask();
        QTRY_VERIFY(!m_portal->asked.isEmpty());
        tell(gnome, u"clock-format"_s, u"24h"_s);
        tell(common, u"contrast"_s, 1U); // after all the others, because messages arrive in order
        QTRY_COMPARE(m_heard.size(), 1);
        QVERIFY(m_heard.constLast() == (SystemWishes{.moreContrast = true}));
    }

    void refusal_keepsTheTheme()
    {
        m_portal->refuses = true;
        ask();
        tell(common, u"contrast"_s, 1U);
        QTRY_COMPARE(m_heard.size(), 1);
        QVERIFY(m_heard.constLast() == (SystemWishes{.moreContrast = true}));
    }

    void noBus_reportsNothing()
    {
        DesktopWishes wishes(QDBusConnection(u"none"_s), {});
        QSignalSpy spy(&wishes, &DesktopWishes::changed);
        QCoreApplication::processEvents();
        QCOMPARE(spy.size(), 0);
    }

    void systemTheme_isFollowed()
    {
        applyAppearance(Appearance::System);
        heedSystem({.scheme = SystemWishes::Scheme::Dark});
        QVERIFY(QApplication::palette() == paletteOf(Appearance::Dark));
        heedSystem({.scheme = SystemWishes::Scheme::Dark, .moreContrast = true});
        QVERIFY(QApplication::palette() == paletteOf(Appearance::HighContrastDark));
        heedSystem({.scheme = SystemWishes::Scheme::Light, .moreContrast = true});
        QVERIFY(QApplication::palette() == paletteOf(Appearance::HighContrastLight));
        applyAppearance(Appearance::Light);
        heedSystem({.scheme = SystemWishes::Scheme::Dark});
        QVERIFY(QApplication::palette() == paletteOf(Appearance::Light)); // the user's own choice wins
        applyAppearance(Appearance::System);
        QVERIFY(QApplication::palette() == paletteOf(Appearance::Dark));
    }

    void motionSetting_isFollowed()
    {
        const bool before = wantsLessMotion();
        heedSystem({.lessMotion = true});
        QVERIFY(wantsLessMotion());
        QCOMPARE(QApplication::style()->styleHint(QStyle::SH_Widget_Animation_Duration), 0);
        heedSystem({});
        QCOMPARE(wantsLessMotion(), before);
    }

private:
    void ask()
    {
        m_wishes = std::make_unique<DesktopWishes>(*m_ours, QString());
        connect(m_wishes.get(), &DesktopWishes::changed, this, [this](const SystemWishes &wishes) { m_heard << wishes; });
    }

    void tell(const QString &group, const QString &key, const QVariant &value)
    {
        auto signal = QDBusMessage::createSignal(path, settings, u"SettingChanged"_s);
        signal << group << key << QVariant::fromValue(QDBusVariant(value));
        QVERIFY(m_theirs->send(signal));
    }

    QTemporaryDir m_folder;
    std::unique_ptr<Portal> m_portal;
    std::unique_ptr<QDBusServer> m_server;
    std::optional<QDBusConnection> m_theirs, m_ours;
    std::unique_ptr<DesktopWishes> m_wishes;
    QList<SystemWishes> m_heard;
};

LOCKSCOPE_TEST(DesktopTest)
#include "tst_desktop.moc"
