// SPDX-License-Identifier: MIT
// The cards of the verdicts: their order and words, their proofs by mouse and keyboard, the veil, and the stock that follows the moment.
#include "story_run.h"
#include "support/history_builder.h"
#include "support/test_program.h"

#include "ui/lab/cards/stock_card.h"
#include "ui/lab/cards/verdict_card.h"
#include "ui/lab/cards/verdict_cards.h"
#include "ui/lab/player/run_facts.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/link_button.h"
#include "ui/widgets/wrapped_text.h"

#include <QLabel>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

using namespace lockcore;
using namespace lockscope;
using namespace lockscope::tests;
using namespace Qt::Literals::StringLiterals;

namespace {

QString titleOf(const VerdictCard *card) { return card->findChild<WrappedText *>(u"title"_s)->toPlainText(); }

QStringList textsOf(const VerdictCard *card)
{
    QStringList texts;
    for (const auto *text : card->findChildren<WrappedText *>())
        texts << text->toPlainText();
    return texts;
}

ShownRunPtr withVerdicts(std::vector<Verdict> verdicts)
{
    auto run = std::make_shared<ShownRun>(*runOfStory("plain DEL after expiry"));
    run->report.verdicts = std::move(verdicts);
    return run;
}

Verdict verdict(Property property, Outcome outcome, std::string sentence, std::vector<std::uint64_t> events = {})
{
    Verdict verdict;
    verdict.property = property;
    verdict.outcome = outcome;
    verdict.sentence = std::move(sentence);
    verdict.events = std::move(events);
    return verdict;
}

ShownRunPtr oneOfEach()
{
    auto violated = verdict(Property::Ownership, Outcome::Violated, "A's DEL removed B's lock", {3, 7, 9});
    violated.pitfall = "R1";
    violated.more = 2;
    return withVerdicts({verdict(Property::MutualExclusion, Outcome::Held, "nobody was inside with another"),
                         verdict(Property::LeaseOutlived, Outcome::Inconclusive, "the machine stalled for 80 ms"), violated,
                         verdict(Property::Progress, Outcome::Outlived, "the work took longer than the lease", {4}),
                         verdict(Property::Fairness, Outcome::NotExercised, "nobody waited"),
                         verdict(Property::Watchdog, Outcome::NotExercised, "no watchdog ran"),
                         verdict(Property::TokenOrder, Outcome::Skipped, "no tokens")});
}

} // namespace

class TestVerdictCards final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void gravestCard_isFirstAndQuietOnesAreCollapsed();
    void sameReason_isSaidOnce();
    void heldWhileTheLeaseLasted_isAWarning();
    void storyThatDidNotTakePlace_saysWhy();
    void card_showsSentenceAndPitfall();
    void proof_isChosenByLinkAndKey();
    void inconclusive_canBeRunAgain();
    void arrowKeys_moveBetweenCards();
    void foreignWorkersMistakes_areShown();
    void wordsAndCodes_haveTooltips();
    void notes_areShownForAll();
    void veil_hidesOnlyTheVerdicts();
    void stock_followsTheMoment();
    void missingStock_isHidden();
    void texts_areNotCutAtAnyWidth();
    void longKeys_doNotWidenACard();
    void scrollBar_doesNotMoveCards();
    void facts_areInOneLine();
    void controls_haveNames();

private:
    std::unique_ptr<VerdictCards> m_cards;
};

void TestVerdictCards::init()
{
    m_cards = std::make_unique<VerdictCards>();
    m_cards->resize(800, 300);
    m_cards->show();
    m_cards->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_cards.get()));
}

void TestVerdictCards::gravestCard_isFirstAndQuietOnesAreCollapsed()
{
    m_cards->showRun(oneOfEach());
    QStringList titles;
    for (const auto *card : m_cards->cards())
        titles << titleOf(card);
    QCOMPARE(titles, QStringList({u"✗ Ownership: violated"_s, u"◷ Progress: outlived"_s, u"· Lease outlived: inconclusive"_s,
                                  u"✓ Mutual exclusion: held"_s}));
    QCOMPARE(m_cards->quiet(), u"Not exercised: fairness (nobody waited), watchdog (no watchdog ran)\nSkipped: token order (no tokens)"_s);
}

void TestVerdictCards::sameReason_isSaidOnce()
{
    auto run = std::make_shared<ShownRun>(*oneOfEach());
    for (auto &verdict : run->report.verdicts) {
        if (verdict.outcome == Outcome::NotExercised)
            verdict.sentence = "there is no record";
    }
    m_cards->showRun(run);
    QCOMPARE(m_cards->quiet(), u"Not exercised: fairness and watchdog (there is no record)\nSkipped: token order (no tokens)"_s);
}

void TestVerdictCards::storyThatDidNotTakePlace_saysWhy()
{
    auto run = std::make_shared<ShownRun>(*oneOfEach());
    const auto problem = [&] { return m_cards->findChild<QLabel *>(u"problem"_s)->text(); };
    run->report.premises.complete = false;
    run->report.unmet = {Condition{Happening::Waiting, "B", 1}};
    m_cards->showRun(std::make_shared<ShownRun>(*run));
    QCOMPARE(problem(), u"Did not happen: B waiting."_s);
    run->report.notApplicable = "B never said that it waits";
    m_cards->showRun(std::make_shared<ShownRun>(*run));
    QCOMPARE(problem(), u"Skipped: B never said that it waits."_s);
}

// Green beside a red "two were inside" would contradict itself.
void TestVerdictCards::heldWhileTheLeaseLasted_isAWarning()
{
    auto held = verdict(Property::MutualExclusion, Outcome::Held, "afterwards A and B were inside at once", {4});
    held.cause = Cause::AfterLease;
    m_cards->showRun(withVerdicts({verdict(Property::Ownership, Outcome::Held, "nobody removed it"), held}));
    QCOMPARE(titleOf(m_cards->cards()[0]), u"◷ Mutual exclusion: held while the lease lasted"_s);
    QCOMPARE(titleOf(m_cards->cards()[1]), u"✓ Ownership: held"_s);
    QCOMPARE(m_cards->cards()[0]->proof(), 4u);
}

void TestVerdictCards::card_showsSentenceAndPitfall()
{
    m_cards->showRun(oneOfEach());
    const auto texts = textsOf(m_cards->cards()[0]);
    QVERIFY(texts.contains(u"A's DEL removed B's lock"_s));
    QVERIFY(texts.contains(u"R1 · Deleting another's lock"_s));
}

void TestVerdictCards::proof_isChosenByLinkAndKey()
{
    m_cards->showRun(oneOfEach());
    auto *const card = m_cards->cards()[0];
    QSignalSpy chosen(m_cards.get(), &VerdictCards::entryChosen);
    const auto links = card->findChildren<LinkButton *>();
    QCOMPARE(links.size(), 3);
    QCOMPARE(links[1]->text(), u"#7"_s);
    QTest::mouseClick(links[1], Qt::LeftButton);
    QCOMPARE(chosen.takeLast().at(0).toULongLong(), 7ULL);
    card->setFocus();
    QTest::keyClick(card, Qt::Key_Return);
    QCOMPARE(chosen.takeLast().at(0).toULongLong(), 9ULL); // what completes the proof
}

void TestVerdictCards::inconclusive_canBeRunAgain()
{
    m_cards->showRun(oneOfEach());
    QSignalSpy again(m_cards.get(), &VerdictCards::runAgainRequested);
    const auto links = m_cards->cards()[2]->findChildren<LinkButton *>();
    QCOMPARE(links.size(), 1);
    QCOMPARE(links[0]->text(), u"Run again"_s);
    links[0]->click();
    QCOMPARE(again.size(), 1);
}

void TestVerdictCards::arrowKeys_moveBetweenCards()
{
    m_cards->showRun(oneOfEach());
    m_cards->cards()[0]->setFocus();
    QTest::keyClick(m_cards->cards()[0], Qt::Key_Right);
    QVERIFY(m_cards->cards()[1]->hasFocus());
    QTest::keyClick(m_cards->cards()[1], Qt::Key_Left);
    QVERIFY(m_cards->cards()[0]->hasFocus());
    m_cards->resize(320, 300); // one below the other
    QCoreApplication::processEvents();
    QTest::keyClick(m_cards->cards()[0], Qt::Key_Down);
    QVERIFY(m_cards->cards()[1]->hasFocus());
}

void TestVerdictCards::foreignWorkersMistakes_areShown()
{
    for (const bool own : {false, true}) {
        auto run = std::make_shared<ShownRun>(*runOfStory("plain DEL after expiry"));
        run->report.expects = own;
        run->remarks = {{RunRemark::Weight::Mistake, "A said \"ok\" twice"}};
        m_cards->showRun(run);
        QCOMPARE(m_cards->findChild<QLabel *>(u"problem"_s)->text(), own ? QString() : u"A said \"ok\" twice."_s);
    }
}

void TestVerdictCards::wordsAndCodes_haveTooltips()
{
    m_cards->showRun(runOfStory("plain DEL after expiry"));
    bool hasPitfall = false;
    for (const auto *card : m_cards->cards()) {
        QVERIFY(!card->findChild<QWidget *>(u"title"_s)->toolTip().isEmpty());
        if (const auto *pitfall = card->findChild<QWidget *>(u"pitfall"_s)) {
            hasPitfall = true;
            QVERIFY2(pitfall->toolTip().contains(u"answers for it"_s), qPrintable(pitfall->toolTip()));
        }
    }
    QVERIFY(hasPitfall);
}

// Nobody made a mistake: it is a finding about the lock.
void TestVerdictCards::notes_areShownForAll()
{
    auto run = std::make_shared<ShownRun>(*runOfStory("plain DEL after expiry"));
    run->report.expects = true;
    run->remarks = {{RunRemark::Weight::Note, "a lost wake-up (R14)"}};
    m_cards->showRun(run);
    QCOMPARE(m_cards->findChild<QLabel *>(u"problem"_s)->text(), u"A lost wake-up (R14)."_s);
}

void TestVerdictCards::veil_hidesOnlyTheVerdicts()
{
    auto run = std::make_shared<ShownRun>(*oneOfEach());
    run->report.history.header.stock = 100;
    m_cards->setVeiled(true);
    m_cards->showRun(run);
    QVERIFY(std::ranges::none_of(m_cards->cards(), [](const auto *card) { return card->isVisible(); }));
    QVERIFY(!m_cards->findChild<QLabel *>(u"quiet"_s)->isVisible());
    QVERIFY(m_cards->findChild<StockCard *>()->isVisible());
    const auto words = [&] { return m_cards->findChild<QLabel *>(u"veilWords"_s)->text(); };
    QVERIFY(words().startsWith(u"Guess first"_s));
    m_cards->setAsksForGuess(false);
    QCOMPARE(words(), u"The verdicts appear at the end of the run."_s);
    QSignalSpy unveiled(m_cards.get(), &VerdictCards::unveiled);
    m_cards->findChild<LinkButton *>(u"unveil"_s)->click();
    QCOMPARE(unveiled.size(), 1);
    QVERIFY(!m_cards->isVeiled());
    QVERIFY(m_cards->cards()[0]->isVisible());
}

void TestVerdictCards::stock_followsTheMoment()
{
    lockcore::test::HistoryBuilder story;
    story.header.stock = 1;
    story.worker("A").worker("B").at(5).add(entry::Begun{});
    story.at(10).enter("A").read("A", 0, 1).enter("B").read("B", 0, 1).at(20).write("A", 0, 0, 1).at(30).write("B", 0, 0, 2);
    const auto run = runOf(story.at(40).end());
    m_cards->showRun(run);
    const auto *const stock = m_cards->findChild<StockCard *>();
    QCOMPARE(stock->text(), u"Sold 0 of 1"_s);
    m_cards->showMoment(momentOf(run, 25));
    QCOMPARE(stock->text(), u"Sold 1 of 1"_s);
    m_cards->showMoment(momentOf(run, 30));
    QCOMPARE(stock->text(), u"✗ Sold 2 of 1"_s);
    QVERIFY(stock->accessibleName().contains(u"1 sold twice"_s));
    m_cards->showMoment(momentOf(run, 12));
    QCOMPARE(stock->text(), u"Sold 0 of 1"_s);
}

void TestVerdictCards::missingStock_isHidden()
{
    m_cards->showRun(oneOfEach());
    QVERIFY(!m_cards->findChild<StockCard *>()->isVisible());
    m_cards->showRun(nullptr);
    QVERIFY(m_cards->cards().isEmpty());
}

void TestVerdictCards::texts_areNotCutAtAnyWidth()
{
    m_cards->showRun(runOfStory("plain DEL after expiry"));
    for (const int width : {1000, 640, 420, 300}) {
        m_cards->resize(width, 300);
        QCoreApplication::processEvents();
        QTRY_COMPARE(m_cards->widget()->width(), m_cards->viewport()->width());
        for (const auto *card : m_cards->cards()) {
            for (const auto *text : card->findChildren<WrappedText *>())
                QVERIFY2(text->height() >= text->heightForWidth(text->width()), qPrintable(text->toPlainText()));
            QVERIFY(m_cards->widget()->rect().contains(card->geometry()));
        }
    }
}

void TestVerdictCards::longKeys_doNotWidenACard()
{
    m_cards->showRun(withVerdicts({verdict(Property::Ownership, Outcome::Violated, "B removed " + std::string(300, 'k'))}));
    m_cards->resize(300, 300);
    QCoreApplication::processEvents();
    QVERIFY(m_cards->cards()[0]->width() <= 300);
}

void TestVerdictCards::scrollBar_doesNotMoveCards()
{
    m_cards->showRun(runOfStory("plain DEL after expiry"));
    const auto places = [this] {
        QTest::qWait(20);
        QList<QRect> places;
        for (const auto *card : m_cards->cards())
            places << card->geometry();
        return places;
    };
    m_cards->resize(800, 600);
    const auto high = places();
    QVERIFY(!m_cards->verticalScrollBar()->isVisible());
    m_cards->resize(800, 60);
    QCOMPARE(places(), high);
    QVERIFY(m_cards->verticalScrollBar()->isVisible());
}

void TestVerdictCards::facts_areInOneLine()
{
    auto run = std::make_shared<ShownRun>(*runOfStory("plain DEL after expiry"));
    run->report.server = "Redis 7.0.15";
    run->report.history.header.seed = 42;
    RunFacts facts;
    facts.showRun(run);
    QCOMPARE(facts.text(), u"3 workers  ·  4 commands numbered, 2.0 for each hand-over  ·  no stall above 10 ms"_s);
    const auto *const basis = facts.findChild<ElidedLabel *>(u"basis"_s);
    QVERIFY(basis->text().startsWith(u"verdict from history only · exercised: "_s));
    facts.setVeiled(true); // guess first
    QCOMPARE(basis->text(), u"verdict from history only"_s);
    facts.showRun(nullptr);
    QVERIFY(facts.text().isEmpty() && basis->text().isEmpty());
}

void TestVerdictCards::controls_haveNames()
{
    m_cards->showRun(oneOfEach());
    for (const auto *widget : m_cards->findChildren<QWidget *>()) {
        if (widget->isVisible() && (widget->focusPolicy() & Qt::TabFocus) != 0)
            QVERIFY2(!widget->accessibleName().isEmpty(), widget->metaObject()->className());
    }
}

LOCKSCOPE_TEST(TestVerdictCards)

#include "tst_verdict_cards.moc"
