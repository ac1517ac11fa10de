// SPDX-License-Identifier: MIT
// The story of the articles: several workers sell a hundred pieces. Each looks at the stock, sells one piece if there is one, and repeats
// that until nothing is left. Real workers on a real server, each with connections of its own.
//
// What happens in between is forced by conditions, never left to chance. A worker that has seen stock continues only when a rival has asked
// for the lock meanwhile, or has even looked at the stock itself; or when it is the last one that still sells.
#include "lockcore/live/live_context.h"
#include "lockcore/locks/catalogue.h"
#include "support/eventually.h"
#include "support/redis_server.h"
#include "support/test_program.h"

#include <QTest>

using namespace lockcore;
using namespace std::chrono_literals;
using lockcore::test::eventually;
using lockcore::test::RedisServer;

namespace {

constexpr std::int64_t pieces = 100;
constexpr int sellerCount = 4;

enum class Looks { InsideTheLock, BeforeTheLock };
enum class Sells { ByDecr, ByGetAndSet };
enum class GoesOn { WhenARivalAsks, WhenARivalLooks };

struct Story
{
    std::string_view protocol;
    Looks looks = Looks::InsideTheLock;
    Sells sells = Sells::ByDecr;
    GoesOn goesOn = GoesOn::WhenARivalAsks;
    Lease lease{}; ///< none: longer than anything here takes, or renewed
};

/// What all sellers can see of each other.
struct Shop
{
    int asked = 0; ///< commands sent in order to get the lock
    int looked = 0;
    int selling = sellerCount;
    std::int64_t sold = 0;
    std::int64_t least = pieces; ///< the smallest stock that a sale has left
    std::string failure;
    std::vector<Completion<void>> waiting;

    void somethingHappened()
    {
        for (auto &waiter : std::exchange(waiting, {}))
            waiter.complete();
    }
    Waiting<void> change() { return waiting.emplace_back().waiting(); }
};

class Seller
{
public:
    Seller(const Story &story, Shop &shop, std::vector<Endpoint> endpoints, EventLoop &loop, Clock &clock, std::int64_t number)
        : m_story(story)
        , m_shop(shop)
        , m_servers(std::move(endpoints), {}, loop, clock)
        , m_context(m_servers, LiveContext::Options{.worker = number, .observer = [this](const Step &) { noteStep(); }})
    {
        const auto *protocol = findProtocol(story.protocol);
        ProtocolOptions options;
        if (protocol->manyServers)
            options["jitter"] = "1ms";
        m_lock = std::move(protocol->make(m_context, "lock", options)).value();
        m_context.scope().start(work());
    }

private:
    Task<void> work()
    {
        const auto opened = co_await m_servers.open();
        bool more = opened.ok();
        while (more)
            more = co_await serveOne();
        --m_shop.selling;
        m_shop.somethingHappened();
    }

    /// False when nothing was left.
    Task<bool> serveOne()
    {
        std::int64_t stock = 0;
        if (m_story.looks == Looks::BeforeTheLock) {
            stock = co_await look();
            if (stock <= 0)
                co_return false;
            co_await untilARivalIsThere();
        }
        const auto wait = Wait::poll(1ms);
        m_asking = true;
        const auto acquired = co_await m_lock->acquire(m_story.lease, wait);
        m_asking = false;
        if (!acquired.held()) {
            m_shop.failure = std::string(toString(acquired.kind)) + ": " + acquired.error.text;
            co_return false;
        }
        if (m_story.looks == Looks::InsideTheLock) {
            stock = co_await look();
            if (stock > 0)
                co_await untilARivalIsThere();
        }
        if (stock > 0)
            co_await sell(stock);
        co_await m_lock->release(); // a worker that has overrun the lease learns here, too late, that it was no longer the owner
        co_return stock > 0;
    }

    Task<std::int64_t> look()
    {
        const auto answer = co_await m_context.command("GET", "stock");
        m_seen = {m_shop.asked, ++m_shop.looked};
        m_shop.somethingHappened();
        co_return parseInteger(answer.text()).value_or(0);
    }

    Task<void> untilARivalIsThere()
    {
        const auto there = [this] {
            return m_story.goesOn == GoesOn::WhenARivalAsks ? m_shop.asked > m_seen.asked : m_shop.looked > m_seen.looked;
        };
        while (!there() && m_shop.selling > 1)
            co_await m_shop.change();
    }

    Task<void> sell(std::int64_t seen)
    {
        std::int64_t left = seen - 1;
        if (m_story.sells == Sells::ByDecr) {
            const auto answer = co_await m_context.command("DECR", "stock");
            left = answer.integer();
        } else {
            co_await m_context.command("SET", "stock", left);
        }
        ++m_shop.sold;
        m_shop.least = std::min(m_shop.least, left);
    }

    void noteStep()
    {
        if (!m_asking)
            return;
        ++m_shop.asked;
        m_shop.somethingHappened();
    }

    struct Seen
    {
        int asked = 0;
        int looked = 0;
    };
    const Story m_story;
    Shop &m_shop;
    LiveServers m_servers;
    LiveContext m_context;
    std::unique_ptr<Lock> m_lock;
    bool m_asking = false;
    Seen m_seen; ///< of the rivals, when we looked at the stock
};

struct Sale
{
    std::int64_t sold = 0;
    std::int64_t least = 0;
    std::int64_t stock = 0; ///< in Redis, at the end
    std::string failure;
};

Sale tell(const Story &story)
{
    std::vector<std::unique_ptr<RedisServer>> servers;
    std::vector<Endpoint> endpoints;
    for (int i = 0; i < (findProtocol(story.protocol)->manyServers ? 3 : 1); ++i) {
        servers.push_back(std::make_unique<RedisServer>());
        endpoints.push_back(servers.back()->endpoint());
    }
    auto &first = *servers.front();
    first.command({"SET", "stock", std::to_string(pieces)});
    EventLoop loop;
    LoopClock clock;
    Shop shop;
    std::vector<std::unique_ptr<Seller>> sellers;
    for (int i = 1; i <= sellerCount; ++i)
        sellers.push_back(std::make_unique<Seller>(story, shop, endpoints, loop, clock, i));
    if (!eventually([&] { return shop.selling == 0; }, 60s))
        shop.failure += "the sale does not end";
    return {shop.sold, shop.least, parseInteger(first.command({"GET", "stock"}).text).value_or(-1000), shop.failure};
}

void rows(bool flawedToo)
{
    QTest::addColumn<std::string>("protocol");
    for (const auto &protocol : protocols()) {
        if (protocol.sound || flawedToo)
            QTest::newRow(std::string(protocol.name).c_str()) << std::string(protocol.name);
    }
}

} // namespace

class StockStoryTest : public QObject
{
    Q_OBJECT

private slots:
    void lookInside_soundLock_endsAtZero_data() { rows(false); }
    void lookInside_soundLock_endsAtZero();
    void lookInside_leaseShorterThanTheWork_oversells_L1_data() { rows(true); }
    void lookInside_leaseShorterThanTheWork_oversells_L1();
    void lookBefore_oversellsUnderEveryLock_L21_data() { rows(true); }
    void lookBefore_oversellsUnderEveryLock_L21();
    void getAndSet_soundLosesNoUpdate_data() { rows(false); }
    void getAndSet_soundLosesNoUpdate();
    void getAndSet_leaseShorterThanTheWork_losesUpdates_L1_data() { rows(true); }
    void getAndSet_leaseShorterThanTheWork_losesUpdates_L1();
};

// The work lasts until a rival is inside, so it is always longer. Three servers must be asked within the lease.
Milliseconds shortLeaseOf(const std::string &protocol) { return findProtocol(protocol)->manyServers ? 40ms : 2ms; }

void StockStoryTest::lookInside_soundLock_endsAtZero()
{
    QFETCH(const std::string, protocol);
    const auto sale = tell({.protocol = protocol});
    QVERIFY2(sale.failure.empty(), sale.failure.c_str());
    QCOMPARE(sale.stock, std::int64_t(0));
    QCOMPARE(sale.least, std::int64_t(0));
    QCOMPARE(sale.sold, pieces);
}

// The worker that sells the last piece has seen it, and waited until a rival has seen it, too. No lock is sound beyond its lease: the
// flawed ones and the sound ones all sell what is not there. (A watchdog does not run when a lease is given: L2.)
void StockStoryTest::lookInside_leaseShorterThanTheWork_oversells_L1()
{
    QFETCH(const std::string, protocol);
    const auto sale = tell({.protocol = protocol, .goesOn = GoesOn::WhenARivalLooks, .lease = shortLeaseOf(protocol)});
    QVERIFY2(sale.failure.empty(), sale.failure.c_str());
    QVERIFY2(sale.least < 0, std::to_string(sale.least).c_str());
    QCOMPARE(sale.sold, pieces - sale.stock);
}

void StockStoryTest::lookBefore_oversellsUnderEveryLock_L21()
{
    QFETCH(const std::string, protocol);
    const auto sale = tell({.protocol = protocol, .looks = Looks::BeforeTheLock, .goesOn = GoesOn::WhenARivalLooks});
    QVERIFY2(sale.failure.empty(), sale.failure.c_str());
    QVERIFY2(sale.least < 0, std::to_string(sale.least).c_str());
    QCOMPARE(sale.sold, pieces - sale.stock);
}

void StockStoryTest::getAndSet_soundLosesNoUpdate()
{
    QFETCH(const std::string, protocol);
    const auto sale = tell({.protocol = protocol, .sells = Sells::ByGetAndSet});
    QVERIFY2(sale.failure.empty(), sale.failure.c_str());
    QCOMPARE(sale.stock, std::int64_t(0));
    QCOMPARE(sale.sold, pieces);
}

// The stock never falls below 0, so all seems well. But a rival has seen the same number and written the same result, so more pieces are
// sold than there were.
void StockStoryTest::getAndSet_leaseShorterThanTheWork_losesUpdates_L1()
{
    QFETCH(const std::string, protocol);
    const auto sale =
        tell({.protocol = protocol, .sells = Sells::ByGetAndSet, .goesOn = GoesOn::WhenARivalLooks, .lease = shortLeaseOf(protocol)});
    QVERIFY2(sale.failure.empty(), sale.failure.c_str());
    QVERIFY(sale.least >= 0);
    QVERIFY2(sale.sold > pieces, std::to_string(sale.sold).c_str());
}

LOCKSCOPE_TEST(StockStoryTest)
#include "tst_stock_story.moc"
