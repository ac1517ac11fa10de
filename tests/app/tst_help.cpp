// SPDX-License-Identifier: MIT
// What --help prints, for every command that the program names.
#include "support/lockscope_process.h"
#include "support/test_program.h"

#include "app/command/help_text.h"
#include "app/command/text_columns.h"

#include <QRegularExpression>
#include <QTest>

using namespace lockcore;
using namespace lockcore::test;
using namespace lockscope;
using namespace Qt::StringLiterals;

namespace {

QString helpOf(const QStringList &words)
{
    LockscopeProcess process(words + QStringList{u"--help"_s});
    return process.waitEnd() && process.exitCode() == 0 ? QString::fromUtf8(process.out()) : QString();
}

QStringList commandsIn(const QString &generalHelp)
{
    static const QRegularExpression named(u"^(?:Usage:)?\\s+lockscope ([a-z][a-z-]*)(?= )"_s, QRegularExpression::MultilineOption);
    QStringList commands;
    for (auto match = named.globalMatch(generalHelp); match.hasNext();)
        commands << match.next().captured(1);
    return commands;
}

} // namespace

class HelpTest final : public QObject
{
    Q_OBJECT

private slots:
    void generalHelp_namesTheCommands();
    void noLine_isWiderThanATerminal();
    void innerCommand_printsShortErrors();
    void explanations_wrapWithinTheirColumn();
    void longWord_isNotBroken();
};

void HelpTest::generalHelp_namesTheCommands()
{
    QCOMPARE(commandsIn(helpOf({})),
             (QStringList{u"list"_s, u"watch"_s, u"trace"_s, u"lock"_s, u"release"_s, u"lab"_s, u"explore"_s, u"worker"_s}));
}

void HelpTest::noLine_isWiderThanATerminal()
{
    QList<QStringList> calls = {{}, {u"--demo"_s}};
    for (const auto &command : commandsIn(helpOf({})))
        calls << QStringList{command};
    for (const auto &call : calls) {
        const auto help = helpOf(call);
        QVERIFY2(help.startsWith(u"Usage: lockscope"_s), qPrintable(call.join(u' ')));
        for (const auto &line : help.split(u'\n')) {
            QVERIFY2(columnsOf(line) <= 80, qPrintable(line));
            QVERIFY2(!line.endsWith(u' '), qPrintable(line));
        }
    }
}

// Only Lockscope itself starts it.
void HelpTest::innerCommand_printsShortErrors()
{
    LockscopeProcess process({u"supervise"_s, u"--help"_s});
    QVERIFY(process.waitEnd());
    for (const auto &line : QString::fromUtf8(process.out() + process.err()).split(u'\n'))
        QVERIFY2(columnsOf(line) <= 80, qPrintable(line));
}

void HelpTest::explanations_wrapWithinTheirColumn()
{
    HelpText help(u"Usage: x"_s);
    help.heading(u"How:"_s)
        .option(u"--short"_s, QString(20, u'a') + u" bb "_s + QString(40, u'c'))
        .option(u"--a-name-as-long-as-this"_s, u"why"_s);
    QCOMPARE(help.text(), u"Usage: x\n\nHow:\n"
                          "  --short               aaaaaaaaaaaaaaaaaaaa bb\n"
                          "                        cccccccccccccccccccccccccccccccccccccccc\n"
                          "  --a-name-as-long-as-this\n"
                          "                        why\n"_s);
}

void HelpTest::longWord_isNotBroken()
{
    const QString word(30, u'w');
    QCOMPARE(wrapped(u"a "_s + word + u" b"_s, 10), (QStringList{u"a"_s, word, u"b"_s}));
    QCOMPARE(fitted(u"one two three"_s, 9, 2), u"one two\n  three"_s);
    QCOMPARE(fitted(u"one two three"_s, 0), u"one two three"_s);
    QCOMPARE(wrapped(u"asked 2 m 00 s ago."_s, 10), (QStringList{u"asked"_s, u"2 m 00 s"_s, u"ago."_s}));
    QCOMPARE(wrapped(u"for 30 s."_s, 6), (QStringList{u"for"_s, u"30 s."_s}));
}

LOCKSCOPE_TEST(HelpTest)
#include "tst_help.moc"
