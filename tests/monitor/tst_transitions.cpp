// SPDX-License-Identifier: MIT
// The events of a look, given what was known before: the tables of tests/monitor/transitions. No server, no clock.
#include "support/example_line.h"
#include "support/test_program.h"
#include "support/transition_cases.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

using namespace lockcore::test;
using namespace Qt::StringLiterals;

Q_DECLARE_METATYPE(TransitionCase)

class TransitionsTest : public QObject
{
    Q_OBJECT

private slots:
    void eachLook_hasTheseEvents_data()
    {
        QTest::addColumn<TransitionCase>("transitions");
        const QDir folder(QStringLiteral(LOCK_TRANSITIONS));
        for (const auto &file : folder.entryList({u"*.txt"_s})) {
            for (auto &transitions : readTransitionCases(folder.filePath(file).toStdString()))
                QTest::addRow("%s: %s", qPrintable(file), transitions.name.c_str()) << std::move(transitions);
        }
    }

    void eachLook_hasTheseEvents()
    {
        QFETCH(const TransitionCase, transitions);
        const auto failures = failuresOf(transitions);
        QVERIFY2(failures.empty(), failures.c_str());
    }

    void differences_areShown_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<QByteArray>("failure");
        QTest::newRow("another event") << QByteArray("2 none -> expired web-3:17") << QByteArray("-> ended web-3:17");
        QTest::newRow("no star") << QByteArray("2 string web-4:2 -> taken-over web-4:2") << QByteArray("-> taken-over* web-4:2");
        QTest::newRow("another owner") << QByteArray("2 none -> ended web-4:17") << QByteArray("-> ended web-3:17");
        QTest::newRow("too many events") << QByteArray("2 string web-3:17 -> renewed web-3:17") << QByteArray("-> nothing");
        QTest::newRow("too few events") << QByteArray("2 none") << QByteArray("-> ended web-3:17");
        QTest::newRow("another reason") << QByteArray("2 none -> ended web-3:17 why=sorcery") << QByteArray("why=\"gone");
        QTest::newRow("a reason that is there") << QByteArray("2 none -> ended web-3:17 why!=gone") << QByteArray("why=\"gone");
        QTest::newRow("another state") << QByteArray("2 string web-3:17 ; state=stale") << QByteArray("; state=no-lease");
        QTest::newRow("listed") << QByteArray("2 string web-3:17 ; unlisted") << QByteArray("; listed");
        QTest::newRow("not listed") << QByteArray("2 none -> ended web-3:17; state=held") << QByteArray("; unlisted");
        QTest::newRow("another field") << QByteArray("2 string web-3:17 ; colour=red") << QByteArray("; colour=(no such field)");
        QTest::newRow("another word") << QByteArray("2 string web-3:17 loudly") << QByteArray("cases.txt:4: loudly is not known in a look");
    }

    void differences_areShown()
    {
        QFETCH(const QByteArray, line);
        QFETCH(const QByteArray, failure);
        const QTemporaryDir folder;
        QFile file(folder.filePath(u"cases.txt"_s));
        QVERIFY(file.open(QFile::WriteOnly));
        file.write("begin 1700000000\ncase one\n  1 string web-3:17 -> acquired web-3:17\n  " + line + '\n');
        file.close();
        const auto cases = readTransitionCases(file.fileName().toStdString());
        QCOMPARE(cases.size(), std::size_t(1));
        const auto failures = failuresOf(cases.front());
        QVERIFY2(failures.find(failure.toStdString()) != failures.npos, failures.c_str());
    }
};

LOCKSCOPE_TEST(TransitionsTest)
#include "tst_transitions.moc"
