// SPDX-License-Identifier: MIT
#include "ui/window/explore_room.h"

#include "lockcore/lab/scenario/scenario_text.h"
#include "ui/explore/explore_engine.h"
#include "ui/explore/explore_page.h"
#include "ui/explore/lab/trace_scenario.h"
#include "ui/explore/words/explore_json.h"
#include "ui/explore/words/explore_words.h"
#include "ui/runs/files.h"
#include "ui/window/window_services.h"
#include "ui/words/shown_text.h"

#include <QDir>
#include <QJsonDocument>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

ExploreRoom::ExploreRoom(const WindowServices &services, QWidget *window)
    : Room(window)
    , m_engine(services.explorer())
    , m_page(new ExplorePage(m_engine.get(), window))
    , m_chooseFile(services.chooseFile)
{
    connect(m_page, &ExplorePage::labWanted, this, &ExploreRoom::openInLab);
    connect(m_page, &ExplorePage::exportWanted, this, &ExploreRoom::exportFinding);
}

ExploreRoom::~ExploreRoom()
{
    delete m_page; // first, because it uses the engine
}

void ExploreRoom::openInLab(const ExploreFinding &finding)
{
    const auto scenario = scenarioFrom(finding.bounds, finding.property, {finding.bounds.faults, finding.steps});
    if (scenario)
        emit labWanted(QString::fromStdString(scenario->title), lockcore::textOf(*scenario));
    else
        m_page->showMessage(asSentence(scenario.error().text));
}

void ExploreRoom::exportFinding(const ExploreFinding &finding)
{
    const auto protocol = explorerText(finding.bounds.protocol);
    const auto name = QString(protocol).replace(u' ', u'-') + u"-counterexample.json"_s;
    const auto path = m_chooseFile({tr("Export the counterexample"), QDir(folderToWrite()).filePath(name), {tr("JSON (*.json)")}}, m_page);
    if (path.isEmpty())
        return;
    const QJsonObject object = {{u"protocol"_s, protocol},
                                {u"redis"_s, finding.server},
                                {u"bounds"_s, exploreBoundsJson(finding.bounds, false)},
                                {u"violated"_s, QJsonArray{explorerText(nameOf(finding.property))}},
                                {u"replay"_s, finding.trace},
                                {u"trace"_s, stepsJson(finding.shown, finding.bounds.servers > 1)}};
    const auto written = writeFile(path, QJsonDocument(object).toJson());
    m_page->showMessage(written ? tr("Wrote %1").arg(QDir::toNativeSeparators(path)) : asSentence(written.error().text));
}

void ExploreRoom::showMessage(const QString &sentence) { m_page->showMessage(sentence); }

QWidget *ExploreRoom::page() const { return m_page; }

RoomActions ExploreRoom::actions() const { return {{m_page->exportAction()}, {}, {}, tr("S&earch"), m_page->ownActions()}; }

QList<KeyHelp> ExploreRoom::keys() const
{
    return {
        {tr("← → ↑ ↓ Home End"), tr("On the steps: from step to step")},
        {tr("↑ ↓"), tr("On the verdicts: the counterexample of each")},
        {keyText(Qt::Key_Return), tr("In the comparison: the counterexample of the cell")},
    };
}

void ExploreRoom::save(QSettings &settings) const { m_page->save(settings); }

void ExploreRoom::restore(QSettings &settings) { m_page->restore(settings); }

} // namespace lockscope
