// SPDX-License-Identifier: MIT
// Names that are markup, wherever a server or a profile file can put one: the real window shows every text as it is. Walks all tooltips,
// labels, message boxes, views and menus.
#include "support/fake_changes.h"
#include "support/fake_releases.h"
#include "support/test_program.h"

#include "ui/monitor/connection_rights.h"
#include "ui/monitor/filter_bar.h"
#include "ui/monitor/lock_sort_filter.h"
#include "ui/monitor/monitor_page.h"
#include "ui/monitor/notice_banner.h"
#include "ui/monitor/releases.h"
#include "ui/profiles/profile_file.h"
#include "ui/widgets/message_box.h"
#include "ui/widgets/timeline_view.h"
#include "ui/widgets/tool_tip.h"
#include "ui/window/connection_page.h"
#include "ui/window/ending_question.h"
#include "ui/window/main_window.h"
#include "ui/window/password_dialog.h"

#include <QAction>
#include <QApplication>
#include <QHelpEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QSettings>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTextDocument>
#include <QTextEdit>
#include <QToolTip>

using namespace lockcore;
using namespace lockscope;
using namespace Qt::Literals::StringLiterals;

namespace {

/// Qt interprets it as markup at the beginning of a text and in the middle. It names no file, which a faulty program would read.
std::string hostile(const std::string &what) { return "<img alt=" + what + '>'; }

QString hostileText(const char *what) { return QString::fromStdString(hostile(what)); }

/// Everything that a user sees, and the parts that Qt would interpret as markup.
class Walk final
{
public:
    QStringList interpreted; ///< by Qt
    QStringList shown;       ///< the hostile ones, as they are

    void all()
    {
        QList<QPointer<QWidget>> widgets; // a tooltip comes and goes meanwhile
        for (auto *widget : QApplication::allWidgets())
            widgets << widget;
        for (const auto &widget : std::as_const(widgets)) {
            if (widget && widget->isVisible() && !widget->inherits("QTipLabel"))
                visit(*widget);
        }
        QToolTip::hideText();
    }

    bool saw(const char *what) const
    {
        return std::ranges::any_of(shown, [&](const QString &text) { return text.contains(u"alt="_s + QLatin1StringView(what) + u'>'); });
    }

private:
    void visit(QWidget &widget)
    {
        toolTip(widget, widget.rect().center());
        plain(widget.whatsThis(), widget, "what's this");
        plain(widget.statusTip(), widget, "status tip");
        for (const auto *action : widget.actions()) {
            plain(action->whatsThis(), widget, "what's this of an action");
            plain(action->statusTip(), widget, "status tip of an action");
        }
        if (const auto *label = qobject_cast<QLabel *>(&widget))
            text(*label);
        if (const auto *edit = qobject_cast<QTextEdit *>(&widget))
            document(*edit->document(), widget);
        if (const auto *edit = qobject_cast<QPlainTextEdit *>(&widget))
            document(*edit->document(), widget);
        if (auto *view = qobject_cast<QAbstractItemView *>(&widget))
            indexes(*view);
        if (auto *view = qobject_cast<TimelineView *>(&widget)) {
            for (int y = 0; y < view->viewport()->height(); y += 8) {
                toolTip(*view->viewport(), {view->viewport()->width() / 2, y});
                toolTip(*view->viewport(), {view->viewport()->width() - 16, y});
            }
        }
    }

    void toolTip(QWidget &widget, QPoint at)
    {
        QToolTip::showText({}, {});
        QHelpEvent event(QEvent::ToolTip, at, widget.mapToGlobal(at));
        QApplication::sendEvent(&widget, &event);
        if (QToolTip::isVisible())
            plain(QToolTip::text(), widget, "tool tip");
    }

    void indexes(QAbstractItemView &view)
    {
        for (int y = 1; y < view.viewport()->height(); y += 8) {
            for (int x = 1; x < view.viewport()->width(); x += 24) {
                const auto index = view.indexAt({x, y});
                if (index.isValid() && index != m_last)
                    toolTip(*view.viewport(), {x, y});
                m_last = index;
                if (index.data().toString().contains(u"<img"_s))
                    shown << index.data().toString();
            }
        }
        QVERIFY2(view.inherits("QHeaderView") || view.parentWidget()->inherits("QComboBoxPrivateContainer") || !view.objectName().isEmpty(),
                 view.metaObject()->className());
    }

    void text(const QLabel &label)
    {
        if (label.textFormat() == Qt::PlainText)
            note(label.text());
        else
            plain(label.text(), label, "label");
    }

    void document(const QTextDocument &document, const QWidget &widget)
    {
        note(document.toPlainText());
        if (document.toPlainText().contains(QChar::ObjectReplacementCharacter)) // where an image would be
            interpreted << QString::fromLatin1(widget.metaObject()->className());
    }

    void note(const QString &text)
    {
        if (text.contains(u"<img"_s))
            shown << text;
    }

    // Our own tooltips are markup, too, around an escaped text.
    void plain(const QString &text, const QWidget &widget, const char *where)
    {
        static const QRegularExpression tip(
            u"^<table width='[0-9]+' cellspacing='0' cellpadding='0'><tr><td style='white-space:pre-wrap'>(.*)</td></tr></table>$"_s,
            QRegularExpression::DotMatchesEverythingOption);
        const auto match = tip.match(text);
        const bool ours = match.hasMatch();
        const auto inner = ours ? match.captured(1) : text;
        if (ours ? inner.contains(u'<') : Qt::mightBeRichText(text))
            interpreted << u"%1 of %2 %3: %4"_s.arg(QLatin1StringView(where), QLatin1StringView(widget.metaObject()->className()),
                                                    widget.objectName(), text);
        if (ours && inner.contains(u"&lt;img"_s))
            shown << QString(inner).replace(u"&lt;"_s, u"<"_s).replace(u"&gt;"_s, u">"_s);
    }

    QPersistentModelIndex m_last;
};

} // namespace

class PlainTextTest final : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        QVERIFY(m_folder.emplace().isValid());
        auto profile = newProfile();
        profile.name = hostileText("profile");
        profile.endpoint.user = hostile("user");
        profile.password = PasswordPlace::Ask;
        profile.production = true;
        QVERIFY(ProfileFile(file()).put(profile));
        WindowServices services;
        services.watch = [this](const auto &) {
            auto source = std::make_unique<fake::ReleaseSource>();
            m_source = source.get();
            return source;
        };
        services.startDemo = [] { return Result<Endpoint>(Endpoint{}); };
        services.profilesFile = file();
        services.chooseFile = [this](const FileQuestion &, QWidget *) {
            return m_folder->filePath(hostileText("path") + u"/no/such/folder.json"_s);
        };
        m_window = std::make_unique<MainWindow>(std::move(services),
                                                std::make_unique<QSettings>(m_folder->filePath(u"settings.ini"_s), QSettings::IniFormat));
        m_window->resize(1280, 720);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    }

    void cleanup() { m_window.reset(); }

    // The test must be able to fail: the walk has to find this.
    void markup_isFoundByTheWalk()
    {
        QLabel label(hostileText("label"));
        label.setToolTip(hostileText("tip"));
        label.show();
        QVERIFY(QTest::qWaitForWindowExposed(&label));
        Walk walk;
        walk.all();
        const auto found = walk.interpreted.join(u'\n');
        QVERIFY2(found.contains(u"alt=tip"_s) && found.contains(u"alt=label"_s), qPrintable(found));
    }

    void connectionPage_showsProfilesAsPlainText()
    {
        m_window->askForServer(hostileText("complaint"));
        Walk walk;
        walk.all();
        check(walk, {"profile", "user", "complaint"});
    }

    void profileQuestions_showPlainText()
    {
        m_window->askForServer();
        auto *list = m_window->findChild<QListView *>(u"profiles"_s);
        list->actions().at(3)->trigger(); // delete
        QTRY_VERIFY(m_window->findChild<MessageBox *>());
        Walk deleting;
        deleting.all();
        check(deleting, {"profile"});
        m_window->findChild<MessageBox *>()->reject();
        list->actions().at(0)->trigger(); // connect: it asks for the password
        QTRY_VERIFY(m_window->findChild<PasswordDialog *>());
        Walk asking;
        asking.all();
        check(asking, {"profile", "user"});
    }

    void monitor_showsServerTextAsPlainText()
    {
        watch();
        auto *page = m_window->monitorPage();
        page->findChild<QAction *>(u"showEvents"_s)->setChecked(true);
        page->findChild<FilterBar *>()->addTerm(u"-name:<img>"_s);
        m_window->findChild<QTableView *>(u"locks"_s)->selectRow(0);
        QTRY_VERIFY(page->findChild<QTableView *>(u"events"_s)->model()->rowCount() > 0);
        QTRY_VERIFY(page->findChild<NoticeBanner *>()->isVisible()); // what is painted four times a second has been painted
        page->showMessage(hostileText("message"));
        Walk walk;
        walk.all();
        check(walk, {"lock", "owner", "structure", "why", "waiter", "companion", "role", "reason", "event", "message", "notice"});
        QVERIFY(std::ranges::any_of(walk.shown, [](const QString &text) { return text.contains(u"-name:<img>"_s); }));
        page->viewActions().at(1)->trigger(); // the timeline as a table
        QTRY_VERIFY(page->findChild<QTableView *>(u"timelineTable"_s)->isVisible());
        Walk twin;
        twin.all();
        check(twin, {"lock", "owner"});
    }

    void serverErrors_areShownAsPlainText()
    {
        m_window->connectTo(targetAt({}));
        for (const auto phase : {MonitorState::Phase::Failed, MonitorState::Phase::Lost}) {
            if (phase == MonitorState::Phase::Lost)
                watchAgain();
            MonitorChange change;
            change.state.phase = phase;
            change.state.error = serverError(hostile("error") + " happened");
            emit m_source->changed(change);
            Walk walk;
            walk.all();
            check(walk, {"error"});
        }
        MonitorChange polling = scene();
        polling.state.feed = MonitorState::Feed::Polling;
        polling.state.feedReason = hostile("reason");
        polling.state.blindSpots = {hostile("blind")};
        emit m_source->changed(polling);
        QTRY_VERIFY(sees({"reason", "blind"}));
    }

    void releaseDialog_showsPlainText()
    {
        watch();
        m_window->rights()->setMayWrite(true);
        auto *table = m_window->findChild<QTableView *>(u"locks"_s);
        table->selectAll();
        m_window->monitorPage()->releases()->releaseAction()->trigger();
        QTRY_VERIFY(m_window->findChild<QWidget *>(u"attempts"_s));
        QTRY_VERIFY(sees({"lock", "owner"}));
    }

    void messageBoxes_showPlainText()
    {
        m_window->connectTo(targetAt({}));
        emit m_source->changed(scene());
        for (auto *action : m_window->findChildren<QAction *>()) {
            if (action->text().remove(u'&') == u"All locks…"_s)
                action->trigger();
        }
        QTRY_VERIFY(m_window->findChild<MessageBox *>());
        QVERIFY(sees({"path"}));
        m_window->findChild<MessageBox *>()->reject();
        EndingQuestion question(hostileText("connected"), hostileText("wanted"), nullptr);
        question.setAttribute(Qt::WA_DeleteOnClose, false);
        question.setExplanation(hostileText("explanation"));
        question.show();
        QVERIFY(QTest::qWaitForWindowExposed(&question));
        QVERIFY(sees({"connected", "wanted", "explanation"}));
    }

private:
    QString file() const { return m_folder->filePath(u"profiles.json"_s); }

    void watch()
    {
        auto target = targetAt({});
        target.name = hostileText("server");
        target.production = true;
        m_window->connectTo(target);
        watchAgain();
    }

    void watchAgain()
    {
        const auto change = scene();
        m_source->releases.locks = change.changed;
        emit m_source->changed(change);
    }

    // The scene, with markup in everything that a server can send.
    static MonitorChange scene()
    {
        auto change = fake::Scene().first();
        int number = 0;
        for (auto &lock : change.changed) {
            lock.id.key = hostile("lock") + std::to_string(++number);
            lock.structure = hostile("structure");
            lock.stateReason = hostile("state");
            lock.why = {hostile("why")};
            lock.companions = {{hostile("companion"), hostile("role"), hostile("summary"), true}};
            lock.waiters.knowledge = Waiters::Knowledge::Exact;
            lock.waiters.ids = {hostile("waiter")};
            for (auto &holder : lock.holders) {
                holder.owner = hostile("owner");
                holder.facts = {{hostile("fact"), hostile("text")}};
            }
            LockEvent event;
            event.id = lock.id;
            event.owner = hostile("owner");
            event.type = EventType::TakenOver;
            event.why = hostile("event");
            event.time = change.serverNow;
            event.number = static_cast<std::uint64_t>(number);
            change.events.push_back(event);
        }
        change.state.server.version = hostile("version");
        change.state.feedReason = hostile("reason");
        change.state.blindSpots = {hostile("blind")};
        change.state.notices = {{Notice::Kind::EvictsLocks, hostile("notice")}};
        return change;
    }

    static bool sees(const std::vector<const char *> &all)
    {
        Walk walk;
        walk.all();
        if (!walk.interpreted.isEmpty())
            qWarning("%s", qPrintable(walk.interpreted.join(u'\n')));
        return walk.interpreted.isEmpty() && std::ranges::all_of(all, [&](const char *what) { return walk.saw(what); });
    }

    static void check(const Walk &walk, const std::vector<const char *> &all)
    {
        QVERIFY2(walk.interpreted.isEmpty(), qPrintable(walk.interpreted.join(u'\n')));
        for (const char *what : all)
            QVERIFY2(walk.saw(what), qPrintable(u"%1 is not shown: %2"_s.arg(QLatin1StringView(what), walk.shown.join(u'\n'))));
    }

    std::optional<QTemporaryDir> m_folder;
    fake::ReleaseSource *m_source = nullptr;
    std::unique_ptr<MainWindow> m_window;
};

LOCKSCOPE_TEST(PlainTextTest)
#include "tst_plain_text.moc"
