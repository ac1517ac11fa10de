// SPDX-License-Identifier: MIT
#include "support/compare.h"
#include "support/history_builder.h"
#include "support/test_program.h"

#include <QTest>

using namespace lockcore;
using namespace lockcore::test;

class TestHistory final : public QObject
{
    Q_OBJECT

private slots:
    void entry_printsNonEmptyFields();
    void words_readBack();
    void maker_isTheCommandsWorker();
    void without_renumbersAndKeepsReferences();
};

void TestHistory::entry_printsNonEmptyFields()
{
    HistoryBuilder story;
    story.at(3.204).acquire("A#2", Milliseconds(300)).takes("A#2").ok("A#2", 7);
    const auto text = toString(story.end());
    QCOMPARE(QString::fromStdString(text),
             QStringLiteral("version=1 servers=1 quorum=1 lease_ms=300 looks=yes record=yes stall_limit_ms=20\n"
                            "#1 3.204 ms sent who=A#2 id=1 lock=stock lease_ms=300\n"
                            "#2 3.204 ms turn who=A#2 command=SET verb=take keys=lock:stock\n"
                            "#3 3.204 ms key key=lock:stock element=A#2 role=holding lock=stock cause=2 ttl_ms=300\n"
                            "#4 3.204 ms received who=A#2 id=1 token=7\n"
                            "#5 3.204 ms end"));
}

void TestHistory::words_readBack()
{
    QCOMPARE(fromWord<entry::KeyEvent>("lost-by-server"), std::optional(entry::KeyEvent::LostByServer));
    QCOMPARE(fromWord<Property>(wordOf(Property::TokenOrder)), std::optional(Property::TokenOrder));
    QCOMPARE(fromWord<Cause>(wordOf(Cause::TokenOrder)), std::optional(Cause::TokenOrder));
    QCOMPARE(fromWord<entry::Mode>("rw"), std::nullopt);
}

void TestHistory::maker_isTheCommandsWorker()
{
    HistoryBuilder story;
    story.gets("A").at(310).expires("A");
    const auto expiry = story.last();
    story.gets("B").at(320).removes("A", "B");
    const auto removal = story.last();
    story.operatorFrees("C");
    const auto unmade = story.last();
    const auto history = story.end();
    QCOMPARE(makerOf(history, expiry), std::optional(Incarnation{"A"}));
    QCOMPARE(makerOf(history, removal), std::optional(Incarnation{"B"})); // the maker, not the remover
    QCOMPARE(makerOf(history, unmade), std::nullopt);
    QCOMPARE(makerOf(history, removal - 1), std::nullopt); // a turn
    QCOMPARE(makerOf(history, 0), std::nullopt);
    QCOMPARE(makerOf(history, history.entries.size() + 1), std::nullopt);
}

void TestHistory::without_renumbersAndKeepsReferences()
{
    HistoryBuilder story;
    story.worker("A").acquire("A").takes("A").ok("A").removes("A", "A");
    const auto rest = without(story.end(), {4});
    for (std::size_t i = 0; i < rest.entries.size(); ++i)
        QCOMPARE(rest.entries[i].number, i + 1);
    QCOMPARE(std::get<entry::KeyChanged>(rest.entries[3].what).cause, std::uint64_t(0));
    QCOMPARE(std::get<entry::KeyChanged>(rest.entries[6].what).cause, std::uint64_t(6));
}

LOCKSCOPE_TEST(TestHistory)
#include "tst_history.moc"
