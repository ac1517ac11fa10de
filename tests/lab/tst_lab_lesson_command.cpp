// SPDX-License-Identifier: MIT
// `lockscope lab --lesson` as a teacher runs it.
#include "support/lockscope_process.h"
#include "support/test_program.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace lockcore::test;
using namespace Qt::StringLiterals;

class TestLabLessonCommand final : public QObject
{
    Q_OBJECT

private slots:
    void lessons_areWritten();
    void missingServer_writesNoLesson();
    void unwritableFolder_exitsWithTwo();
    void wrongWords_areRefused_data();
    void wrongWords_areRefused();
};

void TestLabLessonCommand::lessons_areWritten()
{
    const QTemporaryDir home;
    const auto folder = home.filePath(u"for/a class"_s);
    LockscopeProcess process({u"lab"_s, u"--lesson"_s, folder});
    QVERIFY(process.waitEnd());
    QVERIFY2(process.exitCode() == 0, process.err());
    const QStringList files{u"1-deletion.html"_s, u"2-token.html"_s,   u"3-watchdog.html"_s,
                            u"4-pause.html"_s,    u"5-fencing.html"_s, u"answers.html"_s};
    QCOMPARE(QDir(folder).entryList(QDir::Files, QDir::Name), files);
    for (const auto &name : files) {
        QVERIFY2(process.out().contains((folder + u'/' + name + u'\n').toUtf8()), process.out());
        QFile file(folder + u'/' + name);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto html = QString::fromUtf8(file.readAll());
        QVERIFY(html.size() < 1'000'000 && html.contains(u"Content-Security-Policy"_s) && !html.contains(u"<script"_s));
        static const QRegularExpression link(uR"x((href|src)="([^#"][^"]*)")x"_s);
        for (auto found = link.globalMatch(html); found.hasNext();) // only to the others
            QVERIFY(files.contains(found.next().captured(2)));
        const auto steps = html.count(u"<input type=\"radio\""_s) - 1; // without the whole run
        QVERIFY2(name == files.last() || (steps >= 5 && steps <= 40), qPrintable(name));
    }
}

void TestLabLessonCommand::missingServer_writesNoLesson()
{
    const QTemporaryDir home;
    LockscopeProcess process({u"lab"_s, u"--lesson"_s, home.path(), u"--server"_s, u"/nowhere/redis-server"_s});
    QVERIFY(process.waitEnd());
    QCOMPARE(process.exitCode(), 69);
    QCOMPARE(QDir(home.path()).entryList(QDir::Files), QStringList{u"answers.html"_s});
}

void TestLabLessonCommand::unwritableFolder_exitsWithTwo()
{
    LockscopeProcess process({u"lab"_s, u"--lesson"_s, u"/proc/none"_s});
    QVERIFY(process.waitEnd());
    QCOMPARE(process.exitCode(), 2);
    QVERIFY2(process.err().startsWith("lockscope: /proc/none/answers.html cannot be written: "), process.err());
}

void TestLabLessonCommand::wrongWords_areRefused_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("no folder") << QStringList{u"--lesson"_s} << u"--lesson needs a value."_s;
    QTest::newRow("scenario")
        << QStringList{u"--lesson"_s, u"x"_s, u"flush"_s}
        << u"--list, --judge, --suite, --replay, --compare-stores, --lesson, --pitfalls, --challenges and --challenge take no scenario."_s;
    QTest::newRow("command") << QStringList{u"--lesson"_s, u"x"_s, u"--"_s, u"./worker"_s}
                             << u"--compare and --lesson play Lockscope's own workers: they take no command."_s;
    QTest::newRow("server") << QStringList{u"--lesson"_s, u"x"_s, u"--url"_s, u"redis://127.0.0.1"_s}
                            << u"--check, --sweep, --hunt, --lesson and --challenge use private servers only: they take no --url."_s;
    QTest::newRow("json")
        << QStringList{u"--lesson"_s, u"x"_s, u"--json"_s}
        << u"--json belongs to --suite, --compare, --compare-stores, --sweep, --hunt, --pitfalls, --challenges and --challenge; --check takes --json FILE."_s;
}

void TestLabLessonCommand::wrongWords_areRefused()
{
    QFETCH(QStringList, words);
    QFETCH(QString, sentence);
    const auto refusal = refusalOf(QStringList{u"lab"_s} + words);
    QCOMPARE(refusal.exitCode, 2);
    QCOMPARE(refusal.sentence, u"lockscope: "_s + sentence);
}

LOCKSCOPE_TEST(TestLabLessonCommand)
#include "tst_lab_lesson_command.moc"
