// SPDX-License-Identifier: MIT
#include "support/test_program.h"

#include "app/command/chosen_server.h"
#include "app/command/help.h"
#include "app/command/options.h"
#include "ui/profiles/profile_file.h"

#include <QTemporaryDir>
#include <QTemporaryFile>
#include <QTest>

#include <functional>

using namespace lockcore;
using namespace lockscope;
using namespace std::chrono_literals;
using namespace Qt::Literals::StringLiterals;

class OptionsTest final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanupTestCase() { init(); }
    void nothingGiven_meansTheLocalServer();
    void environment_namesTheServer();
    void argument_overridesEnvironment();
    void everyOption_isRead();
    void passwordFile_isRead();
    void map_saysWhereAnnouncedAddressesAre();
    void wrongUsage_isOneSentence_data();
    void wrongUsage_isOneSentence();
    void wrongUrl_doesNotShowThePassword();
    void failIfAny_isOnlyForList();
    void help_comesBeforeErrors();
    void helpText_namesEveryOption();
    void csv_isOnlyForList();
    void attentionAfter_isOnlyForWatchAndADuration();
    void byPrefix_isOnlyForWatchAndAtLeastASecond();
    void profile_providesServerAndPatterns();
    void profile_unknownOrBesideAUrl_isRefused();
    void profilePassword_comesFromEnvironmentOrIsRequired();
    void target_hasTheProfilesRestrictions();

private:
    void save(const QString &name, const std::function<void(Profile &)> &change = {});

    QTemporaryDir m_config;
};

void OptionsTest::init()
{
    qunsetenv("LOCKSCOPE_URL");
    qunsetenv("LOCKSCOPE_PASSWORD");
    qputenv("XDG_CONFIG_HOME", m_config.path().toLocal8Bit());
    qputenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent/bus");
    QFile::remove(ProfileFile::usualPath());
}

void OptionsTest::save(const QString &name, const std::function<void(Profile &)> &change)
{
    auto profile = newProfile();
    profile.name = name;
    profile.endpoint.host = "prod-7";
    if (change)
        change(profile);
    QVERIFY(ProfileFile::usualPath().startsWith(m_config.path()));
    QVERIFY(ProfileFile(ProfileFile::usualPath()).put(profile));
}

void OptionsTest::csv_isOnlyForList()
{
    QVERIFY(parseOptions(Command::List, {u"--csv"_s})->csv);
    QVERIFY(!parseOptions(Command::Watch, {u"--csv"_s}));
    const auto both = parseOptions(Command::List, {u"--csv"_s, u"--json"_s});
    QVERIFY(!both && both.error().text.find("choose one") != std::string::npos);
}

void OptionsTest::attentionAfter_isOnlyForWatchAndADuration()
{
    QCOMPARE(parseOptions(Command::Watch, {})->attentionAfter, Milliseconds(std::chrono::minutes(10)));
    QCOMPARE(parseOptions(Command::Watch, {u"--attention-after"_s, u"90s"_s})->attentionAfter, Milliseconds(90'000));
    for (const auto &wrong : {u"0s"_s, u"10"_s, u"soon"_s}) {
        const auto options = parseOptions(Command::Watch, {u"--attention-after"_s, wrong});
        QVERIFY2(!options && options.error().text.find("--attention-after") != std::string::npos, qPrintable(wrong));
    }
    QVERIFY(!parseOptions(Command::List, {u"--attention-after"_s, u"90s"_s}));
}

void OptionsTest::byPrefix_isOnlyForWatchAndAtLeastASecond()
{
    QVERIFY(!parseOptions(Command::Watch, {})->byPrefix);
    QCOMPARE(parseOptions(Command::Watch, {u"--by-prefix"_s, u"10s"_s})->byPrefix, Milliseconds(10'000));
    for (const auto &wrong : {u"0s"_s, u"10"_s, u"500ms"_s}) {
        const auto options = parseOptions(Command::Watch, {u"--by-prefix"_s, wrong});
        QVERIFY2(!options && options.error().text.find("--by-prefix") != std::string::npos, qPrintable(wrong));
    }
    QVERIFY(!parseOptions(Command::List, {u"--by-prefix"_s, u"10s"_s}));
}

void OptionsTest::profile_providesServerAndPatterns()
{
    save(u"prod"_s, [](Profile &profile) {
        profile.deep = true;
        profile.patterns = QStringList{u"a:*"_s};
    });
    qputenv("LOCKSCOPE_URL", "redis://elsewhere");
    const auto options = parseOptions(Command::Watch, {u"--profile"_s, u"prod"_s, u"--pattern"_s, u"b:*"_s});
    QVERIFY2(options, options ? "" : options.error().text.c_str());
    QCOMPARE(options->endpoint.host, "prod-7");
    QCOMPARE(options->patterns.size(), 2u);
    QVERIFY(options->deep);
}

void OptionsTest::profile_unknownOrBesideAUrl_isRefused()
{
    save(u"staging"_s);
    const auto unknown = parseOptions(Command::List, {u"--profile"_s, u"prod"_s});
    QVERIFY(!unknown);
    QVERIFY2(unknown.error().text.find("\"staging\"") != std::string::npos, unknown.error().text.c_str());
    QVERIFY(!parseOptions(Command::List, {u"--profile"_s, u"staging"_s, u"redis://h"_s}));
    QFile file(ProfileFile::usualPath());
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("{ oops");
    file.close();
    const auto bad = parseOptions(Command::List, {u"--profile"_s, u"staging"_s});
    QVERIFY2(!bad && bad.error().text.find("profiles.json") != std::string::npos, bad ? "" : bad.error().text.c_str());
}

void OptionsTest::profilePassword_comesFromEnvironmentOrIsRequired()
{
    save(u"asks"_s, [](Profile &profile) { profile.password = PasswordPlace::Ask; });
    save(u"keychain"_s, [](Profile &profile) { profile.password = PasswordPlace::Keychain; });
    save(u"none"_s);
    for (const auto &name : {u"asks"_s, u"keychain"_s}) { // without a session there is no keychain
        const auto missing = parseOptions(Command::List, {u"--profile"_s, name});
        QVERIFY(!missing);
        QVERIFY2(missing.error().text.find("LOCKSCOPE_PASSWORD") != std::string::npos, missing.error().text.c_str());
    }
    QVERIFY(parseOptions(Command::List, {u"--profile"_s, u"none"_s})->endpoint.password.empty());
    qputenv("LOCKSCOPE_PASSWORD", "tops3cret");
    for (const auto &name : {u"asks"_s, u"keychain"_s})
        QCOMPARE(parseOptions(Command::List, {u"--profile"_s, name})->endpoint.password, "tops3cret");
}

void OptionsTest::target_hasTheProfilesRestrictions()
{
    save(u"prod"_s, [](Profile &profile) { profile.production = profile.readOnly = true; });
    const auto target = profileTarget(u"prod"_s, {});
    QVERIFY(target && target->production && target->readOnly);
}

void OptionsTest::nothingGiven_meansTheLocalServer()
{
    const auto options = parseOptions(Command::List, {});
    QVERIFY(options);
    QVERIFY(options->endpoint == Endpoint());
    QCOMPARE(options->timeout, 5000ms);
    QVERIFY(options->filter.empty() && options->patterns.empty());
    QVERIFY(!options->json && !options->deep && !options->failIfAny && !options->help);
}

void OptionsTest::environment_namesTheServer()
{
    qputenv("LOCKSCOPE_URL", "redis://ops@prod-7:6380/3");
    qputenv("LOCKSCOPE_PASSWORD", "tops3cret");
    const auto options = parseOptions(Command::Watch, {});
    QVERIFY(options);
    QCOMPARE(options->endpoint.host, "prod-7");
    QCOMPARE(options->endpoint.db, 3);
    QCOMPARE(options->endpoint.password, "tops3cret");
    qputenv("LOCKSCOPE_URL", "http://prod-7");
    const auto wrong = parseOptions(Command::Watch, {});
    QVERIFY(!wrong);
    QVERIFY2(wrong.error().text.starts_with("LOCKSCOPE_URL: "), wrong.error().text.c_str());
}

void OptionsTest::argument_overridesEnvironment()
{
    qputenv("LOCKSCOPE_URL", "redis://prod-7");
    QCOMPARE(parseOptions(Command::List, {u"redis://prod-8"_s})->endpoint.host, "prod-8");
}

void OptionsTest::everyOption_isRead()
{
    const auto options =
        parseOptions(Command::List, {u"--json"_s, u"--deep"_s, u"--fail-if-any"_s, u"--filter"_s, u"-state:held ttl<5s"_s, u"--pattern"_s,
                                     u"a:*"_s, u"unix:///run/r.sock?db=2"_s, u"--pattern=b:*"_s, u"--timeout"_s, u"300ms"_s});
    QVERIFY2(options, options ? "" : options.error().text.c_str());
    QVERIFY(options->json && options->deep && options->failIfAny);
    QCOMPARE(options->filter.text(), "-state:held ttl<5s");
    QCOMPARE(options->patterns.size(), 2u);
    QCOMPARE(options->patterns[1].keys.at(0), "b:*");
    QCOMPARE(options->endpoint.path, "/run/r.sock");
    QCOMPARE(options->timeout, 300ms);
}

void OptionsTest::passwordFile_isRead()
{
    QTemporaryFile file; // made with mode 0600
    QVERIFY(file.open());
    file.write("from-a-file\nsecond line\n");
    file.close();
    const auto options = parseOptions(Command::List, {u"--password-file"_s, file.fileName()});
    QVERIFY(options);
    QCOMPARE(options->endpoint.password, "from-a-file");
    QVERIFY(!parseOptions(Command::List, {u"--password-file"_s, file.fileName() + u".missing"_s}));
}

void OptionsTest::map_saysWhereAnnouncedAddressesAre()
{
    const auto options = parseOptions(Command::List, {u"redis-cluster://h"_s, u"--map"_s, u"172.17.0.2:6379=10.0.0.5:7001"_s, u"--map"_s,
                                                      u"172.17.0.3=10.0.0.5:7002,172.17.0.4=10.0.0.5:7003"_s});
    QVERIFY(options);
    const auto &map = options->endpoint.cluster->reachable;
    QCOMPARE(map.size(), std::size_t(3));
    QCOMPARE(lockcore::toString(lockcore::reachable(map, {"172.17.0.2", 6379})), std::string("10.0.0.5:7001"));
    QCOMPARE(lockcore::toString(lockcore::reachable(map, {"172.17.0.4", 6379})), std::string("10.0.0.5:7003"));
    const auto sentinels = parseOptions(Command::Watch, {u"redis+sentinel://h/stock"_s, u"--map"_s, u"a:1=b:2"_s});
    QVERIFY(sentinels);
    QCOMPARE(sentinels->endpoint.group->reachable.size(), std::size_t(1));
}

void OptionsTest::wrongUsage_isOneSentence_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("says");
    QTest::newRow("unknown option") << QStringList{u"--colour"_s} << u"colour"_s;
    QTest::newRow("map of one server") << QStringList{u"redis://h"_s, u"--map"_s, u"a:1=b:2"_s}
                                       << u"write redis-sentinel:// or redis-cluster://"_s;
    QTest::newRow("half a map") << QStringList{u"redis-cluster://h"_s, u"--map"_s, u"a:1"_s}
                                << u"--map: the option map needs two addresses"_s;
    QTest::newRow("missing value") << QStringList{u"--filter"_s} << u"filter"_s;
    QTest::newRow("two servers") << QStringList{u"redis://a"_s, u"redis://b"_s} << u"2 URLs"_s;
    QTest::newRow("wrong filter") << QStringList{u"--filter"_s, u"tll<5s"_s} << u"--filter: did you mean 'ttl<5s'? in tll<5s"_s;
    QTest::newRow("two filters") << QStringList{u"--filter"_s, u"a"_s, u"--filter"_s, u"b"_s} << u"twice"_s;
    QTest::newRow("wrong pattern") << QStringList{u"--pattern"_s, u"a,type=stream"_s} << u"--pattern"_s;
    QTest::newRow("wrong duration") << QStringList{u"--timeout"_s, u"5"_s} << u"--timeout: \"5\""_s;
    QTest::newRow("no time at all") << QStringList{u"--timeout"_s, u"0s"_s} << u"--timeout"_s;
    QTest::newRow("wrong scheme") << QStringList{u"http://a"_s} << u"http"_s;
}

void OptionsTest::wrongUsage_isOneSentence()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, says);
    const auto options = parseOptions(Command::List, arguments);
    QVERIFY(!options);
    QCOMPARE(options.error().kind, ErrorKind::Refused);
    const auto text = QString::fromStdString(options.error().text);
    QVERIFY2(text.contains(says), qPrintable(text));
    QVERIFY(!text.contains(u'\n'));
}

void OptionsTest::wrongUrl_doesNotShowThePassword()
{
    for (const auto &url : {u"redis://ops:tops3cret@host:99999"_s, u"htp://ops:tops3cret@host"_s}) {
        const auto options = parseOptions(Command::List, {url});
        QVERIFY(!options);
        QVERIFY2(options.error().text.find("tops3cret") == std::string::npos, options.error().text.c_str());
    }
    const auto two = parseOptions(Command::List, {u"redis://a"_s, u"redis://ops:tops3cret@b"_s});
    QVERIFY2(two.error().text.find("tops3cret") == std::string::npos, two.error().text.c_str());
}

void OptionsTest::failIfAny_isOnlyForList() { QVERIFY(!parseOptions(Command::Watch, {u"--fail-if-any"_s})); }

void OptionsTest::help_comesBeforeErrors()
{
    for (const auto &option : {u"--help"_s, u"-h"_s}) {
        const auto options = parseOptions(Command::List, {u"http://x"_s, option});
        QVERIFY(options);
        QVERIFY(options->help);
    }
    QVERIFY(parseOptions(Command::List, {u"--version"_s})->version);
}

void OptionsTest::helpText_namesEveryOption()
{
    for (const auto command : {Command::List, Command::Watch}) {
        const auto help = helpFor(command);
        for (const auto &option :
             {u"--json"_s, u"--deep"_s, u"--filter"_s, u"--pattern"_s, u"--timeout"_s, u"--password-file"_s, u"--map"_s, u"--profile"_s,
              u"--help"_s, u"--version"_s, u"LOCKSCOPE_URL"_s, u"LOCKSCOPE_PASSWORD"_s, u"Exit codes"_s})
            QVERIFY2(help.contains(option), qPrintable(option));
        for (const auto &line : help.split(u'\n'))
            QVERIFY2(line.size() <= 80, qPrintable(line));
    }
    QVERIFY(helpFor(Command::List).contains(u"--fail-if-any"_s));
    QVERIFY(!helpFor(Command::Watch).contains(u"--fail-if-any"_s));
    QVERIFY(generalHelp().contains(u"lockscope watch"_s));
}

LOCKSCOPE_TEST(OptionsTest)
#include "tst_options.moc"
