// SPDX-License-Identifier: MIT
// `lockscope lab --check` as a program: how it ends early, and what it leaves. A whole check takes minutes; its parts have tests of their own.
#include "support/lockscope_process.h"
#include "support/test_program.h"

#include "app/lab/lab_options.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace lockcore::test;
using namespace lockscope;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QString refusal(const QStringList &words)
{
    const auto options = parseLabOptions(words);
    return options ? QString() : QString::fromStdString(options.error().text);
}

} // namespace

class TestCheckCommand final : public QObject
{
    Q_OBJECT

private slots:
    void options_areRead();
    void options_belongTogether();
    void missingProgram_isWrongUsage();
    void missingServer_isSaid();
    void brokenWorker_isNotTestedFurther();
    void interruption_keepsWhatWasPlayed();
};

void TestCheckCommand::options_areRead()
{
    const auto options = parseLabOptions({u"--html"_s, u"a.html"_s, u"--json"_s, u"a.json"_s, u"--junit"_s, u"a.xml"_s, u"--time"_s,
                                          u"30s"_s, u"--check"_s, u"python3"_s, u"w.py"_s, u"--json"_s});
    QVERIFY2(options.ok(), options ? "" : options.error().text.c_str());
    QVERIFY(options->what == LabOptions::What::Check);
    QCOMPARE(options->html, u"a.html"_s);
    QCOMPARE(options->jsonFile, u"a.json"_s);
    QVERIFY(options->checkTime == 30s);
    QCOMPARE(options->command, (std::vector<std::string>{"python3", "w.py", "--json"}));
    const auto after = parseLabOptions({u"--check"_s, u"--json"_s, u"a.json"_s, u"--"_s, u"./w"_s});
    QCOMPARE(after->jsonFile, u"a.json"_s);
    QCOMPARE(parseLabOptions({u"--check"_s, u"token"_s})->protocol, "token");
    QVERIFY(parseLabOptions({u"--json"_s, u"--suite"_s, u"./w"_s})->json);
}

void TestCheckCommand::options_belongTogether()
{
    QVERIFY(refusal({u"--check"_s}).contains(u"the command that starts a worker"_s));
    QVERIFY(refusal({u"--html"_s, u"a"_s, u"--suite"_s}).contains(u"--html"_s));
    QVERIFY(refusal({u"--check"_s, u"--json"_s}).contains(u"--json FILE"_s));
    QVERIFY(refusal({u"--url"_s, u"redis://x"_s, u"--check"_s, u"./w"_s}).contains(u"no --url"_s));
    QVERIFY(refusal({u"--time"_s, u"soon"_s, u"--check"_s, u"./w"_s}).startsWith(u"--time"_s));
    QVERIFY(refusal({u"--baseline"_s, u"b"_s, u"--check"_s, u"./w"_s}).contains(u"--suite"_s));
}

void TestCheckCommand::missingProgram_isWrongUsage()
{
    LockscopeProcess check({u"lab"_s, u"--check"_s, u"/no/such/worker"_s});
    QVERIFY(check.waitEnd());
    QCOMPARE(check.exitCode(), 2);
    QVERIFY2(check.out().contains("there is no program \"/no/such/worker\""), check.out().constData());
}

void TestCheckCommand::missingServer_isSaid()
{
    LockscopeProcess check({u"lab"_s, u"--server"_s, u"/no/such/server"_s, u"--check"_s, u"token"_s});
    QVERIFY(check.waitEnd());
    QCOMPARE(check.exitCode(), 69);
    QVERIFY2(check.out().contains("It could not be checked"), check.out().constData());
}

void TestCheckCommand::brokenWorker_isNotTestedFurther()
{
    const QTemporaryDir folder;
    const auto html = folder.filePath(u"check.html"_s);
    LockscopeProcess check({u"lab"_s, u"--html"_s, html, u"--runs"_s, folder.path(), u"--check"_s, u"/usr/bin/python3"_s,
                            QStringLiteral(BROKEN_WORKER), u"negative-count"_s});
    QVERIFY(check.waitEnd());
    QCOMPARE(check.exitCode(), 1);
    QVERIFY2(check.out().contains("fails its self-test"), check.out().constData());
    QVERIFY2(check.out().contains("count"), check.out().constData());
    QVERIFY2(check.out().contains("stories: not played"), check.out().constData());
    QVERIFY2(check.err().startsWith("self-test: "), check.err().constData()); // redirected: a line for each part
    QVERIFY(contentOf(html).contains("fails its self-test"));
}

void TestCheckCommand::interruption_keepsWhatWasPlayed()
{
    const QTemporaryDir folder;
    const auto json = folder.filePath(u"check.json"_s);
    LockscopeProcess check({u"lab"_s, u"--json"_s, json, u"--runs"_s, folder.path(), u"--seed"_s, u"7"_s, u"--check"_s, u"token"_s});
    const QDir runs(folder.filePath(u"check-7"_s));
    QVERIFY(check.waitFor([&] { return QFile::exists(runs.path() + u"/compare-and-delete-7/verdict.json"_s); }));
    check.interrupt();
    QVERIFY(check.waitEnd());
    QCOMPARE(check.exitCode(), 3);
    QVERIFY2(check.out().contains("Stopped."), check.out().constData());
    QVERIFY2(check.out().contains("not played: stopped"), check.out().constData());
    const auto all = QJsonDocument::fromJson(contentOf(json)).object();
    QVERIFY(all[u"stopped"_s].toBool());
    QCOMPARE(contentOf(runs.path() + u"/check.json"_s), contentOf(json));
    QVERIFY(contentOf(runs.path() + u"/check.html"_s).contains("Stopped."));
}

LOCKSCOPE_TEST(TestCheckCommand)
#include "tst_check_command.moc"
