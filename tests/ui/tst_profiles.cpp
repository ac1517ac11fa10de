// SPDX-License-Identifier: MIT
#include "support/test_program.h"

#include "ui/profiles/keychain.h"
#include "ui/profiles/profile_file.h"
#include "ui/profiles/secret_store.h"

#include <QDir>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

using namespace lockcore;
using namespace lockscope;
using namespace std::chrono_literals;
using namespace Qt::Literals::StringLiterals;

namespace {

Profile profileNamed(const QString &name)
{
    auto profile = newProfile();
    profile.name = name;
    profile.endpoint = *Endpoint::parse("rediss://ops@prod-7:6380/3?ca=/etc/ca.pem&cert=/c.pem&key=/k.pem");
    profile.password = PasswordPlace::Keychain;
    profile.patterns = {u"jobs:*:owner"_s, u"stamp:*,type=string,value=timestamp"_s};
    profile.formats.resize(1);
    profile.formats.front().name = "ledger";
    profile.formats.front().note = "größer \"als\"";
    profile.formats.front().keys = {"ledger:*:busy", "a\\*"};
    profile.formats.front().type = "hash";
    profile.deep = true;
    profile.production = true;
    profile.noTraces = true;
    profile.lastUsed = QDateTime::fromMSecsSinceEpoch(1'700'000'000'123, Qt::UTC);
    return profile;
}

} // namespace

class ProfilesTest final : public QObject
{
    Q_OBJECT

private slots:
    void init() { QVERIFY(m_folder.emplace().isValid()); }

    void noFile_meansNoProfiles()
    {
        const auto profiles = file().load();
        QVERIFY(profiles && profiles->isEmpty());
        QVERIFY(!QFileInfo::exists(path()));
    }

    void saved_isReadBackCompletely()
    {
        const auto profile = profileNamed(u"prod-7"_s);
        QVERIFY(file().put(profile));
        const auto profiles = file().load();
        QVERIFY(profiles);
        QCOMPARE(profiles->size(), 1);
        QVERIFY(profiles->front() == profile);
    }

    void file_isReadableByItsOwnerAlone()
    {
        QVERIFY(file().put(profileNamed(u"a"_s)));
        const auto others = QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther;
        QVERIFY(!(QFileInfo(path()).permissions() & others));
        QFile(path()).setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ReadOther);
        QVERIFY(file().put(profileNamed(u"b"_s)));
        QVERIFY(!(QFileInfo(path()).permissions() & others));
        QCOMPARE(QDir(QFileInfo(path()).path()).entryList(QDir::Files | QDir::Hidden), QStringList{u"profiles.json"_s});
    }

    void password_isNeverWritten()
    {
        auto profile = profileNamed(u"a"_s);
        profile.endpoint.password = "s3cr3t-word";
        QVERIFY(file().put(profile));
        QVERIFY(!content().contains("s3cr3t-word"));
    }

    void order_isLastUsedFirstThenByName()
    {
        auto never = profileNamed(u"b-never"_s), alsoNever = profileNamed(u"a-never"_s), early = profileNamed(u"early"_s);
        never.lastUsed = alsoNever.lastUsed = {};
        const auto late = profileNamed(u"late"_s);
        early.lastUsed = late.lastUsed.addDays(-1);
        for (const auto &profile : {never, early, late, alsoNever})
            QVERIFY(file().put(profile));
        QStringList names;
        const auto profiles = file().load();
        for (const auto &profile : *profiles)
            names << profile.name;
        QCOMPARE(names, (QStringList{u"late"_s, u"early"_s, u"a-never"_s, u"b-never"_s}));
    }

    void nameTaken_isRefused()
    {
        QVERIFY(file().put(profileNamed(u"prod"_s)));
        const auto second = file().put(profileNamed(u"prod"_s));
        QVERIFY(!second);
        QVERIFY2(second.error().text.find("\"prod\"") != std::string::npos, second.error().text.c_str());
        QCOMPARE(file().load()->size(), 1);
    }

    void twoWindows_keepEachOthersChanges()
    {
        auto one = file(), other = file();
        QVERIFY(one.load() && other.load());
        QVERIFY(one.put(profileNamed(u"one"_s)));
        QVERIFY(other.put(profileNamed(u"other"_s)));
        QCOMPARE(file().load()->size(), 2);
        QVERIFY(one.remove(file().named(u"other"_s)->id));
        QCOMPARE(file().load()->size(), 1);
    }

    void badFile_isNamedAndKeptUnderAnotherName_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("says");
        const QByteArray head = R"({"version": 1, "profiles": [{"id": "x", "name": "a", "password": "none", "url": )";
        QTest::newRow("not JSON") << QByteArray("{\"version\": 1,\n oops") << u"line 2"_s;
        QTest::newRow("something else") << QByteArray("[]") << u"not a list of profiles"_s;
        QTest::newRow("newer") << QByteArray(R"({"version": 2, "profiles": []})") << u"newer"_s;
        QTest::newRow("no URL") << head + R"("http://h"}]})" << u"profile 1: its \"url\""_s;
        QTest::newRow("a password") << head + R"("redis://:s3cr3t-word@h"}]})" << u"contains a password"_s;
        QTest::newRow("no such place") << QByteArray(head).replace("none", "file") + R"("redis://h"}]})" << u"keychain, ask"_s;
        QTest::newRow("formats that are no list") << head + R"("redis://h", "formats": {}}]})" << u"\"formats\" is not a list"_s;
        QTest::newRow("a bad format") << head + R"("redis://h", "formats": [{"name": "a", "keys": ["*"]}]}]})"
                                      << u"\"keys\" of the format \"a\""_s;
        QTest::newRow("a bad pattern") << head + R"("redis://h", "patterns": ["a,type=stream"]}]})" << u"pattern"_s;
        QTest::newRow("twice") << head + R"("redis://h"}, {"id": "x", "name": "b", "password": "none", "url": "redis://h"}]})"
                               << u"same name or id"_s;
        QTest::newRow("too large") << QByteArray(2 * 1024 * 1024, ' ') << u"larger"_s;
    }

    void badFile_isNamedAndKeptUnderAnotherName()
    {
        QFETCH(QByteArray, content);
        QFETCH(QString, says);
        write(content);
        const auto profiles = file().load();
        QVERIFY(!profiles);
        const auto sentence = QString::fromStdString(profiles.error().text);
        QVERIFY2(sentence.contains(says) && sentence.contains(path()), qPrintable(sentence));
        QVERIFY(!sentence.contains(u"s3cr3t"_s));
        QCOMPARE(this->content(), content); // reading changes nothing
        QVERIFY(file().put(profileNamed(u"new"_s)));
        QCOMPARE(file().load()->size(), 1);
        QFile aside(path() + u".unreadable"_s);
        QVERIFY(aside.open(QIODevice::ReadOnly));
        QCOMPARE(aside.readAll(), content);
        QCOMPARE(file().keptAsideName(), u"profiles.json.unreadable-2"_s); // the next one does not replace it
    }

    void folderCannotBeCreated_isReported()
    {
        write("in the way");
        ProfileFile below(path() + u"/profiles.json"_s);
        const auto put = below.put(profileNamed(u"a"_s));
        QVERIFY(!put);
        QVERIFY2(put.error().text.find("could not be written") != std::string::npos, put.error().text.c_str());
    }

    void unknownName_listsKnownNames()
    {
        const auto none = file().named(u"prod"_s);
        QVERIFY(!none && none.error().text.find("there are no profiles") != std::string::npos);
        QVERIFY(file().put(profileNamed(u"staging"_s)));
        const auto missing = file().named(u"prod"_s);
        QVERIFY(!missing);
        QVERIFY2(missing.error().text.find("\"staging\"") != std::string::npos, missing.error().text.c_str());
    }

    void target_hasTheProfilesSettings()
    {
        const auto target = targetOf(profileNamed(u"prod"_s));
        QCOMPARE(target.name, u"prod"_s);
        QCOMPARE(target.patterns.size(), 3u);
        QVERIFY(target.patterns.back().library == "ledger");
        QVERIFY(target.deep && target.production && !target.readOnly && target.noTraces && !target.own);
        QVERIFY(target.password == PasswordPlace::Keychain);
    }

    void nameOfAProfile_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("good");
        QTest::newRow("plain") << u"prod-7"_s << true;
        QTest::newRow("emoji") << u"prod 🔒"_s << true;
        QTest::newRow("empty") << QString() << false;
        QTest::newRow("blanks") << u"  "_s << false;
        QTest::newRow("a line end") << u"a\nb"_s << false;
        QTest::newRow("overlong") << QString(81, u'x') << false;
    }

    void nameOfAProfile()
    {
        QFETCH(QString, name);
        QTEST(complaintAbout(name).isEmpty(), "good");
    }

    // The real one, in a session without a bus: it answers, and stores nothing anywhere.
    void noSession_keychainReportsIt()
    {
        qputenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent/bus");
        Keychain keychain;
        const auto read = readSecret(keychain, u"nobody"_s, 20s);
        QVERIFY(!read.done() && read.outcome != SecretAnswer::Outcome::NotFound);
        QVERIFY2(!read.sentence.isEmpty() && !read.sentence.contains(u"within"_s), qPrintable(read.sentence));
        std::optional<SecretAnswer> written;
        keychain.write(u"nobody"_s, "s3cr3t-word", this, [&](const SecretAnswer &answer) { written = answer; });
        QTRY_VERIFY_WITH_TIMEOUT(written, 20'000);
        QVERIFY(!written->done());
        QVERIFY2(!written->sentence.contains(u"s3cr3t"_s), qPrintable(written->sentence));
    }

    void silentKeychain_timesOut()
    {
        class Silent final : public SecretStore
        {
            void read(const QString &, QObject *, Then) override { }
            void write(const QString &, const std::string &, QObject *, Then) override { }
            void remove(const QString &, QObject *, Then) override { }
        };
        Silent store;
        const auto answer = readSecret(store, u"x"_s, 50ms);
        QVERIFY(answer.outcome == SecretAnswer::Outcome::Failed);
        QVERIFY(answer.sentence.contains(u"1 s"_s));
    }

private:
    QString path() const { return m_folder->filePath(u"config/profiles.json"_s); }
    ProfileFile file() const { return ProfileFile(path()); }

    QByteArray content() const
    {
        QFile file(path());
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    void write(const QByteArray &content)
    {
        QVERIFY(QDir().mkpath(QFileInfo(path()).path()));
        QFile file(path());
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
    }

    std::optional<QTemporaryDir> m_folder;
};

LOCKSCOPE_TEST(ProfilesTest)
#include "tst_profiles.moc"
